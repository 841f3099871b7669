import type { depotContract } from '@depotwerk/api/traders/trader-depots';
import type * as z from 'zod/mini';
import type { Reader } from '../../../platform/database/database.ts';
import { Parameters } from '../../../platform/database/parameters.ts';
import type { Page } from '../../../platform/lists/paging.ts';
import { type Scope, visibilityOf } from '../../../platform/scope.ts';
import { visibilityConditions } from '../../contracts/public.ts';

type DepotContract = z.output<typeof depotContract>;

interface Row extends Omit<DepotContract, 'customer' | 'tariff'> {
  customerId: string;
  firstName: string;
  lastName: string;
  tariffId: string;
  tariffName: string;
}

export interface DepotContractFilter {
  readonly issuerId?: number | undefined;
  readonly isLinked?: boolean | undefined;
  readonly customerId?: string | undefined;
}

/** Contracts with the depot they are linked to, by institution and number. */
export async function listDepotContractPage(
  reader: Reader,
  scope: Scope,
  filter: DepotContractFilter,
  page: Page,
): Promise<{ items: DepotContract[]; total: number }> {
  const build = (select: string, tables: string, tail: (parameters: Parameters) => string) => {
    const parameters = new Parameters();
    const conditions = visibilityConditions(visibilityOf(scope, 'groupContracts.view'), parameters);
    if (filter.issuerId !== undefined) conditions.push(`c.issuer_id = ${parameters.add(filter.issuerId)}`);
    if (filter.customerId !== undefined)
      conditions.push(`c.customer_id = ${parameters.add(filter.customerId)}`);
    if (filter.isLinked !== undefined) conditions.push(filter.isLinked ? 'c.is_linked' : 'not c.is_linked');
    return {
      sql: `select ${select} from contracts c ${tables} where ${conditions.join(' and ')} ${tail(parameters)}`,
      parameters: parameters.values,
    };
  };
  const joins = `join customers u on u.tenant_id = c.tenant_id and u.id = c.customer_id
    join issuers i on i.tenant_id = c.tenant_id and i.id = c.issuer_id
    join tariffs t on t.tenant_id = c.tenant_id and t.id = c.tariff_id
    left join trader_depots d on d.tenant_id = c.tenant_id and d.contract_id = c.id`;
  const [rows, counted] = await reader.readMany<[Row, { count: number }]>(scope, [
    build(
      `c.id as "contractId", c.external_key as "externalKey", c.external_consumer_key as "externalConsumerKey",
        c.issuer_id as "issuerId", i.issuer_name as "issuerName", u.id as "customerId", u.first_name as "firstName",
        u.last_name as "lastName", t.id as "tariffId", t.name as "tariffName", c.is_linked as "isLinked",
        d.id as "traderDepotId", d.row_version as "traderDepotVersion", c.total_value as "totalValue",
        d.last_refresh_at as "lastRefreshAt"`,
      joins,
      (parameters) =>
        `order by c.issuer_id, c.external_key, c.id
          limit ${parameters.add(page.size)}::int offset ${parameters.add(page.offset)}::int`,
    ),
    build('count(*)::int as count', '', () => ''),
  ]);
  const items = rows.map(({ customerId, firstName, lastName, tariffId, tariffName, ...row }) => ({
    ...row,
    customer: { id: customerId, firstName, lastName },
    tariff: { id: tariffId, name: tariffName },
  }));
  return { items, total: counted[0]?.count ?? 0 };
}
