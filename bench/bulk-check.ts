import type { DatabaseTarget } from '../apps/server/src/platform/database/connection.ts';
import { type BenchServer, onServer } from './database.ts';
import { type JobRun, rowOfRun, runJob } from './job-processes.ts';
import { type Row, report } from './report.ts';

/** A million contracts in two minutes: the aim, by contract. */
const aimSeconds = (contracts: number) => (120 * contracts) / 1e6;
const processes = 2;
const largestRewrite = 100_000;

/** Measures the bulk check of all contracts: nothing to write, and everything after new prices of every fund. */
export async function benchBulkCheck(server: BenchServer, sizes: readonly number[]): Promise<void> {
  const rows: Row[] = [];
  for (const contracts of sizes) {
    const target = await server.databaseOf(contracts);
    const [world] = await onServer<{ anchor: string; tenant_id: string; user_id: string }>(
      target,
      `select s.setting_value->>'anchor' as anchor, u.tenant_id, u.id as user_id
         from installation_settings s, users u where s.setting_key = 'demo' and u.user_name = 'admin@demo.example'`,
    );
    if (!world) throw new Error('The database holds no demo world.');
    const now = Date.parse(`${world.anchor}T11:00:00Z`);
    // The first run settles what an older version of the demo or an earlier run left.
    await checkAll(target, world, now);
    const quiet = await checkAll(target, world, now);
    rows.push(rowOfRun('nothing changed', quiet, aimSeconds(quiet.done)));
    const bereft = await checkAll(target, world, now, true);
    rows.push(rowOfRun('nothing changed, one of the processes killed after 5 s', bereft, null));
    // Writing every contract anew takes too long to be part of every run of the largest stock.
    if (quiet.done > largestRewrite) continue;
    await onServer(target, `update funds set price = price * 1.01, price_date = '${world.anchor}'::date + 1`);
    const moved = await checkAll(target, world, now + 86_400_000);
    rows.push(rowOfRun('every price moved', moved, null));
    await onServer(target, `update funds set price = price / 1.01, price_date = '${world.anchor}'::date`);
    await checkAll(target, world, now);
    await onServer(target, 'vacuum analyze contracts, contract_hints, portfolios');
  }
  report(
    'bulk-check',
    'Bulk check of all contracts',
    `${server.name}, ${processes} worker processes. Aim: 1,000,000 contracts in 120 s where nothing changed, memory flat.`,
    [
      'contracts',
      'case',
      'time',
      'contracts/s',
      'changed',
      'CPU of the workers',
      'CPU of PostgreSQL',
      'peak memory',
      'aim',
    ],
    rows,
  );
}

async function checkAll(
  target: DatabaseTarget,
  world: { readonly tenant_id: string; readonly user_id: string },
  now: number,
  losesWorker = false,
): Promise<JobRun> {
  const visibility = { groupIds: null, includesWithoutGroup: true, ownCustomerId: null };
  const job = { jobType: 'checkContracts', payload: { filter: {}, visibility }, createdBy: world.user_id };
  const context = { tenantId: world.tenant_id, userId: world.user_id };
  return runJob({ target, now }, context, job, processes, losesWorker);
}
