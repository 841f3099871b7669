/** Everything the practice bank is told of a demo database, line by line, so that memory does not grow with it. */

import { type Database, demoSettingKey, formPlan, houseDay } from '@depotwerk/server/public';
import { issuerParameters } from '../product-parameters.ts';
import { Random } from '../random.ts';
import {
  drawHoldings,
  drawUnknownDepots,
  moveDepot,
  type PricedFund,
  type SeededDepot,
  type SeededPlan,
  type SeededPosition,
} from './bank-depot.ts';

const pageSize = 250;
/** The differences are the same for every demo world of the same contracts. */
const seed = 1;
const firstId = '00000000-0000-0000-0000-000000000000';

interface Tenant {
  readonly tenantId: string;
  readonly tenantKey: string;
}

/** What tells one demo world from another: seed, size and anchor date, as the generator noted them. */
export async function readDemoWorld(database: Database): Promise<string> {
  const [row] = await database.read<{ world: string }>(
    { tenantId: null, userId: null },
    {
      sql: 'select setting_value::text as world from installation_settings where setting_key = $1',
      parameters: [demoSettingKey],
    },
  );
  return row?.world ?? '';
}

/** Funds the banks' own customers hold; few are enough. */
const customerFunds = 12;

/** The banks' own customers, who let others read their depots, with funds of the first house. */
export async function* customerSeedLines(database: Database): AsyncGenerator<object> {
  const [tenant] = await readTenants(database);
  if (tenant === undefined) return;
  const funds = (await readFunds(database, tenant)).slice(0, customerFunds);
  yield { kind: 'customers', funds: funds.map(({ isin, name, price }) => ({ isin, name, price })) };
}

const readTenants = (database: Database) =>
  database.read<Tenant>(
    { tenantId: null, userId: null },
    { sql: 'select tenant_id as "tenantId", tenant_key as "tenantKey" from list_tenants()', parameters: [] },
  );

/** All lines, in the order the bank needs them: logins, prices, depots. */
export async function* bankSeedLines(database: Database): AsyncGenerator<object> {
  const tenants = await readTenants(database);
  for (const tenant of tenants) {
    yield { kind: 'partner', partnerKey: tenant.tenantKey, users: await readUsers(database, tenant) };
    const funds = await readFunds(database, tenant);
    for (const { isin, price, priceDate } of funds) yield { kind: 'price', isin, price, priceDate };
    yield* contractDepots(database, tenant);
    yield* newDepots(database, tenant, funds);
  }
  yield* customerSeedLines(database);
  yield { kind: 'seeded', world: await readDemoWorld(database) };
}

function read<Row>(database: Database, tenant: Tenant, sql: string, parameters: unknown[] = []) {
  return database.read<Row>({ tenantId: tenant.tenantId, userId: null }, { sql, parameters });
}

function readUsers(database: Database, tenant: Tenant) {
  return read<{ loginName: string; displayName: string; phoneNumber: string | null }>(
    database,
    tenant,
    `select user_name as "loginName", full_name as "displayName", phone_number as "phoneNumber"
       from users where not is_inactive order by user_name limit 5000`,
  );
}

function readFunds(database: Database, tenant: Tenant) {
  return read<PricedFund & { name: string; priceDate: string }>(
    database,
    tenant,
    `select isin, left(name, 200) as name, price::float8 as price, price_date::text as "priceDate"
       from funds where price > 0 order by isin`,
  );
}

interface ContractRow {
  readonly id: string;
  readonly bankId: string;
  readonly externalKey: string;
  readonly externalConsumerKey: string | null;
  readonly holderName: string;
  readonly iban: string | null;
  readonly productKey: string;
  readonly cashValue: number;
  readonly positions: readonly SeededPosition[];
  readonly savingsPlan: SeededPlan | null;
  readonly hasPendingPayment: boolean;
}

interface NewDepotRow
  extends Omit<
    ContractRow,
    'id' | 'productKey' | 'cashValue' | 'positions' | 'savingsPlan' | 'hasPendingPayment'
  > {
  readonly productKey: string | null;
  readonly state: string;
  readonly total: number;
}

