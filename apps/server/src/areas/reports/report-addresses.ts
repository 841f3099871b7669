import { createHash, randomBytes } from 'node:crypto';
import type { createContractReportUrl } from '@depotwerk/api/reports/reports';
import { sql, type Transaction } from 'kysely';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { RequestContext, SignedInContext } from '../../platform/http/request-context.ts';
import type { Verb } from '../../platform/http/verb.ts';
import { answerPrepared } from '../../platform/idempotency.ts';
import { noteReceipt } from '../../platform/note-receipt.ts';
import { requirePermission } from '../../platform/scope.ts';
import { tokenHash } from '../../platform/secrets/keyed-hash.ts';
import type { Services } from '../../platform/services.ts';
import {
  type FileRow,
  fileSelection,
  findArchivedReport,
  isStored,
  type StoredFile,
  withContent,
} from '../documents/public.ts';
import { archivePrepared, type PreparedReport, prepareReport, requireReportRight } from './create-report.ts';
import type { ReportServices } from './report-services.ts';

/** Long enough to follow a link at once, too short to pass it on. */
const lifetimeMs = 60_000;
const keptMs = 24 * 60 * 60_000;

export interface OneTimeAddress {
  readonly url: string;
  readonly expiresAt: string;
}

/** A new one-time address of a report the caller was let at: 256 random bits, of which only the hash is stored. */
export async function createReportAddress(
  services: Services,
  context: SignedInContext,
  reportId: string,
  permission: 'documents.view' | 'tariffs.report' = 'documents.view',
): Promise<OneTimeAddress> {
  requirePermission(context.scope, permission);
  return services.database.transaction(context.scope, (transaction) =>
    addReportAddress(services, context, transaction, reportId),
  );
}

/**
 * The same of a contract's report, which is made and archived first where none is named. A repetition with the same key gets
 * the first address, used or over by then as it may be: it lies sealed with the key, which only the caller has.
 * @throws as `createReport` does, 404 for a report that is missing or of another contract or type
 */
export const createContractReportAddress: Verb<typeof createContractReportUrl, ReportServices> = async (
  services,
  context,
  { params, body },
) => {
  const { reportId: namedId, reportType: type } = body;
  if (namedId === undefined) requireReportRight(context, type);
  requirePermission(context.scope, 'documents.view');
  return answerPrepared<PreparedReport | { readonly reportId: string | null }, OneTimeAddress>(
    services.database,
    context,
    'createContractReportUrl',
    { ...params, ...body },
    () =>
      namedId === undefined
        ? prepareReport(services, context, params.id, type, {})
        : findArchivedReport(services, context, namedId, { contractId: params.id, type }),
    async (transaction, found) => {
      const reportId =
        'archived' in found
          ? (await archivePrepared(services, context, transaction, found)).reportId
          : found.reportId;
      if (reportId === null) throw new AppError('reports.notFound');
      return addReportAddress(services, context, transaction, reportId);
    },
  );
};

async function addReportAddress(
  services: Pick<Services, 'clock'>,
  { scope, actor }: SignedInContext,
  transaction: Transaction<Schema>,
  reportId: string,
): Promise<OneTimeAddress> {
  const token = randomBytes(32).toString('base64url');
  const now = services.clock();
  const expiresAt = new Date(now + lifetimeMs).toISOString();
  // Kept for a day so that a late caller is told 410; older ones are of no use to anybody.
  await sql`delete from report_urls where expires_at < ${new Date(now - keptMs).toISOString()}`.execute(
    transaction,
  );
  await sql`insert into report_urls (tenant_id, report_id, token_hash, created_for, created_at, expires_at)
    values (${scope.tenantId}, ${reportId}, ${tokenHash(token)}, ${scope.userId}, ${new Date(now).toISOString()},
      ${expiresAt})`.execute(transaction);
  await writeAudit(transaction, {
    actor,
    action: 'reports.createUrl',
    objectType: 'report',
    objectId: reportId,
  });
  return { url: `/api/reports/addresses/${token}`, expiresAt };
}

/**
 * The document of an address, which is used up by this: of several requests at once exactly one gets it. Its file is got
 * before, so that an address is not used up for nothing.
 * @throws 404 when it is unknown or used, 410 when its minute is over, 503 and 409 as `contentOf`
 */
export async function openReportAddress(
  services: Services,
  context: RequestContext,
  token: string,
): Promise<StoredFile> {
  const [found] = await services.database.read<{ tenantId: string; id: string }>(
    { tenantId: null, userId: null },
    {
      sql: 'select tenant_id as "tenantId", id from find_report_url($1)',
      parameters: [createHash('sha256').update(token).digest()],
    },
  );
  if (!found) throw new AppError('reports.notFound');
  const now = new Date(services.clock()).toISOString();
  const scope = { tenantId: found.tenantId, userId: null };
  const [open] = await services.database.read<FileRow>(scope, {
    sql: `select ${fileSelection} from report_urls a join reports r on r.tenant_id = a.tenant_id and r.id = a.report_id
      join documents d on d.tenant_id = r.tenant_id and d.id = r.document_id
     where a.id = $1 and a.used_at is null and a.expires_at > $2::timestamptz`,
    parameters: [found.id, now],
  });
  const file = isStored(open) ? await withContent(services, open) : null;
  return services.database.transaction(scope, async (transaction) => {
    const { rows } = await sql<{
      reportId: string;
      createdFor: string | null;
    }>`update report_urls set used_at = ${now}
      where id = ${found.id} and used_at is null and expires_at > ${now}::timestamptz
      returning report_id as "reportId", created_for as "createdFor"`.execute(transaction);
    const used = rows[0];
    if (!used) {
      const { rows: others } = await sql<{ isUsed: boolean }>`
        select used_at is not null as "isUsed" from report_urls where id = ${found.id}`.execute(transaction);
      throw new AppError(others[0]?.isUsed === false ? 'reports.expired' : 'reports.notFound');
    }
    if (file === null) throw new AppError('reports.notFound');
    await noteReceipt(transaction, { documentId: file.documentId, userId: used.createdFor, at: now });
    await writeAudit(transaction, {
      actor: context.actor,
      action: 'reports.openUrl',
      objectType: 'report',
      objectId: used.reportId,
    });
    return file;
  });
}
