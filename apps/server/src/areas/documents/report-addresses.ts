import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { RequestContext, SignedInContext } from '../../platform/http/request-context.ts';
import { requirePermission } from '../../platform/scope.ts';
import { tokenHash } from '../../platform/secrets/keyed-hash.ts';
import type { Services } from '../../platform/services.ts';
import { fileSelection, type StoredFile } from './document.view.ts';

/** S16: 60 seconds, stricter than the five minutes of G-57. */
const lifetimeMs = 60_000;
const keptMs = 24 * 60 * 60_000;

/** A new one-time address of a report the caller was let at: 256 random bits, of which only the hash is stored. */
export async function createReportAddress(
  services: Services,
  { scope, actor }: SignedInContext,
  reportId: string,
  permission: 'documents.view' | 'tariffs.report' = 'documents.view',
): Promise<{ url: string; expiresAt: string }> {
  requirePermission(scope, permission);
  const token = randomBytes(32).toString('base64url');
  const now = services.clock();
  const expiresAt = new Date(now + lifetimeMs).toISOString();
  await services.database.transaction(scope, async (transaction) => {
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
  });
  return { url: `/api/reports/addresses/${token}`, expiresAt };
}

interface UsedAddress extends StoredFile {
  readonly reportUrlReport: string;
}

/**
 * The document of an address, which is used up by this: of several requests at once exactly one gets it.
 * @throws 404 when it is unknown or used, 410 when its minute is over
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
  return services.database.transaction({ tenantId: found.tenantId, userId: null }, async (transaction) => {
    const { rows } = await sql<{ reportId: string }>`update report_urls set used_at = ${now}
      where id = ${found.id} and used_at is null and expires_at > ${now}::timestamptz
      returning report_id as "reportId"`.execute(transaction);
    const used = rows[0];
    if (!used) {
      const { rows: others } = await sql<{ isUsed: boolean }>`
        select used_at is not null as "isUsed" from report_urls where id = ${found.id}`.execute(transaction);
      throw new AppError(others[0]?.isUsed === false ? 'reports.expired' : 'reports.notFound');
    }
    const { rows: files } = await sql<UsedAddress>`select ${sql.raw(fileSelection)}
      from reports r join documents d on d.tenant_id = r.tenant_id and d.id = r.document_id
     where r.id = ${used.reportId}`.execute(transaction);
    const file = files[0];
    if (!file?.content) throw new AppError('reports.notFound');
    await writeAudit(transaction, {
      actor: context.actor,
      action: 'reports.openUrl',
      objectType: 'report',
      objectId: used.reportId,
    });
    return file;
  });
}
