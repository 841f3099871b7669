import { followTaskChanges } from '../apps/server/src/areas/workbench/follow-changes.ts';
import type { DatabaseTarget } from '../apps/server/src/platform/database/connection.ts';
import { Database } from '../apps/server/src/platform/database/database.ts';
import { calmBook } from './calm-book.ts';
import { type BenchServer, onServer } from './database.ts';
import { rowOfRun, runJob } from './job-processes.ts';
import { postmasterOf, readProcessorTime } from './processor.ts';
import { type Row, report } from './report.ts';

/** A million due contracts in five minutes: the aim, by contract. */
const aimSeconds = (contracts: number) => (300 * contracts) / 1e6;
const processes = 2;

/** Contracts of the calm month at least: enough that programs are compiled and a run lasts. */
const calmContracts = 100_000;

const forgetLooks = (target: DatabaseTarget) =>
  onServer(
    target,
    `delete from planned_optimizations p using continuous_plans k
       where p.tenant_id = k.tenant_id and p.id = k.planned_optimization_id;
     delete from continuous_plans`,
  );

/** What the work list does once the job is done: every task its looks ask for, by one process. */
async function followRow(target: DatabaseTarget, now: number, label: string): Promise<Row> {
  const postmaster = await postmasterOf(target);
  const used = () => readProcessorTime(process.pid, postmaster);
  const before = used();
  const start = performance.now();
  const changes = await followTasks(target, now);
  const seconds = (performance.now() - start) / 1000;
  const after = used();
  const cpu = (of: 'serverThread' | 'postgres') =>
    before === null || after === null ? '' : `${(after[of] - before[of]).toFixed(1)} s`;
  return [
    changes.toLocaleString('de-DE'),
    label,
    `${seconds.toFixed(1)} s`,
    (changes / seconds).toFixed(0),
    '',
    '',
    cpu('serverThread'),
    cpu('postgres'),
    '',
    '',
  ];
}

/** Answers how many changes the work list took. */
async function followTasks(target: DatabaseTarget, now: number): Promise<number> {
  const database = new Database(target, { poolSize: 2 });
  try {
    return await followTaskChanges({ database, clock: () => now, forgetCounts: () => {} });
  } finally {
    await database.close();
  }
}

/** Measures continuous optimisation where every contract of a house is due on one day, and the day after. */
export async function benchContinuous(server: BenchServer, sizes: readonly number[]): Promise<void> {
  const rows: Row[] = [];
  for (const contracts of sizes) {
    const target = await server.databaseOf(contracts);
    const [world] = await onServer<{ anchor: string; tenant_id: string; due: number }>(
      target,
      `select s.setting_value->>'anchor' as anchor, t.tenant_id
         from installation_settings s, tenants t where s.setting_key = 'demo' and t.tenant_key = 'demo.example'`,
    );
    if (!world) throw new Error('The database holds no demo world.');
    const now = Date.parse(`${world.anchor}T11:00:00Z`);
    const forget = () => forgetLooks(target);
    await onServer(target, 'alter table tariffs add column if not exists bench_before jsonb');
    await onServer(
      target,
      `update tariffs set bench_before = to_jsonb(tariffs) where bench_before is null;
       update tariffs set continuous_optimization = true, optimization_interval = 4,
         optimization_start = '${world.anchor}'::date - interval '9 months'`,
    );
    try {
      const context = { tenantId: world.tenant_id, userId: null };
      const run = (losesWorker = false, on = target) =>
        runJob(
          { target: on, now },
          context,
          { jobType: 'planContinuous', payload: {}, createdBy: null },
          processes,
          losesWorker,
        );
      await forget();
      // What the bench itself changed is no work of a run.
      await followTasks(target, now);
      const due = await run();
      rows.push(rowOfRun('all due', due, aimSeconds(due.done), true));
      rows.push(await followRow(target, now, 'its work list: changes'));
      rows.push(rowOfRun('the same again: only what was skipped', await run(), null, true));
      const book = await calmBook(target, calmContracts);
      await forgetLooks(book);
      await followTasks(book, now);
      const calm = await run(false, book);
      rows.push(rowOfRun('a calm month: one in fifty needs a plan', calm, aimSeconds(calm.done), true));
      rows.push(await followRow(book, now, 'its work list: changes'));
      await forget();
      rows.push(rowOfRun('all due, one of the processes killed after 5 s', await run(true), null, true));
    } finally {
      await forget();
      await onServer(
        target,
        `update tariffs set continuous_optimization = (bench_before->>'continuous_optimization')::boolean,
           optimization_interval = (bench_before->>'optimization_interval')::smallint,
           optimization_start = (bench_before->>'optimization_start')::date`,
      );
      await onServer(target, 'alter table tariffs drop column bench_before');
    }
  }
  report(
    'continuous',
    'Continuous optimisation, every contract due on one day',
    `${server.name}, ${processes} worker processes. Aim: 1,000,000 due contracts in 300 s, a killed process survived, memory flat.`,
    [
      'contracts',
      'case',
      'time',
      'contracts/s',
      'planned',
      'skipped',
      'CPU of the workers',
      'CPU of PostgreSQL',
      'peak memory',
      'aim',
    ],
    rows,
  );
}
