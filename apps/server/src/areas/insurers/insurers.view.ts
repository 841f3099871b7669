import type { Insurer, insurerSortKeys, listManagedInsurers } from '@depotwerk/api/insurers/master-data';
import { draftOf, type StoredFields } from '@depotwerk/domain/master-data/field-table';
import { insurerFields } from '@depotwerk/domain/master-data/insurer-fields';
import type * as z from 'zod/mini';
import { fieldSelection } from '../../platform/field-selection.ts';
import { contains, type ListSource, pageReader } from '../../platform/lists/read-list.ts';
import { searchOf } from '../../platform/lists/search-text.ts';
import { readOne } from '../../platform/read-one.ts';
import type { Scope } from '../../platform/scope.ts';
import type { ReadServices } from '../../platform/services.ts';

export type InsurerFilter = Pick<z.output<(typeof listManagedInsurers)['query']>, 'search' | 'isInactive'>;
type SortKey = (typeof insurerSortKeys)[number];

const fields = fieldSelection(insurerFields, 'i');
const members = `i.id, ${fields}, i.row_version as "rowVersion",
  (select count(*)::int from tariffs t where t.tenant_id = i.tenant_id and t.insurer_id = i.id) as "tariffCount",
  (select count(*)::int from issuers s where s.tenant_id = i.tenant_id and s.insurer_id = i.id) as "issuerCount"`;

/** A row of `members`: '' where a text is not given. */
interface InsurerRow extends StoredFields<typeof insurerFields> {
  readonly id: number;
  readonly rowVersion: number;
  readonly tariffCount: number;
  readonly issuerCount: number;
  readonly contractCount: number | null;
}
const shown = (row: InsurerRow): Insurer => ({ ...row, ...draftOf(insurerFields, { ...row }) });

const source: ListSource<InsurerRow, SortKey, InsurerFilter> = {
  selection: `${members}, null::int as "contractCount"`,
  from: 'insurers i',
  conditions: (filter, parameters) => {
    const search = searchOf(filter.search);
    const conditions: string[] = [];
    if (search !== null) {
      const searched = `concat_ws(' ', i.insurer_name, i.short_name, i.bafin_number)`;
      conditions.push(contains(searched, search, parameters));
    }
    if (filter.isInactive !== undefined)
      conditions.push(`i.is_inactive = ${parameters.add(filter.isInactive)}`);
    return conditions;
  },
  sortColumns: {
    insurerName: { sql: 'fold_text(i.insurer_name)', isNullable: false },
    shortName: { sql: `fold_text(nullif(i.short_name, ''))`, isNullable: true },
    bafinNumber: { sql: 'i.bafin_number', isNullable: true },
    tariffCount: { sql: '"tariffCount"', isNullable: false },
    isInactive: { sql: 'i.is_inactive', isNullable: false },
  },
  id: 'i.id',
};

/** A page of insurers and the number of all hits. */
export const listInsurerPage = pageReader(source, shown);

/** One insurer; contracts are counted for those who may edit. @throws 404 */
export async function readInsurer(services: ReadServices, scope: Scope, id: number): Promise<Insurer> {
  const row = await readOne<InsurerRow>(services.database, scope, {
    sql: `select ${members}, case when $2 then (select count(*)::int from contracts c where c.tenant_id = i.tenant_id
            and c.insurer_id = i.id and c.deleted_at is null) end as "contractCount" from insurers i where i.id = $1`,
    parameters: [id, scope.permissions.has('insurers.edit')],
  });
  return shown(row);
}
