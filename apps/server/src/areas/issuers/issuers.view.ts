import type { Issuer, issuerSortKeys, listIssuers } from '@depotwerk/api/insurers/master-data';
import { issuerFields } from '@depotwerk/domain/master-data/issuer-fields';
import type * as z from 'zod/mini';
import { fieldSelection } from '../../platform/field-selection.ts';
import { contains, type ListSource, pageReader } from '../../platform/lists/read-list.ts';
import { searchOf } from '../../platform/lists/search-text.ts';
import { readOne } from '../../platform/read-one.ts';
import type { Scope } from '../../platform/scope.ts';
import type { ReadServices } from '../../platform/services.ts';

export type IssuerFilter = Pick<
  z.output<(typeof listIssuers)['query']>,
  'search' | 'isInactive' | 'insurerId' | 'hasTrader' | 'traderKind'
>;
type SortKey = (typeof issuerSortKeys)[number];

const members = `s.id, ${fieldSelection(issuerFields, 's')}, i.insurer_name as "insurerName", s.row_version as "rowVersion",
  (select count(*)::int from tariffs t where t.tenant_id = s.tenant_id and t.issuer_id = s.id) as "tariffCount"`;
const tables = 'issuers s left join insurers i on i.tenant_id = s.tenant_id and i.id = s.insurer_id';

const source: ListSource<Issuer, SortKey, IssuerFilter> = {
  selection: `${members}, null::int as "contractCount"`,
  from: tables,
  conditions: (filter, parameters) => {
    const search = searchOf(filter.search);
    const conditions: string[] = [];
    if (search !== null) {
      const searched = `concat_ws(' ', s.issuer_name, s.bank_name, s.bank_id, s.bic)`;
      conditions.push(contains(searched, search, parameters));
    }
    const equal = (column: string, value: unknown) => {
      if (value !== undefined) conditions.push(`${column} = ${parameters.add(value)}`);
    };
    equal('s.is_inactive', filter.isInactive);
    equal('s.insurer_id', filter.insurerId);
    equal('s.has_trader', filter.hasTrader);
    equal('s.trader_kind', filter.traderKind);
    return conditions;
  },
  sortColumns: {
    issuerName: { sql: 'fold_text(s.issuer_name)', isNullable: false },
    bankId: { sql: 's.bank_id', isNullable: true },
    insurerName: { sql: 'fold_text(i.insurer_name)', isNullable: true },
    traderKind: { sql: 's.trader_kind', isNullable: false },
    tariffCount: { sql: '"tariffCount"', isNullable: false },
    isInactive: { sql: 's.is_inactive', isNullable: false },
  },
  id: 's.id',
};

/** A page of issuers and the number of all hits. */
export const listIssuerPage = pageReader(source);

/** One issuer; contracts are counted for those who may edit. @throws 404 */
export async function readIssuer(services: ReadServices, scope: Scope, id: number): Promise<Issuer> {
  return readOne<Issuer>(services.database, scope, {
    sql: `select ${members}, case when $2 then (select count(*)::int from contracts c where c.tenant_id = s.tenant_id
            and c.issuer_id = s.id and c.deleted_at is null) end as "contractCount" from ${tables} where s.id = $1`,
    parameters: [id, scope.permissions.has('insurers.edit')],
  });
}
