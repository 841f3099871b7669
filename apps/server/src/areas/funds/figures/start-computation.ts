import { writeAudit } from '../../../platform/audit/write-audit.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import { enqueueFigures } from '../../../platform/jobs/enqueue-figures.ts';
import { requirePermission } from '../../../platform/scope.ts';
import type { Services } from '../../../platform/services.ts';

/** Asks for a computation now; one that waits already is enough. */
export async function startComputation(services: Services, context: SignedInContext): Promise<void> {
  const { scope, actor } = context;
  requirePermission(scope, 'funds.edit');
  await services.database.transaction(scope, async (transaction) => {
    await enqueueFigures(transaction, scope.userId, 0);
    await writeAudit(transaction, {
      actor,
      action: 'funds.startFigures',
      objectType: 'tenant',
      objectId: scope.tenantId,
    });
  });
}
