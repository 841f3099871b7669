/**
 * Kills the server, PostgreSQL and the practice bank at random points of executions, with faults switched on at the
 * bank, and proves afterwards that every order is in one known state on both sides, none doubled, none hidden:
 * `node tools/run.mjs tools/drills/kill-orders.ts [kills] [first port]`.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { seedPracticeBank } from '../../apps/demo/src/practice-bank/seed-practice-bank.ts';
import {
  connectionConfig,
  type DatabaseTarget,
  unlimited,
} from '../../apps/server/src/platform/database/connection.ts';
import { Database } from '../../apps/server/src/platform/database/database.ts';
import { openDatabase } from '../../apps/server/src/platform/open-database.ts';
import { orderFaults } from '../../apps/server/test/order-faults.ts';
import { freePort } from '../../apps/server/test/servers.ts';
import { compareBooks, countOpen } from './compare-books.ts';
import { type Candidate, Executor, type Round } from './execute-plans.ts';
import { PracticeBankProcess } from './practice-bank-process.ts';
import { Product } from './product.ts';

const advisers = [
  'berater@demo.example',
  'beraterin@demo.example',
  'admin@demo.example',
  'berater@nord.example',
  'admin@nord.example',
];
/** By bank id; the issuers' numbers are those of the demo. */
const passwords = new Map([
  [1, 'Quader-2026'],
  [2, 'Talgrund-2026'],
]);

/** Contracts an adviser goes round with. */
const contractsEach = 12;

type Victim = 'server' | 'postgres' | 'bank';

/** What may go wrong at a bank, the order itself most often. */
const faults = [
  ...orderFaults.map((kind) => ({ endpoint: 'orders.place', kind })),
  { endpoint: 'orders.place', kind: 'latency', ms: 400 },
  { endpoint: 'orders.place', kind: 'orderPartial', fraction: 0.5 },
  { endpoint: 'orders.place', kind: 'orderDelayed', ms: 2000 },
  { endpoint: 'orders.place', kind: 'orderLate', ms: 1500 },
  { endpoint: 'orders.place', kind: 'orderRejected', traderCode: 'KURS', traderMessage: 'Kein Kurs' },
  {
    endpoint: 'orders.place',
    kind: 'orderRefused',
    traderCode: 'PAUSE',
    traderMessage: 'Wartung',
    retryable: true,
  },
  { endpoint: 'orders.place', kind: 'hangAfter' },
  { endpoint: 'orders.read', kind: 'error' },
  { endpoint: 'orders.read', kind: 'lostAnswer' },
  { endpoint: 'signings.confirm', kind: 'lostAnswer' },
  { endpoint: 'signings.confirm', kind: 'latency', ms: 300 },
  { endpoint: 'signings.create', kind: 'errorAfter' },
  { endpoint: 'sessions.create', kind: 'reset' },
];

const any = <T>(values: readonly T[]): T => {
  const value = values[Math.floor(Math.random() * values.length)];
  if (value === undefined) throw new Error('nothing to choose from');
  return value;
};

/** A fault for one call every two seconds: often enough to matter, seldom enough that the breaker closes again. */
async function makeWeather(
  bank: PracticeBankProcess,
  round: Round,
  counted: Map<string, number>,
): Promise<void> {
  while (!round.isOver) {
    const fault = any(faults);
    const isSet = await bank.send('POST', '/control/faults', { bankId: null, remaining: 1, ...fault }).then(
      () => true,
      () => false,
    );
    if (isSet) counted.set(fault.kind, (counted.get(fault.kind) ?? 0) + 1);
    await sleep(1500 + Math.random() * 2500);
  }
}

