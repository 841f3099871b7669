import { sql, type Transaction } from 'kysely';
import { writeAudit } from '../audit/write-audit.ts';
import type { Schema } from '../database/schema.ts';
import { AppError } from '../http/app-error.ts';
import type { SignedInContext } from '../http/request-context.ts';
import { type Limited, refuseAboveQuota } from '../quotas.ts';
import { enqueueJob } from './enqueue-job.ts';
import { starterOf } from './job-starter.ts';

interface JobToStart {
  readonly jobType: string;
  readonly payload: object;
  /** At most one with this key is on its way. */
  readonly uniqueKey?: string;
  /** What the log calls it. */
  readonly action: string;
  /** What it is about, where that is another job; default itself. */
  readonly ofJobId?: string;
  readonly details: Readonly<Record<string, string | number | boolean | null>>;
}

/**
 * Starts work over many objects that somebody asked for, with its entry in the log; answers its id. The call has asked for his rights
 * before, so that nobody waits for work that is refused in the end. The job carries who he is and asks for them again when the turn
 * of each piece comes (`readHeldScope`): what he may no longer do by then is not done for him.
 * @throws 409 while one with the same key is on its way, and above what one person may start in a day
 */
export async function startJob(
  services: Limited,
  transaction: Transaction<Schema>,
  context: Pick<SignedInContext, 'actor' | 'scope'>,
  { jobType, payload, uniqueKey, action, ofJobId, details }: JobToStart,
): Promise<string> {
  // Checks that follow from his edits bear his name too, but nobody started them as such: they have no starter.
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from jobs where tenant_id = app_tenant_id() and created_by = ${context.scope.userId}
      and payload ? 'sessionId' and created_at > now() - interval '24 hours'`.execute(transaction);
  refuseAboveQuota(services, [{ name: 'jobsPerUserAndDay', present: rows[0]?.count ?? 0, added: 1 }]);
  const jobId = await enqueueJob(transaction, {
    jobType,
    payload: { ...payload, ...starterOf(context) },
    createdBy: context.scope.userId,
    ...(uniqueKey !== undefined && { uniqueKey }),
  });
  if (jobId === null) throw new AppError('common.inProgress', { retryAfter: 5 });
  await writeAudit(transaction, {
    actor: context.actor,
    action,
    objectType: 'job',
    objectId: ofJobId ?? jobId,
    details,
  });
  return jobId;
}
