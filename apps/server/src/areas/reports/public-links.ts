import type { CallInput } from '@depotwerk/api/call';
import type { listPublicLinks as listCall, PublicLink } from '@depotwerk/api/reports/public-links';
import { sql } from 'kysely';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import { Parameters } from '../../platform/database/parameters.ts';
import { readerIn } from '../../platform/database/transaction-reader.ts';
import { notFound } from '../../platform/http/app-error.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { answerOnce } from '../../platform/idempotency.ts';
import { requirePermission, type Scope } from '../../platform/scope.ts';
import type { ReadServices, Services } from '../../platform/services.ts';
import { managedPublicReports } from '../prospects/public.ts';

type LinkFilter = CallInput<typeof listCall>['query'] & { readonly id?: string };

/**
 * Links the caller may take back, newest first: those he made, those made of what he may manage, and of funds alone those somebody made who
 * has left, which nobody else could take back.
 */
export async function listPublicLinks(
  { database }: ReadServices,
  scope: Scope,
  filter: LinkFilter,
): Promise<PublicLink[]> {
  requirePermission(scope, 'reports.create');
  const parameters = new Parameters();
  const caller = parameters.add(scope.userId);
  const mayTakeBack = [
    `r.created_by = ${caller}`,
    managedPublicReports(scope, parameters),
    scope.ownCustomerId === null
      ? 'r.analysis_id is null and r.invitation_id is null and coalesce(w.is_inactive, true)'
      : 'false',
  ];
  const conditions = [`(${mayTakeBack.join(' or ')})`];
  if (filter.id !== undefined) conditions.push(`r.id = ${parameters.add(filter.id)}`);
  if (filter.fundId !== undefined) conditions.push(`${parameters.add(filter.fundId)} = any (r.fund_ids)`);
  if (filter.analysisId !== undefined)
    conditions.push(`r.analysis_id = ${parameters.add(filter.analysisId)}`);
  if (filter.invitationId !== undefined)
    conditions.push(`r.invitation_id = ${parameters.add(filter.invitationId)}`);
  return database.read<PublicLink>(scope, {
    sql: `select r.id, r.report_type as "reportType", r.title, r.created_at as "createdAt", r.expires_at as "expiresAt",
            r.max_uses as "maxUses", r.use_count as "useCount", r.revoked_at as "revokedAt",
            case when r.created_by is distinct from ${caller} then w.full_name end as "madeByOther"
            from public_reports r left join users w on w.tenant_id = r.tenant_id and w.id = r.created_by where ${conditions.join(' and ')} order by r.created_at desc, r.id limit 100`,
    parameters: parameters.values,
  });
}

/** Takes a link back. @throws 404 for one that is not the caller's to take back */
export function revokePublicLink(
  services: Services,
  context: SignedInContext,
  id: string,
): Promise<PublicLink> {
  const { scope, actor } = context;
  requirePermission(scope, 'reports.create');
  const read = async (reading: ReadServices) => {
    const [link] = await listPublicLinks(reading, scope, { id });
    if (!link) throw notFound();
    return link;
  };
  return answerOnce(
    services.database,
    context,
    'revokePublicLink',
    { id },
    async (transaction) => {
      const before = await read({ database: readerIn(transaction) });
      const { rows } =
        await sql`update public_reports set revoked_at = ${new Date(services.clock()).toISOString()}
        where tenant_id = app_tenant_id() and id = ${id} and revoked_at is null returning 1`.execute(
          transaction,
        );
      if (rows.length > 0)
        await writeAudit(transaction, {
          actor,
          action: 'reports.revokeShare',
          objectType: 'publicReport',
          objectId: id,
          details: { reportType: before.reportType, useCount: before.useCount },
        });
      return {};
    },
    read,
  );
}
