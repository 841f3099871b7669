import type { Transaction } from 'kysely';
import { writeAudit } from '../../../platform/audit/write-audit.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import { runOnce } from '../../../platform/idempotency.ts';
import { enqueueJob } from '../../../platform/jobs/enqueue-job.ts';
import { requirePermission } from '../../../platform/scope.ts';
import { chooseSkipped, refreshKeyOf } from '../refresh/remote-refresh.ts';
import { type RefreshPayload, remoteRefreshType } from '../refresh/remote-refresh-job.ts';
import type { TraderServices } from '../trader-services.ts';
import { listUsableIssuers } from './trader-access.view.ts';

/**
 * All pending banks are confirmed: the remote refresh of all the user's banks starts, unless it is under way already;
 * banks read within the last five minutes are left out.
 */
export async function confirmCredentials(services: TraderServices, context: SignedInContext): Promise<void> {
  const { scope, actor } = context;
  requirePermission(scope, 'traderCredentials.use');
  const issuerIds = await listUsableIssuers(services, scope);
  await runOnce(services.database, context, 'confirmTraderCredentials', {}, async (transaction) => {
    const jobId = await startRefresh(transaction, scope.userId, issuerIds);
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

async function startRefresh(
  transaction: Transaction<Schema>,
  userId: string,
  issuerIds: readonly number[],
): Promise<string | null> {
  if (issuerIds.length === 0) return null;
  const request = { issuerId: null, contractIds: null };
  try {
    const skippedIssuerIds = await chooseSkipped(transaction, userId, issuerIds);
    const payload: RefreshPayload = { ...request, skippedIssuerIds };
    const uniqueKey = refreshKeyOf(userId, request);
    return await enqueueJob(transaction, {
      jobType: remoteRefreshType,
      payload,
      createdBy: userId,
      uniqueKey,
    });
  } catch (error) {
    // Every bank was read a moment ago: there is nothing to start, and nothing to complain about.
    if (error instanceof AppError && error.code === 'common.tooManyRequests') return null;
    throw error;
  }
}
