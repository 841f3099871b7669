import { beforeAll, expect, it, vi } from 'vitest';
import { useTestDatabase } from '../../../../test/database.ts';
import { type Adviser, RefreshWorld } from '../../../../test/refresh-world.ts';
import { startedForTests } from '../../../../test/started-for-tests.ts';
import { Database } from '../../../platform/database/database.ts';
import { enqueueJob } from '../../../platform/jobs/enqueue-job.ts';
import { createJobWorker } from '../../../platform/jobs/job-worker.ts';
import { remoteRefreshJob, remoteRefreshType } from './remote-refresh-job.ts';

const db = useTestDatabase();
const world = startedForTests(() => RefreshWorld.start(db));
let adviser: Adviser;

beforeAll(async () => {
  adviser = await world.adviser();
  await world.worker.stop();
});

it('200 refreshes begun by twenty advisers in one morning all end, with as few connections as the product has for jobs', async () => {
  const depots = await Promise.all(Array.from({ length: 5 }, () => world.linked()));
  const advisers = [adviser];
  while (advisers.length < 20) advisers.push(await world.adviser());
  const context = { tenantId: world.tenantId, userId: adviser.userId };
  await db.database.transaction(context, async (transaction) => {
    for (let k = 0; k < 200; k += 1) {
      // Half of everything at every bank, half of a single contract.
      const contractIds = k % 2 === 0 ? null : [depots[k % depots.length]?.contractId];
      const payload = { issuerId: null, contractIds };
      await enqueueJob(transaction, {
        jobType: remoteRefreshType,
        payload,
        createdBy: advisers[k % 20]?.userId ?? adviser.userId,
      });
    }
  });
  const errors: string[] = [];
  const database = new Database(db.target, { poolSize: 3, connectionTimeout: 60_000 });
  const worker = createJobWorker({
    database,
    handlers: [remoteRefreshJob({ ...world.services, database })],
    logger: { error: (_values, message) => errors.push(message) },
    pollMs: 100,
  });
  worker.start();
  try {
    await vi.waitFor(
      async () => {
        const { rows } = await world.run(
          `select state, count(*)::int as count from jobs where tenant_id = $1 and job_type = 'remoteRefresh' group by state`,
        );
        expect(rows).toEqual([{ state: 'done', count: 200 }]);
      },
      { timeout: 90_000, interval: 250 },
    );
  } finally {
    await worker.stop();
    await database.close();
  }
  expect(errors).toEqual([]);
  const { rows } = await world.run('select count(*)::int as count from job_problems where tenant_id = $1');
  expect(rows).toEqual([{ count: 0 }]);
}, 120_000);
