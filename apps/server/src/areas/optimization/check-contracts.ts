import type { CallAnswer, CallInput } from '@depotwerk/api/call';
import type { checkContracts as checkContractsCall } from '@depotwerk/api/optimization';
import type { Transaction } from 'kysely';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { notFound } from '../../platform/http/app-error.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { answerOnce } from '../../platform/idempotency.ts';
import { enqueueJob } from '../../platform/jobs/enqueue-job.ts';
import { requirePermission, visibilityOf } from '../../platform/scope.ts';
import type { Services } from '../../platform/services.ts';
import { filterAsTexts } from '../contracts/public.ts';
import { readJob } from '../jobs/public.ts';
import { checkJobType } from './check-job.ts';

/**
 * Starts the check of many contracts as a job. Only contracts the caller may edit are checked, by the rights held now:
 * the job carries them, so that a right taken away later does not leave it half done.
 */
export async function checkContracts(
  services: Services,
  context: SignedInContext,
  { body }: CallInput<typeof checkContractsCall>,
): Promise<CallAnswer<typeof checkContractsCall>> {
  const { scope, actor } = context;
  requirePermission(scope, 'contracts.bulk');
  const visibility = visibilityOf(scope, 'groupContracts.edit');
  // The call has parsed the filter; the job parses it again and wants it as the query string had it.
  const payload =
    'filter' in body
      ? {
          filter: filterAsTexts(body.filter),
          visibility,
        }
      : { ...body, visibility };
  const start = async (transaction: Transaction<Schema>) => {
    const id = await enqueueJob(transaction, { jobType: checkJobType, payload, createdBy: scope.userId });
    await writeAudit(transaction, {
      actor,
      action: 'contracts.bulkCheck',
      objectType: 'job',
      ...(id !== null && { objectId: id }),
      details: { contracts: 'contractIds' in body ? body.contractIds.length : null },
    });
    if (id === null) throw notFound();
    return id;
  };
  return answerOnce(services.database, context, 'checkContracts', body, start, ({ database }, jobId) =>
    readJob(database, scope, jobId),
  );
}
