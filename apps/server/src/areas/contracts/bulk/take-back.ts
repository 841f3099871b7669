import type { CallAnswer, CallInput } from '@depotwerk/api/call';
import { bulkRequest, type takeBackContractChange as call } from '@depotwerk/api/contract-bulk';
import { sql, type Transaction } from 'kysely';
import { writeAudit } from '../../../platform/audit/write-audit.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { readerIn } from '../../../platform/database/transaction-reader.ts';
import { AppError, notFound } from '../../../platform/http/app-error.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import { answerOnce } from '../../../platform/idempotency.ts';
import { enqueueJob } from '../../../platform/jobs/enqueue-job.ts';
import { starterOf } from '../../../platform/jobs/job-starter.ts';
import type { Services } from '../../../platform/services.ts';
import { readJob } from '../../jobs/public.ts';
import type { BulkRequest } from './bulk-outcome.view.ts';
import { changeJobType } from './change-job-type.ts';
import { requireChange } from './require-change.ts';
import { takeBackJobType } from './take-back-job.ts';

/**
 * Starts taking back what a change of many contracts did; once at a time, and as often as something is left.
 * @throws 404 when the caller does not see such a job, 403 without the right of the change, 409 while it or another way back runs
 */
export function takeBackChange(
  services: Services,
  context: SignedInContext,
  { params }: CallInput<typeof call>,
): Promise<CallAnswer<typeof call>> {
  const { scope, actor } = context;
  const start = async (transaction: Transaction<Schema>) => {
    const job = await readJob(readerIn(transaction), scope, params.id);
    if (job.jobType !== changeJobType) throw notFound();
    const change = await readChange(transaction, params.id);
    // That somebody has looked contracts over cannot be unseen.
    if (change.kind === 'checked') throw notFound();
    requireChange(scope, change);
    if (job.state !== 'done' && job.state !== 'dead')
      throw new AppError('common.inProgress', { retryAfter: 5 });
    const jobId = await enqueueJob(transaction, {
      jobType: takeBackJobType,
      payload: { ofJobId: params.id, change, ...starterOf(context) },
      createdBy: scope.userId,
      uniqueKey: `${takeBackJobType} ${params.id}`,
    });
    if (jobId === null) throw new AppError('common.inProgress', { retryAfter: 5 });
    await writeAudit(transaction, {
      actor,
      action: 'contracts.bulkTakeBack',
      objectType: 'job',
      objectId: params.id,
      details: { kind: change.kind },
    });
    return jobId;
  };
  return answerOnce(
    services.database,
    context,
    'takeBackContractChange',
    params,
    start,
    ({ database }, jobId) => readJob(database, scope, jobId),
  );
}

async function readChange(transaction: Transaction<Schema>, jobId: string): Promise<BulkRequest['change']> {
  const { rows } = await sql<{ change: unknown }>`
    select payload -> 'change' as change from jobs where tenant_id = app_tenant_id() and id = ${jobId}`.execute(
    transaction,
  );
  const [job] = rows;
  if (!job) throw notFound();
  return bulkRequest.shape.change.parse(job.change);
}
