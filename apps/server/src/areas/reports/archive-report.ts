import { createHash, randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import { holdCustomers } from '../../platform/customers/hold-customers.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { checkDocumentQuotas } from '../../platform/quotas.ts';
import { retentionEnd } from '../../platform/retention-end.ts';
import type { Services } from '../../platform/services.ts';
import type { ReportDocument } from './report/report-document.ts';

export interface ArchivedReport {
  readonly report: ReportDocument;
  readonly dataHash: Buffer;
  readonly pdf: Uint8Array;
  readonly title: string;
  readonly fileName: string;
  readonly contractId: string | null;
  readonly customerId: string | null;
  readonly fundId: number | null;
  readonly tariffId?: string | null;
  readonly consultationId: string | null;
  /** What was asked for. */
  readonly parameters: object;
  readonly createdBy: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Puts a report into the archive, file and data; neither changes from then on. @throws 409 above a quota */
export async function archiveReport(
  services: Pick<Services, 'quotas'>,
  transaction: Transaction<Schema>,
  tenantId: string,
  archived: ArchivedReport,
): Promise<{ reportId: string; documentId: string }> {
  await checkDocumentQuotas(
    services,
    transaction,
    { tenantId, userId: archived.createdBy },
    { customerId: archived.customerId, bytes: archived.pdf.byteLength, at: new Date(archived.now) },
  );
  return storeReport(transaction, tenantId, archived);
}

/**
 * The same without asking for a quota: whoever stores many at once asks for all of them.
 * @throws 412 when its customer is gone
 */
export async function storeReport(
  transaction: Transaction<Schema>,
  tenantId: string,
  archived: ArchivedReport,
): Promise<{ reportId: string; documentId: string }> {
  // Setting a report takes seconds: its customer may have become another one meanwhile.
  if (archived.customerId !== null && !(await holdCustomers(transaction, [archived.customerId]))) {
    throw new AppError('common.versionConflict');
  }
  const documentId = randomUUID();
  const reportId = randomUUID();
  const content = Buffer.from(archived.pdf);
  const hash = createHash('sha256').update(content).digest();
  const at = new Date(archived.now).toISOString();
  await sql`insert into documents (tenant_id, id, customer_id, contract_id, consultation_id, fund_id, document_type, title,
      file_name, media_type, byte_size, content_hash, content, retention_until, created_by, created_at)
    values (${tenantId}, ${documentId}, ${archived.customerId}, ${archived.contractId}, ${archived.consultationId},
      ${archived.fundId}, ${archived.report.reportType}, ${archived.title.slice(0, 200)}, ${archived.fileName.slice(0, 255)},
      'application/pdf', ${content.byteLength}, ${hash}, ${content}, ${retentionEnd(archived.now)}, ${archived.createdBy},
      ${at})`.execute(transaction);
  await sql`insert into reports (tenant_id, id, report_type, contract_id, customer_id, fund_id, tariff_id, document_id,
      parameters, data, data_hash, created_by, created_at)
    values (${tenantId}, ${reportId}, ${archived.report.reportType}, ${archived.contractId}, ${archived.customerId},
      ${archived.fundId}, ${archived.tariffId ?? null}, ${documentId}, ${JSON.stringify(archived.parameters)}::jsonb,
      ${JSON.stringify(archived.report)}::jsonb, ${archived.dataHash}, ${archived.createdBy}, ${at})`.execute(
    transaction,
  );
  return { reportId, documentId };
}
