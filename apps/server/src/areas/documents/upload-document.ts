import { createHash, randomUUID } from 'node:crypto';
import type { uploadDocument as uploadDocumentCall } from '@depotwerk/api/documents/documents';
import { largestFileBytes } from '@depotwerk/domain/limits';
import { CompiledQuery, sql, type Transaction } from 'kysely';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import { Parameters } from '../../platform/database/parameters.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { readFileApart } from '../../platform/file-threads/file-threads.ts';
import { requireGroupRight } from '../../platform/group-right.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { Verb } from '../../platform/http/verb.ts';
import { answerOnce } from '../../platform/idempotency.ts';
import { checkDocumentQuotas } from '../../platform/quotas.ts';
import { retentionEnd } from '../../platform/retention-end.ts';
import { requirePermission } from '../../platform/scope.ts';
import { documentVisibility, readDocument } from './document.view.ts';
import { documentFileReader } from './document-file.ts';

/** Stores what a person brings: PDF, PNG or JPEG by its first bytes, whatever its name says (asvs 5.2.2); looked at in a thread of its own. */
export const uploadDocument: Verb<typeof uploadDocumentCall> = async (services, context, { query, body }) => {
  const { scope, actor } = context;
  requirePermission(scope, 'documents.upload');
  if (query.contractId === undefined && query.customerId === undefined) {
    throw new AppError('common.validationFailed', {
      validation: [{ path: 'query.customerId', code: 'required' }],
    });
  }
  const content = Buffer.from(body.contentBase64, 'base64');
  if (content.byteLength > largestFileBytes) throw new AppError('common.payloadTooLarge');
  const { mediaType } = await readFileApart(documentFileReader, { bytes: content, fileName: body.fileName });
  if (mediaType === null) throw new AppError('documents.wrongFormat');
  const contentHash = createHash('sha256').update(content).digest();
  const request = { query, ...body, contentBase64: contentHash.toString('hex') };
  return answerOnce(
    services.database,
    context,
    'uploadDocument',
    request,
    async (transaction) => {
      const owner = await ownerOf(transaction, context, query);
      await checkDocumentQuotas(services, transaction, scope, {
        customerId: owner.customerId,
        bytes: content.byteLength,
        at: new Date(services.clock()),
      });
      const documentId = randomUUID();
      await sql`insert into documents (tenant_id, id, customer_id, contract_id, document_type, title, file_name, media_type,
        byte_size, content_hash, content, retention_until, created_by)
      values (${scope.tenantId}, ${documentId}, ${owner.customerId}, ${owner.contractId}, ${body.documentType},
        ${body.title}, ${body.fileName}, ${mediaType}, ${content.byteLength}, ${contentHash}, ${content},
        ${retentionEnd(services.clock())}, ${scope.userId})`.execute(transaction);
      await writeAudit(transaction, {
        actor,
        action: 'documents.upload',
        objectType: 'document',
        objectId: documentId,
        groupId: owner.groupId,
        after: { contentHash: contentHash.toString('hex') },
        details: { documentType: body.documentType, contractId: owner.contractId },
      });
      return { id: documentId };
    },
    (reading, { id }) => readDocument(reading, scope, id),
  );
};

interface Owner {
  customerId: string;
  contractId: string | null;
  groupId: string | null;
}

/** The customer the document is filed with; a contract brings its own. 404 unseen, 403 without the right to file. */
async function ownerOf(
  transaction: Transaction<Schema>,
  { scope }: SignedInContext,
  query: { contractId?: string | undefined; customerId?: string | undefined },
): Promise<Owner> {
  const parameters = new Parameters();
  const conditions = documentVisibility(scope, 'groupDocuments.view', parameters, false);
  if (query.customerId !== undefined) conditions.push(`u.id = ${parameters.add(query.customerId)}`);
  const contract =
    query.contractId === undefined
      ? ''
      : `join contracts c on c.tenant_id = u.tenant_id and c.customer_id = u.id and c.deleted_at is null
          and c.id = ${parameters.add(query.contractId)}`;
  const { rows } = await transaction.executeQuery<Owner>(
    CompiledQuery.raw(
      `select u.id as "customerId", ${contract === '' ? 'null::uuid' : 'c.id'} as "contractId", u.group_id as "groupId"
         from customers u ${contract} where ${conditions.join(' and ')}`,
      parameters.values,
    ),
  );
  const owner = rows[0];
  if (!owner) throw notFound();
  requireGroupRight(scope, 'groupDocuments.upload', owner.groupId);
  return owner;
}
