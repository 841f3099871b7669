/** Fills an empty database with the demo world, in one transaction: all of it or nothing. */

import { addMonths } from '@depotwerk/domain/add-months';
import { createPasswordHasher } from '@depotwerk/server/public';
import type pg from 'pg';
import { addDays, bankDaysBetween, lastBankDay } from './bank-days.ts';
import { forceRowSecurity, putBack, setAside } from './bulk-load.ts';
import { contractTables, largeTables } from './contract-tables.ts';
import { CopyTable } from './copy-table.ts';
import { blockSize, customerId, writeCustomerBlock } from './customer-writer.ts';
import { createDemoFunds, type DemoFund } from './demo-funds.ts';
import type { DemoMarket } from './demo-market.ts';
import { createDemoTariffs } from './demo-tariffs.ts';
import { marketFigures, periodEnds } from './fund-figures.ts';
import { marketReturns } from './market.ts';
import { createTenants, type DemoTenant } from './organisation.ts';
import { drawPerson } from './people.ts';
import { issuerParameters, secondTenantTariffs, tariffParameters } from './product-parameters.ts';
import { Random } from './random.ts';
import type { TenantWorld } from './tenant-world.ts';
import { writeClientDocument } from './write-client-document.ts';
import { writeFundDocuments } from './write-fund-documents.ts';
import { writeFunds } from './write-funds.ts';
import { writeNotes } from './write-notes.ts';
import { writeOrganisation } from './write-organisation.ts';
import { writeProducts } from './write-products.ts';

/** Password of every demo sign-in. */
export const demoPassword = 'Depotwerk-Demo-1';

export interface DemoSize {
  readonly contracts: number;
  readonly customers: number;
  readonly funds: number;
}
export const defaultDemoSize: DemoSize = { contracts: 500, customers: 300, funds: 1070 };

export interface FillDemoOptions {
  /** A connection as owner of the schema; the caller ends it. */
  readonly client: pg.ClientBase;
  readonly size?: Partial<DemoSize>;
  readonly seed?: number;
  /** Last day of the demo world; default is the last bank day before today. */
  readonly anchorDate?: string;
  /** One German line on what is being done, and the done part 0 to 1. */
  readonly onProgress?: (message: string, done: number) => void;
}

/** The database already holds tenants, so the demo world cannot be put there. */
export class DatabaseNotEmpty extends Error {
  constructor() {
    super(
      'Die Datenbank enthält bereits Mandanten. Die Demowelt wird nur in eine leere Datenbank geschrieben.',
    );
    this.name = 'DatabaseNotEmpty';
  }
}

/** The last bank day before the day of this moment (UTC). */
export function defaultAnchorDate(now: Date): string {
  return lastBankDay(addDays(now.toISOString().slice(0, 10), -1));
}

function createMarket(seed: number, fundCount: number, days: readonly string[]): DemoMarket {
  const funds = createDemoFunds(
    seed,
    fundCount,
    days,
    marketReturns(new Random(seed, 'market'), days.length),
  );
  return { ...offer(funds), funds, figures: marketFigures(funds, days) };
}

function offer(available: readonly DemoFund[]): Pick<DemoMarket, 'available' | 'fundsByGroup'> {
  return { available, fundsByGroup: Map.groupBy(available, (fund) => fund.peergroupId) };
}

/** The second tenant offers the first eight funds of each group. */
function smallerMarket(market: DemoMarket, days: readonly string[]): DemoMarket {
  const offered = [...market.fundsByGroup.values()].flatMap((funds) => funds.slice(0, 8));
  return { ...market, ...offer(offered), figures: marketFigures(offered, days, market.funds.length) };
}

/**
 * Days earlier portfolios are stored for: every month of five years up to 2,000 contracts, every quarter
 * up to 20,000, every year up to 200,000, none above.
 */
function historyDays(monthEnds: readonly number[], contracts: number): number[] {
  const step = contracts <= 2000 ? 1 : contracts <= 20_000 ? 3 : contracts <= 200_000 ? 12 : 0;
  if (step === 0) return [];
  return monthEnds.filter((_, index) => (monthEnds.length - 1 - index) % step === 0);
}

async function writeNewDepots(
  client: pg.ClientBase,
  tenant: DemoTenant,
  seed: number,
  anchor: string,
): Promise<void> {
  const random = new Random(seed, 'newDepots', tenant.key);
  const table = new CopyTable('trader_depots', [
    'tenant_id',
    'id',
    'issuer_id',
    'external_key',
    'external_consumer_key',
    'holder_name',
    'state',
    'total_value',
    'last_refresh_at',
  ]);
  // At banks with contracts only: the others wait for somebody to sign in to them first.
  const used = new Set(tariffParameters.map(({ issuer }) => issuer));
  const traders = issuerParameters.flatMap((issuer, index) =>
    issuer.traderKind === 'api' && used.has(index) ? [index + 1] : [],
  );
  for (const [place, state] of ['new', 'new', 'new', 'rejected', 'ignored'].entries()) {
    const person = drawPerson(random);
    table.add(
      tenant.id,
      random.uuid(),
      random.pick(traders),
      `NEU-${place + 1}`,
      `NK${1000 + place}`,
      `${person.firstName} ${person.lastName}`,
      state,
      random.int(900, 48_000),
      `${anchor}T04:00:00Z`,
    );
  }
  await table.flush(client);
}

function administratorOf(tenant: DemoTenant): string {
  const user = tenant.users.find(({ role }) => role === 'administrator');
  if (user === undefined) throw new Error(`${tenant.name} has no administrator.`);
  return user.id;
}

