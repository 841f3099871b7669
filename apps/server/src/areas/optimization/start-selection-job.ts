import type { bulkSelection } from '@depotwerk/api/contract-bulk';
import type { Job } from '@depotwerk/api/jobs';
import type { Transaction } from 'kysely';
import type * as z from 'zod/mini';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { notFound } from '../../platform/http/app-error.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { answerOnce } from '../../platform/idempotency.ts';
import { enqueueJob } from '../../platform/jobs/enqueue-job.ts';
import { visibilityOf } from '../../platform/scope.ts';
import type { Services } from '../../platform/services.ts';
import { selectionAsTexts } from '../contracts/public.ts';
import { readJob } from '../jobs/public.ts';

/** Work on many contracts that runs as a job. */
interface SelectionJob {
  /** Id of the call, for its idempotency key. */
  readonly call: string;
  readonly jobType: string;
  readonly action: string;
  /** The call's body: the same key with another one is refused. */
  readonly request: unknown;
  readonly selection: z.output<typeof bulkSelection>;
  /** What the job has to know beside its contracts. */
  readonly payload?: object;
  /** What the log tells beside their number. */
  readonly details?: object;
}

/**
 * Starts work on many contracts as a job. Only contracts the caller may edit are worked on, by the rights held now: the job
 * carries them, so that a right taken away later does not leave it half done.
 */
export function startSelectionJob(
  services: Services,
  context: SignedInContext,
  { call, jobType, action, request, selection, payload, details }: SelectionJob,
): Promise<Job> {
  const { scope, actor } = context;
  const start = async (transaction: Transaction<Schema>) => {
    const id = await enqueueJob(transaction, {
      jobType,
      payload: {
        ...selectionAsTexts(selection),
        ...payload,
        visibility: visibilityOf(scope, 'groupContracts.edit'),
      },
      createdBy: scope.userId,
    });
    await writeAudit(transaction, {
      actor,
      action,
      objectType: 'job',
      ...(id !== null && { objectId: id }),
      details: { contracts: 'contractIds' in selection ? selection.contractIds.length : null, ...details },
    });
    if (id === null) throw notFound();
    return id;
  };
  return answerOnce(services.database, context, call, request, start, ({ database }, jobId) =>
    readJob(database, scope, jobId),
  );
}
