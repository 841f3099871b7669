import { expect, vi } from 'vitest';
import { eraseExpiredJob, eraseExpiredType } from '../src/areas/customers/privacy/erase-expired-job.ts';
import { enqueueDailyJobs } from '../src/platform/jobs/daily-jobs.ts';
import { createJobWorker } from '../src/platform/jobs/job-worker.ts';
import { tenantA } from './contract-world.ts';
import type { OwnTestDatabase } from './database.ts';

/** Results of what is shown in an archive already, in the order of the alphabet. */
export const notShown = [
  'contract_approval_rows',
  'contract_change_rows',
  'contract_check_rows',
  'contract_handover_rows',
  'contract_plan_rows',
  'contract_release_rows',
  'customer_change_rows',
  'customer_distinctions',
  'year_end_rows',
];

/** Runs the job of the night that erases what may go, to its end in a house. */
export async function eraseByNight({ database, owner }: OwnTestDatabase, tenantId = tenantA): Promise<void> {
  const worker = createJobWorker({
    database,
    handlers: [eraseExpiredJob(database)],
    logger: { error: () => {} },
    pollMs: 50,
  });
  await owner.query('delete from jobs where tenant_id = $1', [tenantId]);
  await enqueueDailyJobs(database, [{ jobType: eraseExpiredType, payload: {} }]);
  worker.start();
  await vi.waitFor(
    async () => {
      const done = await owner.query(`select 1 from jobs where tenant_id = $1 and state = 'done'`, [
        tenantId,
      ]);
      expect(done.rows).toHaveLength(1);
    },
    { timeout: 15_000 },
  );
  await worker.stop();
}
