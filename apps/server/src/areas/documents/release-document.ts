import type { ArchivedDocument } from '@depotwerk/api/documents/documents';
import { sql } from 'kysely';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { answerOnce } from '../../platform/idempotency.ts';
import { requirePermission } from '../../platform/scope.ts';
import type { Services } from '../../platform/services.ts';
import { readDocument } from './document.view.ts';
import { lockDocument } from './locked-document.view.ts';

/** Lets the customer see a document; a second release changes nothing. 404 unseen, 403 without the right to file. */
export async function releaseDocument(
  services: Services,
  context: SignedInContext,
  documentId: string,
): Promise<ArchivedDocument> {
  const { scope, actor } = context;
  requirePermission(scope, 'documents.release');
  return answerOnce(
    services.database,
    context,
    'releaseDocument',
    { documentId },
    async (transaction) => {
      const document = await lockDocument(transaction, scope, documentId);
      if (document.state !== 'draft') return {};
      const now = new Date(services.clock()).toISOString();
      await sql`update documents set state = 'released', released_at = ${now}, released_by = ${scope.userId}
       where id = ${documentId}`.execute(transaction);
      await writeAudit(transaction, {
        actor,
        action: 'documents.release',
        objectType: 'document',
        objectId: documentId,
        groupId: document.groupId,
        before: { state: 'draft' },
        after: { state: 'released' },
      });
      return {};
    },
    (reading) => readDocument(reading, scope, documentId),
  );
}
