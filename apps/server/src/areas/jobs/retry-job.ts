import type { retryJob as retryJobCall } from '@depotwerk/api/jobs/jobs';
import { goesOnAgain } from '@depotwerk/domain/job-results';
import { sql, type Transaction } from 'kysely';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { readerIn } from '../../platform/database/transaction-reader.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import type { Verb } from '../../platform/http/verb.ts';
import { answerOnce } from '../../platform/idempotency.ts';
import { requirePermission, type Scope } from '../../platform/scope.ts';
import { jobOf, mayRetry, readJob } from './jobs.view.ts';
import { hasRest } from './retryable.ts';

/**
 * Lets what a job gave up, or was cancelled before, run again: only those chunks, nothing that was done.
 * @throws 404 when the caller does not see it, 403 without the right where he did not cancel it himself, 409 when nothing of it was given up, its like is on its way or it cannot go on
 */
export const retryJob: Verb<typeof retryJobCall> = async (services, context, input) => {
  const { scope, actor } = context;
  const jobId = input.params.id;
  const retry = async (transaction: Transaction<Schema>) => {
    await readJob(readerIn(transaction), scope, jobId);
    const chunkCount = await revive(transaction, scope, jobId);
    await writeAudit(transaction, {
      actor,
      action: 'jobs.retry',
      objectType: 'job',
      objectId: jobId,
      details: { chunkCount },
    });
    return jobId;
  };
  return answerOnce(services.database, context, 'retryJob', { jobId }, retry, jobOf(scope));
};

/** Answers the number of chunks that run again; 0 for a job that was never split. */
async function revive(transaction: Transaction<Schema>, scope: Scope, jobId: string): Promise<number> {
  const { rows } = await sql<{
    jobType: string;
    createdById: string | null;
    cancelledById: string | null;
    hasRest: boolean;
    isTaken: boolean;
    chunks: number;
    dead: number;
  }>`
    select j.job_type as "jobType", j.created_by as "createdById", j.cancelled_by as "cancelledById",
      ${sql.raw(hasRest)} as "hasRest", exists (select from jobs o where o.tenant_id = j.tenant_id and o.unique_key = j.unique_key
        and o.id <> j.id and o.state not in ('done', 'dead')) as "isTaken",
      (select count(*)::int from job_chunks c where c.tenant_id = j.tenant_id and c.job_id = j.id) as chunks,
      (select count(*)::int from job_chunks c where c.tenant_id = j.tenant_id and c.job_id = j.id and c.state in ('dead', 'cancelled')) as dead
      from jobs j where j.tenant_id = app_tenant_id() and j.id = ${jobId} for update of j`.execute(
    transaction,
  );
  const job = rows[0];
  if (!job) throw notFound();
  // Who lets his own work go on twice is told that it does, not that he may not.
  if (job.createdById === scope.userId && !job.hasRest) throw new AppError('jobs.notRetryable');
  if (!mayRetry(scope, job)) requirePermission(scope, 'jobs.retry');
  if (!job.hasRest || job.isTaken || !goesOnAgain(job.jobType)) throw new AppError('jobs.notRetryable');
  await sql`delete from job_problems p using job_chunks c
     where p.tenant_id = app_tenant_id() and p.job_id = ${jobId}
       and c.tenant_id = p.tenant_id and c.job_id = p.job_id and c.id = p.chunk_id and c.state in ('dead', 'cancelled')`.execute(
    transaction,
  );
  await sql`update job_chunks set state = 'queued', attempts = 0, run_at = now(), failed_count = 0, last_error = null,
      finished_at = null where tenant_id = app_tenant_id() and job_id = ${jobId}
      and state in ('dead', 'cancelled')`.execute(transaction);
  await sql`update job_lanes set error_code = null, error_message = null
     where tenant_id = app_tenant_id() and job_id = ${jobId}`.execute(transaction);
  await sql`update jobs set state = ${job.chunks > 0 ? 'split' : 'queued'}, attempts = 0, run_at = now(),
      last_error = null, finished_at = null, cancelled_at = null, cancelled_by = null
     where tenant_id = app_tenant_id() and id = ${jobId}`.execute(transaction);
  return job.dead;
}
