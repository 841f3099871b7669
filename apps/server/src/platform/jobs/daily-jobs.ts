import { sql, type Transaction } from 'kysely';
import type { Database } from '../database/database.ts';
import { inEveryTenant } from '../database/every-tenant.ts';
import type { Schema } from '../database/schema.ts';
import { type Looking, startLooking } from '../looking.ts';
import { enqueueJob } from './enqueue-job.ts';

/** A kind of job that every tenant gets once a day (UTC). */
export interface DailyJob {
  readonly jobType: string;
  readonly payload: unknown;
}

/**
 * Later than anything a right clock sets: no pause between two tries and no lease is as long. What waits for longer was left by a
 * clock that ran ahead, and would wait for as long as that was.
 */
const longestPause = sql`interval '1 hour'`;

/** What a clock that ran ahead has left is due now, and a lease from then ends now. */
async function dueAgain(transaction: Transaction<Schema>): Promise<void> {
  const isLeft = sql`tenant_id = app_tenant_id() and (state in ('queued', 'failed') and run_at > now() + ${longestPause}
    or state = 'running' and locked_until > now() + ${longestPause})`;
  const become = sql`run_at = now(), locked_until = case when state = 'running' then now() end`;
  await sql`update job_chunks set ${become} where ${isLeft}`.execute(transaction);
  await sql`update jobs set ${become} where ${isLeft}`.execute(transaction);
}

/**
 * Enqueues what is due today in every tenant; any number of processes may ask at once. The key is the job's own, so
 * that one a person has started counts too. One of a day that is still to come, by a clock that ran ahead, counts not.
 */
export async function enqueueDailyJobs(database: Database, jobs: readonly DailyJob[]): Promise<number> {
  const enqueued = await inEveryTenant(database, async (transaction) => {
    await dueAgain(transaction);
    const ids: string[] = [];
    for (const { jobType, payload } of jobs) {
      const { rows } = await sql`select from jobs where tenant_id = app_tenant_id() and job_type = ${jobType}
        and created_by is null and created_at >= date_trunc('day', now(), 'UTC')
        and created_at < date_trunc('day', now(), 'UTC') + interval '1 day' limit 1`.execute(transaction);
      if (rows.length > 0) continue;
      const id = await enqueueJob(transaction, { jobType, payload, createdBy: null, uniqueKey: jobType });
      if (id !== null) ids.push(id);
    }
    return ids;
  });
  return enqueued.length;
}

const hour = 3_600_000;

/** Looks now and every hour until stopped; `stop` waits for the look under way. */
export function startDailyJobs(
  database: Database,
  jobs: readonly DailyJob[],
  logger: { readonly error: (values: object, message: string) => void },
): Looking {
  return startLooking(
    hour,
    () => enqueueDailyJobs(database, jobs),
    // The database is away: the next look finds the same.
    (error) => logger.error({ err: error }, 'jobs.dailyFailed'),
    'at once',
  );
}
