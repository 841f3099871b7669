import { writeAudit } from '../../../platform/audit/write-audit.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import { runOnce } from '../../../platform/idempotency.ts';
import { enqueueJob } from '../../../platform/jobs/enqueue-job.ts';
import { requirePermission } from '../../../platform/scope.ts';
import type { TraderServices } from '../trader-services.ts';
import { listUsableIssuers } from './trader-access.view.ts';

/** All pending banks are confirmed: the remote refresh of all the user's banks starts, once however often it is asked. */
export async function confirmCredentials(services: TraderServices, context: SignedInContext): Promise<void> {
  const { scope, actor } = context;
  requirePermission(scope, 'traderCredentials.use');
  const issuerIds = await listUsableIssuers(services, scope);
  await runOnce(services.database, context, 'confirmTraderCredentials', {}, async (transaction) => {
    const jobId =
      issuerIds.length === 0
        ? null
        : await enqueueJob(transaction, {
            jobType: 'remoteRefresh',
            payload: { issuerId: null, contractIds: null },
            createdBy: scope.userId,
            uniqueKey: `remoteRefresh confirmed ${scope.userId}`,
          });
    await writeAudit(transaction, {
      actor,
      action: 'traderCredentials.confirm',
      objectType: 'user',
      objectId: scope.userId,
      details: { bankCount: issuerIds.length, jobId },
    });
    return {};
  });
}
