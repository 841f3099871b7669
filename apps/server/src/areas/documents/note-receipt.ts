import { noteReceipt } from '../../platform/note-receipt.ts';
import { requirePermission, type Scope } from '../../platform/scope.ts';
import type { Services } from '../../platform/services.ts';

/**
 * The receipt of a customer who has just been given her document; nothing for everybody else.
 * no audit entry: the reading itself has one.
 */
export async function noteOwnReading(services: Services, scope: Scope, documentId: string): Promise<void> {
  requirePermission(scope, 'documents.view');
  if (scope.ownCustomerId === null) return;
  const at = new Date(services.clock()).toISOString();
  await services.database.transaction(scope, (transaction) =>
    noteReceipt(transaction, { documentId, userId: scope.userId, at }),
  );
}
