import type { CallAnswer, CallInput } from '@depotwerk/api/call';
import type {
  changeContracts as changeCall,
  previewContractChange,
  startContractChange as startCall,
} from '@depotwerk/api/contract-bulk';
import type { Transaction } from 'kysely';
import { writeAudit } from '../../../platform/audit/write-audit.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { readerIn } from '../../../platform/database/transaction-reader.ts';
import { keepRows } from '../../../platform/deletions/keep-deletion.ts';
import { refusing } from '../../../platform/editing.ts';
import { AppError, notFound } from '../../../platform/http/app-error.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import { answerOnce, runOnce } from '../../../platform/idempotency.ts';
import { enqueueJob } from '../../../platform/jobs/enqueue-job.ts';
import { starterOf } from '../../../platform/jobs/job-starter.ts';
import type { Services } from '../../../platform/services.ts';
import { readJob } from '../../jobs/public.ts';
import { selectionAsTexts } from '../contract-selection.view.ts';
import { contractRefusals } from '../save-contract.ts';
import { applyChange } from './apply-change.ts';
import { type BulkOutcome, readTarget, workOut } from './bulk-outcome.view.ts';
import { changeJobType } from './change-job-type.ts';
import { requireChange } from './require-change.ts';

/**
 * What a change of many contracts would do.
 * @throws 403, 400 for a group or tariff that cannot be chosen, or more contracts than go at once
 */
export async function previewChange(
  services: Services,
  { scope }: SignedInContext,
  { body }: CallInput<typeof previewContractChange>,
): Promise<BulkOutcome> {
  requireChange(scope, body.change);
  const { outcome } = await workOut(services, scope, body, false);
  return outcome;
}

/**
 * Makes the change a preview told of, all of it or nothing; a repetition gets the first answer.
 * @throws as the preview; 412 when something else would come out by now than was confirmed
 */
export async function changeContracts(
  services: Services,
  context: SignedInContext,
  { body }: CallInput<typeof changeCall>,
): Promise<BulkOutcome> {
  requireChange(context.scope, body.change);
  return runOnce(services.database, context, 'changeContracts', body, (transaction) =>
    refusing(contractRefusals, async () => {
      const reading = { database: readerIn(transaction) };
      const { outcome, changing, target } = await workOut(reading, context.scope, body, true);
      if (outcome.fingerprint !== body.fingerprint) throw new AppError('common.versionConflict');
      const now = new Date(services.clock()).toISOString();
      const undoable = await applyChange(transaction, context, { changing, target }, now);
      if (undoable === null) return outcome;
      const { kind, objectId, parts } = undoable;
      const { userId } = context.scope;
      return { ...outcome, keptId: await keepRows(transaction, { kind, objectId, userId }, parts) };
    }),
  );
}

/**
 * Starts the same change for any number of contracts as a job; each is judged when its turn comes, by the rights held then.
 * @throws 403, 400 for a group, tariff or tag that cannot be chosen
 */
export async function startChange(
  services: Services,
  context: SignedInContext,
  { body }: CallInput<typeof startCall>,
): Promise<CallAnswer<typeof startCall>> {
  const { scope, actor } = context;
  requireChange(scope, body.change);
  await readTarget(services, scope, body.change);
  const selection = selectionAsTexts(body.selection);
  const start = async (transaction: Transaction<Schema>) => {
    const jobId = await enqueueJob(transaction, {
      jobType: changeJobType,
      payload: {
        selection,
        change: body.change,
        ...starterOf(context),
      },
      createdBy: scope.userId,
    });
    if (jobId === null) throw notFound();
    await writeAudit(transaction, {
      actor,
      action: 'contracts.bulkChange',
      objectType: 'job',
      objectId: jobId,
      details: { kind: body.change.kind },
    });
    return jobId;
  };
  return answerOnce(services.database, context, 'startContractChange', body, start, ({ database }, jobId) =>
    readJob(database, scope, jobId),
  );
}
