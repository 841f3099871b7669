/**
 * Refreshes 1,000 depots of three banks three times: all banks well; one bank hanging; two processes of which one is
 * killed with -9 in the middle. Shows that the others finish as if the hanging bank did not exist, that requests stay
 * quick meanwhile, and that after the kill every depot was taken exactly once:
 * `node tools/run.mjs tools/drills/refresh-with-hanging-bank.ts [depots] [bank port] [endpoint]`.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { remoteRefreshType } from '../../apps/server/src/areas/traders/refresh/remote-refresh-job.ts';
import { connectionConfig, unlimited } from '../../apps/server/src/platform/database/connection.ts';
import { Database } from '../../apps/server/src/platform/database/database.ts';
import { enqueueJob } from '../../apps/server/src/platform/jobs/enqueue-job.ts';
import { PracticeBank } from '../../apps/server/test/practice-bank.ts';
import { type Adviser, isins, quader, RefreshWorld, talgrund } from '../../apps/server/test/refresh-world.ts';
import { freePort, prepareTemplate, startTestServer } from '../../apps/server/test/servers.ts';
import { PracticeBankProcess } from './practice-bank-process.ts';

const marschland = { issuerId: 5, bankId: '90030003', password: 'Marsch-2026' };
const banks = [quader, talgrund, marschland];
const workerProgram = fileURLToPath(new URL('../../apps/server/test/run-refresh-worker.ts', import.meta.url));

interface Part {
  readonly partKey: string;
  readonly state: string;
  readonly total: number;
  readonly done: number;
  readonly changed: number;
  readonly failed: number;
  readonly code: string | null;
}
interface Job {
  readonly id: string;
  readonly state: string;
  readonly parts: readonly Part[];
}

/** A day before or after today. */
const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

/** Depots of all banks and their contracts, linked. */
async function makeDepots(world: RefreshWorld, count: number): Promise<void> {
  await world.run(
    `insert into issuers (tenant_id, id, issuer_name, bank_id, bank_name, has_trader, trader_kind)
      values ($1, 5, 'Marschland', '90030003', 'Marschland Direktbank', true, 'api')`,
  );
  const bank = { kind: 'bank', bankId: marschland.bankId, bankName: 'Marschland Direktbank', bic: null };
  const lines: object[] = [{ ...bank, executionDelayMs: 0, depotPrefix: 'MD' }];
  const depots = Array.from({ length: count }, (_, index) => {
    const at = banks[index % banks.length] ?? quader;
    const externalKey = `L-${String(index).padStart(7, '0')}`;
    const positions = isins.map((isin, place) => ({
      isin,
      quantity: 10 + (index % 50) + place,
      costValue: 900,
    }));
    lines.push({
      kind: 'depot',
      bankId: at.bankId,
      partnerKey: 'partner',
      externalKey,
      externalConsumerKey: null,
      holderName: 'Elif Krüger',
      productKey: 'P',
      cashValue: 5,
      positions,
    });
    return { contractId: randomUUID(), externalKey, issuerId: at.issuerId };
  });
  await world.seed(lines);
  const customerId = await world.customer();
  const list = JSON.stringify(depots);
  await world.run(
    `insert into contracts (tenant_id, id, customer_id, group_id, tariff_id, insurer_id, issuer_id, external_key, start_date, is_linked)
      select $1, d."contractId", $3, $4, $5, 1, d."issuerId", d."externalKey", '2020-01-01', true
        from jsonb_to_recordset($2::jsonb) as d ("contractId" uuid, "externalKey" text, "issuerId" integer)`,
    list,
    customerId,
    world.groupId,
    world.tariffId,
  );
  await world.run(
    `insert into trader_depots (tenant_id, issuer_id, external_key, contract_id, state)
      select $1, d."issuerId", d."externalKey", d."contractId", 'linked'
        from jsonb_to_recordset($2::jsonb) as d ("contractId" uuid, "externalKey" text, "issuerId" integer)`,
    list,
  );
}

const setPrices = (world: RefreshWorld, price: number, priceDate: string) =>
  world.seed(isins.map((isin) => ({ kind: 'price', isin, price, priceDate })));

