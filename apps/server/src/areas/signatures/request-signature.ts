import type { ArchivedDocument } from '@depotwerk/api/documents';
import { sql, type Transaction } from 'kysely';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { readerIn } from '../../platform/database/transaction-reader.ts';
import { requireGroupRight } from '../../platform/group-right.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { answerOnce } from '../../platform/idempotency.ts';
import { requirePermission, type Scope } from '../../platform/scope.ts';
import type { Services } from '../../platform/services.ts';
import { readDocument } from '../documents/public.ts';

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
      const { groupId, state } = await lockForSigning(transaction, scope, documentId);
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
      const { groupId, state } = await lockForSigning(transaction, scope, documentId);
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

/** The document, held until the transaction ends. @throws 404 unseen, 403 without the right to file */
async function lockForSigning(
  transaction: Transaction<Schema>,
  scope: Scope,
  documentId: string,
): Promise<{ groupId: string | null; state: string }> {
  await readDocument({ database: readerIn(transaction) }, scope, documentId);
  const { rows } = await sql<{ groupId: string | null; state: string }>`
    select u.group_id as "groupId", d.state from documents d
      join customers u on u.tenant_id = d.tenant_id and u.id = d.customer_id
     where d.id = ${documentId} for update of d`.execute(transaction);
  const found = rows[0];
  requireGroupRight(scope, 'groupDocuments.upload', found?.groupId ?? null);
  return { groupId: found?.groupId ?? null, state: found?.state ?? '' };
}
