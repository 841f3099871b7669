import type { bulkSelection } from '@depotwerk/api/contracts/contract-bulk';
import type { Job } from '@depotwerk/api/jobs/jobs';
import type { GroupRight } from '@depotwerk/domain/permissions';
import type { Transaction } from 'kysely';
import type * as z from 'zod/mini';
import type { Schema } from '../../platform/database/schema.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { answerOnce } from '../../platform/idempotency.ts';
import { startJob } from '../../platform/jobs/start-job.ts';
import { visibilityOf } from '../../platform/scope.ts';
import type { Services } from '../../platform/services.ts';
import { selectionAsTexts } from '../contracts/public.ts';
import { jobOf } from '../jobs/public.ts';

/** Work on many contracts that runs as a job. */
interface SelectionJob {
  /** Id of the call, for its idempotency key. */
  readonly call: string;
  readonly jobType: string;
  readonly action: string;
  /** The call's body: the same key with another one is refused. */
  readonly request: unknown;
  readonly selection: z.output<typeof bulkSelection>;
  /** What the work takes in the group of each; default the right to edit. */
  readonly right?: GroupRight;
  /** What the job has to know beside its contracts. */
  readonly payload?: object;
  /** What the log tells beside their number. */
  readonly details?: Readonly<Record<string, string | null>>;
}

/**
 * Starts work on many contracts as a job: on those the caller may edit now, and still may when the turn of each comes
 * (`editableStill`). The job carries the rights held now, because by them its pieces are cut.
 */
export function startSelectionJob(
  services: Services,
  context: SignedInContext,
  {
    call,
    jobType,
    action,
    request,
    selection,
    right = 'groupContracts.edit',
    payload,
    details,
  }: SelectionJob,
): Promise<Job> {
  const { scope } = context;
  const start = (transaction: Transaction<Schema>) =>
    startJob(services, transaction, context, {
      jobType,
      payload: {
        ...selectionAsTexts(selection),
        ...payload,
        visibility: visibilityOf(scope, right),
      },
      action,
      details: { contracts: 'contractIds' in selection ? selection.contractIds.length : null, ...details },
    });
  return answerOnce(services.database, context, call, request, start, jobOf(scope));
}