async function postmasterOf(target: DatabaseTarget): Promise<number> {
  const client = new pg.Client(connectionConfig(target, { role: 'owner', timeouts: unlimited }));
  await client.connect();
  const backend = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const pid = backend.rows[0]?.pid ?? 0;
  const parent = Number(execFileSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' }));
  await client.end();
  return parent;
}

/** Waits for somebody at work, then for a random moment of it, and kills. */
async function strike(
  victim: Victim,
  product: Product,
  bank: PracticeBankProcess,
  target: DatabaseTarget,
  round: Round,
) {
  const postmaster = victim === 'postgres' ? await postmasterOf(target) : 0;
  for (let waited = 0; round.inFlight === 0 && waited < 2000; waited += 5) await sleep(5);
  await sleep(Math.random() * 120);
  if (victim === 'bank') {
    await bank.kill();
    await sleep(Math.random() * 500);
    await bank.start();
  } else if (victim === 'postgres') {
    process.kill(postmaster, 'SIGKILL');
    await sleep(100);
    await product.waitUntilReady(60_000);
  } else {
    await product.end('SIGKILL');
    await product.start();
  }
}

/** Linked contracts at banks that take orders, by tenant, in random order. */
async function findCandidates(target: DatabaseTarget): Promise<Map<string, Candidate[]>> {
  const client = new pg.Client(connectionConfig(target, { role: 'owner', timeouts: unlimited }));
  await client.connect();
  try {
    const { rows } = await client.query<Candidate & { tenantKey: string }>(
      `select t.tenant_key as "tenantKey", d.contract_id as "contractId", d.id as "depotId"
         from trader_depots d join tenants t on t.tenant_id = d.tenant_id
         join issuers i on i.tenant_id = d.tenant_id and i.id = d.issuer_id and i.trader_kind = 'api'
         join contracts c on c.tenant_id = d.tenant_id and c.id = d.contract_id and c.deleted_at is null
        where d.state = 'linked' order by random()`,
    );
    return Map.groupBy(rows, (row) => row.tenantKey);
  } finally {
    await client.end();
  }
}

async function waitUntilSettled(target: DatabaseTarget): Promise<number> {
  const started = Date.now();
  let open = await countOpen(target);
  while (open > 0 && Date.now() - started < 180_000) {
    await sleep(500);
    open = await countOpen(target);
  }
  if (open > 0) throw new Error(`${open} orders are still open three minutes after the last kill`);
  return Date.now() - started;
}

const [killsText = '100', portText] = process.argv.slice(2);
const firstPort = portText === undefined ? null : Number(portText);
const directory = mkdtempSync(join(tmpdir(), 'depotwerk-drill-'));
const bank = new PracticeBankProcess(firstPort ?? (await freePort()), directory);
const product = new Product(firstPort === null ? await freePort() : firstPort + 1, {
  DATA_DIR: directory,
  DEMO: 'on',
  BANK_URL: bank.url,
  BANK_PORT: String(firstPort === null ? await freePort() : firstPort + 2),
});
const round: Round = { isOver: false, inFlight: 0, tally: new Map() };
const weather = new Map<string, number>();
try {
  await bank.start();
  console.log(`first start took ${await product.start()} ms`);
  const { target } = await openDatabase({ databaseUrl: null, dataDirectory: directory }, { mayJoin: true });
  const database = new Database(target, { poolSize: 2 });
  await seedPracticeBank(bank.url, database);
  await database.close();
  const byTenant = await findCandidates(target);
  const executors = advisers.map((userName) => {
    const tenantKey = userName.split('@')[1] ?? '';
    const colleagues = advisers.filter((each) => each.endsWith(`@${tenantKey}`));
    const own = (byTenant.get(tenantKey) ?? []).filter(
      (_each, place) => place % colleagues.length === colleagues.indexOf(userName),
    );
    return { executor: new Executor(product, bank, userName, round), own };
  });
  for (const { executor } of executors) await executor.prepare(passwords);
  const chosen = await Promise.all(executors.map(({ executor, own }) => executor.choose(own, contractsEach)));
  console.log(`contracts with a plan: ${chosen.map((own) => own.length).join(', ')}`);
  const working = executors.map(({ executor }, index) => executor.run(chosen[index] ?? []));
  const faulty = makeWeather(bank, round, weather);
  const kills = Number(killsText);
  for (let index = 0; index < kills; index += 1) {
    const victim: Victim = index % 4 === 3 ? 'bank' : index % 4 === 1 ? 'postgres' : 'server';
    const started = Date.now();
    await strike(victim, product, bank, target, round);
    console.log(`${index + 1}/${kills}: killed ${victim}, back after ${Date.now() - started} ms`);
    await sleep(200 + Math.random() * 1300);
  }
  round.isOver = true;
  await Promise.all([...working, faulty]);
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await bank.send('DELETE', '/control/faults').then(
      () => (attempt = 5),
      () => sleep(1000),
    );
  }
  const settledAfter = await waitUntilSettled(target);
  // What a bank accepted late is booked by now.
  await sleep(5000);
  const result = await compareBooks(target, bank, passwords);
  console.log(`steps: ${JSON.stringify(Object.fromEntries(round.tally))}`);
  console.log(`faults: ${JSON.stringify(Object.fromEntries(weather))}`);
  console.log(
    `orders: ${JSON.stringify(result.states)}, last one settled ${settledAfter} ms after the last kill`,
  );
  if (result.wrong.length > 0) throw new Error(`books differ:\n${result.wrong.join('\n')}`);
  console.log(
    `${kills} kills, ${result.count} executions with ${result.booked} bookings at the bank: 0 doubled, 0 stuck, 0 hidden`,
  );
} finally {
  round.isOver = true;
  await product.end('SIGTERM');
  await bank.kill();
  rmSync(directory, { recursive: true, force: true });
}
