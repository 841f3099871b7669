import type { ArchivedDocument } from '@depotwerk/api/documents';
import { sql } from 'kysely';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { answerOnce } from '../../platform/idempotency.ts';
import { requirePermission } from '../../platform/scope.ts';
import type { Services } from '../../platform/services.ts';
import { lockDocument, readDocument } from '../documents/public.ts';

/** Asks the customer to sign; asking again changes nothing. @throws 404 unseen, 403, 409 before the release */
export function requestSignature(
  services: Services,
  context: SignedInContext,
  documentId: string,
): Promise<ArchivedDocument> {
  const { scope, actor } = context;
  requirePermission(scope, 'documents.release');
  const { database } = services;
  return answerOnce(
    database,
    context,
    'requestSignature',
    { documentId },
    async (transaction) => {
      const { groupId, state } = await lockDocument(transaction, scope, documentId);
      // What is signed already was asked for.
      if (state === 'signed') return {};
      if (state !== 'released') throw new AppError('signatures.notReleased');
      const at = new Date(services.clock()).toISOString();
      const { rows } =
        await sql`insert into signature_requests (tenant_id, document_id, requested_by, requested_at)
        values (app_tenant_id(), ${documentId}, ${scope.userId}, ${at}) on conflict do nothing returning 1`.execute(
          transaction,
        );
      if (rows.length > 0)
        await writeAudit(transaction, {
          actor,
          action: 'signatures.request',
          objectType: 'document',
          objectId: documentId,
          groupId,
        });
      return {};
    },
    (reading) => readDocument(reading, scope, documentId),
  );
}

/** Takes the wish back; nothing to take back changes nothing. @throws 404 unseen, 403, 409 when it was signed */
export function withdrawSignatureRequest(
  { database }: Services,
  context: SignedInContext,
  documentId: string,
): Promise<ArchivedDocument> {
  const { scope, actor } = context;
  requirePermission(scope, 'documents.release');
  return answerOnce(
    database,
    context,
    'withdrawSignatureRequest',
    { documentId },
    async (transaction) => {
      const { groupId, state } = await lockDocument(transaction, scope, documentId);
      if (state === 'signed') throw new AppError('signatures.signedAlready');
      const { rows } = await sql`delete from signature_requests where tenant_id = app_tenant_id()
        and document_id = ${documentId} returning 1`.execute(transaction);
      if (rows.length > 0)
        await writeAudit(transaction, {
          actor,
          action: 'signatures.withdraw',
          objectType: 'document',
          objectId: documentId,
          groupId,
        });
      return {};
    },
    (reading) => readDocument(reading, scope, documentId),
  );
}
