import type { NewDepot } from '@depotwerk/api/traders/trader-depots';
import type { Reader } from '../../../platform/database/database.ts';
import { Parameters } from '../../../platform/database/parameters.ts';
import type { Page } from '../../../platform/lists/paging.ts';
import type { Scope } from '../../../platform/scope.ts';
import { depotOwnerJoin, openDepotConditions } from './visible-depots.view.ts';

interface Row extends Omit<NewDepot, 'customer' | 'tariff' | 'isLinked'> {
  customerId: string | null;
  firstName: string | null;
  lastName: string | null;
  tariffId: string | null;
  tariffName: string | null;
}

export interface NewDepotFilter {
  readonly includeRejected?: boolean | undefined;
  readonly issuerId?: number | undefined;
}

const tables = `trader_depots d join issuers i on i.tenant_id = d.tenant_id and i.id = d.issuer_id
  ${depotOwnerJoin}
  left join tariffs t on t.tenant_id = d.tenant_id and t.id = d.tariff_id`;

/** Depots of the banks that belong to no contract the caller sees, by institution and number. */
export async function listNewDepotPage(
  reader: Reader,
  scope: Scope,
  filter: NewDepotFilter,
  page: Page,
): Promise<{ items: NewDepot[]; total: number }> {
  const build = (select: string, tail: (parameters: Parameters) => string) => {
    const parameters = new Parameters();
    const conditions = openDepotConditions(scope, parameters);
    if (!filter.includeRejected) conditions.push(`d.state in ('new', 'linked')`);
    if (filter.issuerId !== undefined) conditions.push(`d.issuer_id = ${parameters.add(filter.issuerId)}`);
    return {
      sql: `select ${select} from ${tables} where ${conditions.join(' and ')} ${tail(parameters)}`,
      parameters: parameters.values,
    };
  };
  const [rows, counted] = await reader.readMany<[Row, { count: number }]>(scope, [
    build(
      `d.id, d.external_key as "externalKey", d.external_consumer_key as "externalConsumerKey",
        d.issuer_id as "issuerId", i.issuer_name as "issuerName", d.holder_name as "holderName",
        d.product_key as "productKey", u.id as "customerId", u.first_name as "firstName",
        u.last_name as "lastName", d.tariff_id as "tariffId", t.name as "tariffName",
        case d.state when 'linked' then 'linkedElsewhere' else d.state end as state,
        d.total_value as "totalValue", d.last_refresh_at as "lastRefreshAt", d.row_version as "rowVersion"`,
      (parameters) =>
        `order by i.issuer_name, d.issuer_id, d.external_key
          limit ${parameters.add(page.size)}::int offset ${parameters.add(page.offset)}::int`,
    ),
    build('count(*)::int as count', () => ''),
  ]);
  return { items: rows.map(toNewDepot), total: counted[0]?.count ?? 0 };
}

function toNewDepot({ customerId, firstName, lastName, tariffId, tariffName, ...row }: Row): NewDepot {
  return {
    ...row,
    customer:
      customerId === null || lastName === null
        ? null
        : { id: customerId, firstName: firstName ?? '', lastName },
    tariff: tariffId === null || tariffName === null ? null : { id: tariffId, name: tariffName },
    isLinked: row.state === 'linkedElsewhere',
  };
}
