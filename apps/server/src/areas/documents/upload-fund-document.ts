import { createHash, randomUUID } from 'node:crypto';
import type { CallAnswer } from '@depotwerk/api/call';
import type { uploadFundDocument as uploadFundDocumentCall } from '@depotwerk/api/documents/fund-documents';
import { largestFileBytes } from '@depotwerk/domain/limits';
import { sql } from 'kysely';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import { readFileApart } from '../../platform/file-threads/file-threads.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import type { Verb } from '../../platform/http/verb.ts';
import { runOnce } from '../../platform/idempotency.ts';
import { checkDocumentQuotas } from '../../platform/quotas.ts';
import { retentionEnd } from '../../platform/retention-end.ts';
import { requirePermission } from '../../platform/scope.ts';
import { documentFileReader } from './document-file.ts';

type Answer = CallAnswer<typeof uploadFundDocumentCall>;

/** Files a PDF with a fund; older ones stay in the archive, the newest is delivered. */
export const uploadFundDocument: Verb<typeof uploadFundDocumentCall> = async (
  services,
  context,
  { params, body },
) => {
  const { scope, actor } = context;
  requirePermission(scope, 'funds.edit');
  const content = Buffer.from(body.contentBase64, 'base64');
  if (content.byteLength > largestFileBytes) throw new AppError('common.payloadTooLarge');
  const { mediaType } = await readFileApart(documentFileReader, { bytes: content, fileName: body.fileName });
  if (mediaType !== 'application/pdf') throw new AppError('documents.notPdf');
  const hash = createHash('sha256').update(content).digest();
  const contentHash = hash.toString('hex');
  const request = { ...params, ...body, contentBase64: contentHash };
  return runOnce<Answer>(services.database, context, 'uploadFundDocument', request, async (transaction) => {
    const { rows } = await sql`select id from funds where id = ${params.id} for key share`.execute(
      transaction,
    );
    if (rows.length === 0) throw notFound();
    const now = services.clock();
    await checkDocumentQuotas(services, transaction, scope, {
      customerId: null,
      bytes: content.byteLength,
      at: new Date(now),
    });
    const document = {
      id: randomUUID(),
      documentType: body.documentType,
      title: body.title,
      fileName: body.fileName,
      byteSize: content.byteLength,
      contentHash,
      createdAt: new Date(now).toISOString(),
    };
    await sql`insert into documents (tenant_id, id, fund_id, document_type, title, file_name, media_type, byte_size,
        content_hash, content, retention_until, created_by, created_at)
      values (${scope.tenantId}, ${document.id}, ${params.id}, ${body.documentType}, ${body.title}, ${body.fileName},
        'application/pdf', ${content.byteLength}, ${hash}, ${content}, ${retentionEnd(now)}, ${scope.userId},
        ${document.createdAt})`.execute(transaction);
    await writeAudit(transaction, {
      actor,
      action: 'funds.fileDocument',
      objectType: 'fund',
      objectId: String(params.id),
      after: { contentHash },
      details: { documentType: body.documentType, documentId: document.id },
    });
    return document;
  });
};
