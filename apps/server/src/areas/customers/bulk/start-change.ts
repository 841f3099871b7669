import type { CallAnswer, CallInput } from '@depotwerk/api/call';
import {
  customerBulkRequest,
  type startCustomerChange as startCall,
  type takeBackCustomerChange as takeBackCall,
} from '@depotwerk/api/customer-bulk';
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
import { customerSelectionAsTexts } from '../customer-selection.view.ts';
import { changeJobType, takeBackJobType } from './change-job-types.ts';
import { requireChoosable } from './customer-outcome.view.ts';
import { requireBulk } from './require-bulk.ts';

/**
 * Starts a change of any number of customers as a job; each is judged when his turn comes, by the rights held then.
 * @throws 403, 400 for a group or tag that cannot be chosen
 */
export async function startChange(
  services: Services,
  context: SignedInContext,
  { body }: CallInput<typeof startCall>,
): Promise<CallAnswer<typeof startCall>> {
  const { scope, actor } = context;
  requireBulk(scope);
  await requireChoosable(services, scope, body.change);
  const start = async (transaction: Transaction<Schema>) => {
    const jobId = await enqueueJob(transaction, {
      jobType: changeJobType,
      payload: {
        selection: customerSelectionAsTexts(body.selection),
        change: body.change,
        ...starterOf(context),
      },
      createdBy: scope.userId,
    });
    if (jobId === null) throw notFound();
    await writeAudit(transaction, {
      actor,
      action: 'customers.bulkChange',
      objectType: 'job',
      objectId: jobId,
      details: { kind: body.change.kind },
    });
    return jobId;
  };
  return answerOnce(services.database, context, 'startCustomerChange', body, start, ({ database }, jobId) =>
    readJob(database, scope, jobId),
  );
}

/**
 * Starts taking back what a change of many customers did; once at a time, and as often as something is left.
 * @throws 404 when the caller does not see such a job, 403 without the right of the change, 409 while it or another way back runs
 */
export function takeBackChange(
  services: Services,
  context: SignedInContext,
  { params }: CallInput<typeof takeBackCall>,
): Promise<CallAnswer<typeof takeBackCall>> {
  const { scope, actor } = context;
  requireBulk(scope);
  const start = async (transaction: Transaction<Schema>) => {
    const job = await readJob(readerIn(transaction), scope, params.id);
    if (job.jobType !== changeJobType) throw notFound();
    if (job.state !== 'done' && job.state !== 'dead')
      throw new AppError('common.inProgress', { retryAfter: 5 });
    const change = await readChange(transaction, params.id);
    const jobId = await enqueueJob(transaction, {
      jobType: takeBackJobType,
      payload: { ofJobId: params.id, change, ...starterOf(context) },
      createdBy: scope.userId,
      uniqueKey: `${takeBackJobType} ${params.id}`,
    });
    if (jobId === null) throw new AppError('common.inProgress', { retryAfter: 5 });
    await writeAudit(transaction, {
      actor,
      action: 'customers.bulkTakeBack',
      objectType: 'job',
      objectId: params.id,
      details: { kind: change.kind },
    });
    return jobId;
  };
  return answerOnce(
    services.database,
    context,
    'takeBackCustomerChange',
    params,
    start,
    ({ database }, jobId) => readJob(database, scope, jobId),
  );
}

async function readChange(transaction: Transaction<Schema>, jobId: string) {
  const { rows } = await sql<{ change: unknown }>`
    select payload -> 'change' as change from jobs where tenant_id = app_tenant_id() and id = ${jobId}`.execute(
    transaction,
  );
  return customerBulkRequest.shape.change.parse(rows[0]?.change);
}
