import type { cancelJob as cancelJobCall } from '@depotwerk/api/jobs/jobs';
import type { Transaction } from 'kysely';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { readerIn } from '../../platform/database/transaction-reader.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Verb } from '../../platform/http/verb.ts';
import { answerOnce } from '../../platform/idempotency.ts';
import { cancelWork } from '../../platform/jobs/cancel-work.ts';
import { requirePermission } from '../../platform/scope.ts';
import { jobOf, readJob } from './jobs.view.ts';

/**
 * Cancels work over many objects: the worker ends what it is at and begins nothing more of it.
 * @throws 404 when the caller does not see it, 403 for work of others without the right, 409 when it is over or not of that kind
 */
export const cancelJob: Verb<typeof cancelJobCall> = async (services, context, input) => {
  const { scope, actor } = context;
  const jobId = input.params.id;
  const cancel = async (transaction: Transaction<Schema>) => {
    const { isMine } = await readJob(readerIn(transaction), scope, jobId);
    if (!isMine) requirePermission(scope, 'jobs.retry');
    const chunkCount = await cancelWork(transaction, jobId, scope.userId);
    if (chunkCount === null) throw new AppError('jobs.notCancellable');
    await writeAudit(transaction, {
      actor,
      action: 'jobs.cancel',
      objectType: 'job',
      objectId: jobId,
      details: { chunkCount },
    });
    return jobId;
  };
  return answerOnce(services.database, context, 'cancelJob', { jobId }, cancel, jobOf(scope));
};