const contractQuery = `
select c.id, i.bank_id as "bankId", c.external_key as "externalKey",
  c.external_consumer_key as "externalConsumerKey", btrim(u.first_name || ' ' || u.last_name) as "holderName",
  u.iban, t.key as "productKey",
  coalesce((select p.non_funds_value::float8 from portfolios p
    where p.tenant_id = c.tenant_id and p.contract_id = c.id and p.is_current), 0) as "cashValue",
  (select coalesce(json_agg(json_build_object('isin', f.isin, 'quantity', e.quantity, 'costValue', e.cost_value)
       order by e.quantity * e.price desc, f.isin), '[]')
     from portfolios p
     join portfolio_entries e on e.tenant_id = p.tenant_id and e.portfolio_id = p.id
     join funds f on f.tenant_id = e.tenant_id and f.id = e.fund_id
    where p.tenant_id = c.tenant_id and p.contract_id = c.id and p.is_current and e.quantity > 0) as positions,
  (select json_build_object('contribution', s.contribution, 'contributionInterval', s.contribution_interval,
       'entries', (select coalesce(json_agg(json_build_object('isin', f.isin, 'fraction', e.fraction)), '[]')
          from savings_plan_entries e join funds f on f.tenant_id = e.tenant_id and f.id = e.fund_id
         where e.tenant_id = s.tenant_id and e.savings_plan_id = s.id and e.fraction > 0))
     from (${formPlan('c', houseDay)}) s) as "savingsPlan",
  exists (select from contract_pending_changes h where h.tenant_id = c.tenant_id and h.contract_id = c.id
     and h.field_name = 'contribution' and h.processed_at is null) as "hasPendingPayment"
from contracts c
join issuers i on i.tenant_id = c.tenant_id and i.id = c.issuer_id and i.trader_kind = 'api'
join customers u on u.tenant_id = c.tenant_id and u.id = c.customer_id
join tariffs t on t.tenant_id = c.tenant_id and t.id = c.tariff_id
where c.deleted_at is null and c.id > $1 order by c.id limit ${pageSize}`;

/** The depots of contracts, linked or not. */
async function* contractDepots(database: Database, tenant: Tenant): AsyncGenerator<SeededDepot> {
  for (let after = firstId; ; ) {
    const rows = await read<ContractRow>(database, tenant, contractQuery, [after]);
    for (const { id: _id, hasPendingPayment, ...row } of rows) {
      const random = new Random(seed, 'bankSide', tenant.tenantKey, row.externalKey);
      yield moveDepot(
        {
          kind: 'depot',
          partnerKey: tenant.tenantKey,
          state: 'open',
          needsConfirmation: false,
          ...row,
        },
        hasPendingPayment,
        random,
      );
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < pageSize) return;
    after = last.id;
  }
}

/** Depots without a contract: those the product has seen, and some it will see at the next refresh. */
async function* newDepots(
  database: Database,
  tenant: Tenant,
  funds: readonly PricedFund[],
): AsyncGenerator<SeededDepot> {
  if (funds.length === 0) return;
  const rows = await read<NewDepotRow>(
    database,
    tenant,
    `select d.external_key as "externalKey", d.external_consumer_key as "externalConsumerKey",
       d.holder_name as "holderName", d.iban, d.product_key as "productKey", d.state,
       coalesce(d.total_value, 0)::float8 as total, i.bank_id as "bankId"
     from trader_depots d
     join issuers i on i.tenant_id = d.tenant_id and i.id = d.issuer_id and i.trader_kind = 'api'
    where d.contract_id is null order by d.external_key`,
  );
  for (const { state, total, ...row } of rows) {
    const random = new Random(seed, 'bankNew', tenant.tenantKey, row.externalKey);
    const isRejected = state === 'rejected';
    yield {
      kind: 'depot',
      partnerKey: tenant.tenantKey,
      bankId: row.bankId,
      externalKey: row.externalKey,
      externalConsumerKey: row.externalConsumerKey,
      holderName: row.holderName,
      iban: row.iban,
      productKey: row.productKey,
      state: isRejected ? 'rejected' : 'open',
      needsConfirmation: false,
      savingsPlan: null,
      ...(isRejected ? { positions: [], cashValue: 0 } : drawHoldings(total, funds, random)),
    };
  }
  for (const { bankId, name, traderKind } of issuerParameters) {
    if (traderKind !== 'api' || bankId === null) continue;
    const random = new Random(seed, 'bankUnknown', tenant.tenantKey, bankId);
    const prefix = (prefixes[bankId] ?? name.slice(0, 2)).toUpperCase();
    yield* drawUnknownDepots({ bankId, prefix }, tenant.tenantKey, funds, random);
  }
}

/** How the demo banks number their depots. */
const prefixes: Readonly<Record<string, string>> = {
  '90010001': 'QB',
  '90020002': 'TG',
  '90030003': 'MD',
  '90040004': 'HP',
  '90050005': 'SK',
};