/** Sequences stand behind the ids the demo world gave away. */
async function advanceSequences(client: pg.ClientBase): Promise<void> {
  for (const table of ['fund_categories', 'peergroups', 'funds', 'insurers', 'issuers', 'cost_models'])
    await client.query(
      `select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`,
    );
}

async function writeStatistics(client: pg.ClientBase): Promise<void> {
  await client.query('insert into contract_statistics select * from contract_statistics_recount');
  await client.query('insert into customer_statistics select * from customer_statistics_recount');
  await client.query('insert into contract_counts select *, true from contract_counts_recount');
  await client.query('insert into task_counts select *, true from task_counts_recount');
}

async function fill(options: FillDemoOptions, size: DemoSize, anchor: string): Promise<void> {
  const { client, seed = 1, onProgress = () => {} } = options;
  const days = bankDaysBetween(addMonths(anchor, -60), anchor);
  const monthEnds = periodEnds(days, 'month').slice(0, -1);
  const market = createMarket(seed, size.funds, days);
  const passwordHash = await createPasswordHasher().hash(demoPassword);
  const isForced = await client.query<{ forced: boolean }>(
    `select relforcerowsecurity as forced from pg_class where oid = 'contracts'::regclass`,
  );
  await forceRowSecurity(client, false);
  const existing = await client.query('select 1 from tenants limit 1');
  if (existing.rows.length > 0) throw new DatabaseNotEmpty();
  const aside = await setAside(client, largeTables);
  for (const [index, tenant] of createTenants(seed, size.contracts).entries()) {
    const isFirst = index === 0;
    const ownMarket = isFirst ? market : smallerMarket(market, days);
    onProgress(`Mandant ${tenant.name}: Organisation, Fonds und Tarife`, isFirst ? 0.02 : 0.5);
    await writeOrganisation(client, tenant, seed, passwordHash, customerId(seed, tenant.key, 0));
    await writeFunds(client, tenant.id, ownMarket, days, true);
    await writeFundDocuments(client, tenant.id, administratorOf(tenant), ownMarket, anchor);
    const parameters = tariffParameters.filter(
      (tariff) => isFirst || secondTenantTariffs.includes(tariff.key),
    );
    const tariffs = await writeProducts(
      client,
      tenant,
      createDemoTariffs(parameters, ownMarket),
      ownMarket,
      seed,
      anchor,
    );
    const world: TenantWorld = {
      seed,
      tenant,
      market: ownMarket,
      tariffs,
      days,
      anchor,
      monthEnds,
      historyDays: historyDays(monthEnds, size.contracts),
      hasFullHistory: size.contracts <= 20_000,
    };
    await writeNewDepots(client, tenant, seed, anchor);
    const share = (count: number): number =>
      isFirst ? Math.ceil(count * 0.85) : count - Math.ceil(count * 0.85);
    await writeCustomers(client, world, share(size.customers), share(size.contracts), (done) =>
      onProgress(
        `Mandant ${tenant.name}: Kunden und Verträge`,
        isFirst ? 0.05 + 0.5 * done : 0.55 + 0.1 * done,
      ),
    );
    const adviser = tenant.users.find(({ role }) => role === 'adviser');
    if (adviser && tenant.users.some(({ role }) => role === 'client')) {
      const clientId = customerId(seed, tenant.key, 0);
      await writeClientDocument(client, {
        tenantId: tenant.id,
        customerId: clientId,
        filedBy: adviser.id,
        anchor,
        seed,
      });
      await writeNotes(client, {
        tenantId: tenant.id,
        customerId: clientId,
        authorId: adviser.id,
        colleagueId: administratorOf(tenant),
        anchor,
        seed,
      });
    }
  }
  // deferred checks would stand in the way of changing their tables
  await client.query('set constraints all immediate');
  await putBack(client, aside, (what) => onProgress(what, 0.7));
  await writeStatistics(client);
  await advanceSequences(client);
  await client.query(
    `insert into installation_settings (setting_key, setting_value) values ('demo', $1)
      on conflict (setting_key) do update set setting_value = excluded.setting_value, updated_at = now()`,
    [{ seed, anchor, ...size }],
  );
  await forceRowSecurity(client, isForced.rows[0]?.forced ?? true);
}

async function writeCustomers(
  client: pg.ClientBase,
  world: TenantWorld,
  customers: number,
  contracts: number,
  onDone: (done: number) => void,
): Promise<void> {
  const blocks = Math.ceil(customers / blockSize);
  const tables = contractTables();
  for (let block = 0; block < blocks; block += 1) {
    writeCustomerBlock(world, tables, block, customers, contracts);
    if (block % 5 !== 4 && block !== blocks - 1) continue;
    for (const table of Object.values(tables)) await table.flush(client);
    onDone((block + 1) / blocks);
  }
}

/**
 * Fills an empty, migrated database. Deterministic for seed, size and anchor date. Throws
 * `DatabaseNotEmpty` when there are tenants already.
 */
export async function fillDemo(
  options: FillDemoOptions,
): Promise<{ readonly anchorDate: string; readonly size: DemoSize }> {
  const size = { ...defaultDemoSize, ...options.size };
  const anchor = lastBankDay(options.anchorDate ?? defaultAnchorDate(new Date()));
  const { client, onProgress = () => {} } = options;
  await client.query('begin');
  try {
    await client.query(
      "select set_config('maintenance_work_mem', '256MB', true), set_config('statement_timeout', '0', true)",
    );
    await client.query('lock table tenants in access exclusive mode');
    await fill(options, size, anchor);
    onProgress('Änderungen werden festgeschrieben', 0.97);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
  onProgress('Statistiken der Datenbank werden erneuert', 0.98);
  await client.query('vacuum analyze');
  onProgress('Demowelt ist bereit', 1);
  return { anchorDate: anchor, size };
}