async function readJob(world: RefreshWorld, adviser: Adviser, jobId: string): Promise<Job> {
  // Our own call, checked against its descriptor by the server.
  return (await world.call(adviser, 'GET', `/jobs/${jobId}`)).body as Job;
}

interface Round {
  /** Seconds until each bank was through. */
  readonly seconds: Map<string, number>;
  readonly job: Job;
  /** Milliseconds of another request meanwhile, sorted. */
  readonly latencies: number[];
}

/** Starts a refresh of everything and follows it to its end. */
async function refreshAll(world: RefreshWorld, adviser: Adviser): Promise<Round> {
  await world.later();
  const started = performance.now();
  const answer = world.refresh(adviser);
  const seconds = new Map<string, number>();
  const latencies: number[] = [];
  let jobId: string | undefined;
  for (;;) {
    const before = performance.now();
    const { body } = await world.call(adviser, 'GET', '/jobs?jobType=remoteRefresh&isMine=true&pageSize=1');
    latencies.push(performance.now() - before);
    // Our own call again.
    const [newest] = body as Job[];
    const isOurs =
      newest !== undefined && (jobId === undefined ? newest.state !== 'done' : newest.id === jobId);
    if (isOurs) {
      jobId = newest.id;
      for (const part of newest.parts) {
        const isThrough = part.code !== null || (part.total > 1 && part.done === part.total);
        if (isThrough && !seconds.has(part.partKey))
          seconds.set(part.partKey, (performance.now() - started) / 1000);
      }
      if (newest.state === 'done' || newest.state === 'dead') {
        await answer;
        return { seconds, job: newest, latencies: latencies.toSorted((a, b) => a - b) };
      }
    }
    await sleep(50);
  }
}

const show = (round: Round) =>
  round.job.parts
    .map(({ partKey, total, done, changed, failed, code }) => {
      const time = round.seconds.get(partKey)?.toFixed(1) ?? '?';
      return `bank ${partKey}: ${time} s, ${done}/${total} read, ${changed} changed, ${failed} failed${code === null ? '' : ` (${code})`}`;
    })
    .join('\n  ');

