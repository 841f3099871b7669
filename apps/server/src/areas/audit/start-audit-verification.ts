import { writeAudit } from '../../platform/audit/write-audit.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { runOnce } from '../../platform/idempotency.ts';
import { enqueueJob } from '../../platform/jobs/enqueue-job.ts';
import { requirePermission } from '../../platform/scope.ts';
import type { Services } from '../../platform/services.ts';
import { verifyAuditType } from './verify-audit-job.ts';

/** Has the whole log checked as a job, one at a time; while one is under way, that one is it. */
export async function startAuditVerification(services: Services, context: SignedInContext): Promise<void> {
  const { scope, actor } = context;
  requirePermission(scope, 'audit.view');
  await runOnce(services.database, context, 'startAuditVerification', {}, async (transaction) => {
    const jobId = await enqueueJob(transaction, {
      jobType: verifyAuditType,
      payload: { isWhole: true },
      createdBy: scope.userId,
      uniqueKey: verifyAuditType,
    });
    await writeAudit(transaction, {
      actor,
      action: 'audit.verify',
      objectType: 'job',
      ...(jobId !== null && { objectId: jobId }),
    });
    return {};
  });
}