const percentile = (sorted: readonly number[], share: number) =>
  (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(0);

function startWorker(world: RefreshWorld): { child: ChildProcess; ready: Promise<void> } {
  const key = world.services.keys.keyEncryption.byVersion.get(1)?.toString('hex') ?? '';
  const child = spawn(
    process.execPath,
    [workerProgram, JSON.stringify(world.db.target), world.bank.url, key],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const ready = new Promise<void>((resolve) => {
    child.stdout?.on('data', (data: Buffer) => {
      if (data.toString().includes('ready')) resolve();
    });
  });
  return { child, ready };
}

/** Two worker processes share a refresh; one is killed when a third is done. Answers what was found afterwards. */
async function killInTheMiddle(world: RefreshWorld, adviser: Adviser, count: number, priceDate: string) {
  await world.worker.stop();
  const workers = [startWorker(world), startWorker(world)];
  await Promise.all(workers.map((worker) => worker.ready));
  const jobId = await world.db.database.transaction(
    { tenantId: world.tenantId, userId: adviser.userId },
    (transaction) =>
      enqueueJob(transaction, {
        jobType: remoteRefreshType,
        payload: { issuerId: null, contractIds: null },
        createdBy: adviser.userId,
      }),
  );
  if (jobId === null) throw new Error('not enqueued');
  const started = performance.now();
  const doneOf = (job: Job) => job.parts.reduce((sum, part) => sum + part.done, 0);
  while (doneOf(await readJob(world, adviser, jobId)) < count / 3) await sleep(20);
  workers[0]?.child.kill('SIGKILL');
  const killedAt = (performance.now() - started) / 1000;
  await sleep(200);
  const held = await world.run(
    `select locked_by, count(*)::int as n from job_chunks where tenant_id = $1 and job_id = $2 and state = 'running' group by 1`,
    jobId,
  );
  let job = await readJob(world, adviser, jobId);
  let others = 0;
  while (job.state !== 'done' && job.state !== 'dead') {
    if (others === 0 && doneOf(job) >= count - 20) others = (performance.now() - started) / 1000;
    await sleep(100);
    job = await readJob(world, adviser, jobId);
  }
  const seconds = (performance.now() - started) / 1000;
  workers[1]?.child.kill('SIGTERM');
  const { rows } = await world.run(
    `select (select count(*)::int from portfolios where tenant_id = $1 and valuation_date = $2) as portfolios,
      (select count(distinct contract_id)::int from portfolios where tenant_id = $1 and valuation_date = $2) as contracts,
      (select count(*)::int from audit_entries where tenant_id = $1 and action = 'contracts.refresh'
         and details->>'jobId' = $3) as audits,
      (select count(*)::int from job_chunks where tenant_id = $1 and job_id = $4 and attempts > 1) as retaken`,
    priceDate,
    jobId,
    jobId,
  );
  return { job, seconds, killedAt, others, held: held.rows, found: rows[0] };
}

async function main(): Promise<void> {
  const count = Number(process.argv[2] ?? 1000);
  const port = Number(process.argv[3] ?? (await freePort()));
  const endpoint = process.argv[4] ?? null;
  const folder = mkdtempSync(join(tmpdir(), 'refresh-drill-'));
  const bankProcess = new PracticeBankProcess(port, folder);
  const server = await startTestServer('embedded');
  let owner: pg.Client | undefined;
  let world: RefreshWorld | undefined;
  try {
    await Promise.all([bankProcess.start(), prepareTemplate(server.target)]);
    owner = new pg.Client(connectionConfig(server.target, { role: 'owner', timeouts: unlimited }));
    await owner.connect();
    const database = new Database(server.target, { poolSize: 6 });
    world = await RefreshWorld.start({ target: server.target, database, owner }, PracticeBank.at(port));
    await makeDepots(world, count);
    const adviser = await world.adviser();
    await world.seed([
      {
        kind: 'login',
        bankId: marschland.bankId,
        loginName: adviser.userName,
        partnerKey: 'partner',
        displayName: 'Prüfer',
        password: marschland.password,
        phoneNumber: '+491701234711',
        totpSecret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
        methods: ['totp'],
      },
    ]);
    await world.setPassword(adviser, marschland);

    await setPrices(world, 100, day(-2));
    const well = await refreshAll(world, adviser);
    console.log(`All banks well, ${count} depots:\n  ${show(well)}`);

    await setPrices(world, 101, day(-1));
    await world.bank.control('POST', '/control/faults', {
      bankId: talgrund.bankId,
      endpoint,
      kind: 'hang',
      remaining: null,
    });
    const hanging = await refreshAll(world, adviser);
    await world.bank.clearFaults();
    console.log(`Bank 2 hangs on ${endpoint ?? 'every call'}:\n  ${show(hanging)}`);
    console.log(
      `  another request meanwhile: p50 ${percentile(hanging.latencies, 0.5)} ms, p95 ${percentile(hanging.latencies, 0.95)} ms, longest ${percentile(hanging.latencies, 1)} ms`,
    );

    await setPrices(world, 102, day(0));
    // The breaker of the bank that hung needs 15 s to try again.
    await sleep(16_000);
    const killed = await killInTheMiddle(world, adviser, count, day(0));
    console.log(`Two processes, one killed with -9 after ${killed.killedAt.toFixed(1)} s:`);
    console.log(`  held at that moment: ${JSON.stringify(killed.held)}`);
    console.log(
      `  all but the killed one's depots after ${killed.others.toFixed(1)} s, everything after ${killed.seconds.toFixed(1)} s (lease 30 s)`,
    );
    console.log(`  job ${killed.job.state}; ${JSON.stringify(killed.found)} for ${count} depots`);
    const { portfolios, contracts, audits } = killed.found;
    const isExact =
      portfolios === count && contracts === count && audits === count && killed.job.state === 'done';
    const slowdown = Math.max(
      ...['1', '5'].map((key) => (hanging.seconds.get(key) ?? 999) / (well.seconds.get(key) ?? 1)),
    );
    console.log(`  slowest of the other banks against the first round: ${slowdown.toFixed(2)} ×`);
    console.log(isExact ? 'Every depot was taken exactly once.' : 'NOT every depot was taken exactly once.');
    process.exitCode = isExact ? 0 : 1;
  } finally {
    await world?.stop().catch(() => {});
    await owner?.end().catch(() => {});
    await bankProcess.kill();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

await main();
process.exit();
