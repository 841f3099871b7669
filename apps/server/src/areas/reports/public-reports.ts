import { createHash, randomBytes } from 'node:crypto';
import type { CallInput } from '@depotwerk/api/call';
import type {
  PublicReport,
  PublicReportType,
  readPublicReport as readPublicReportCall,
  sharePublicReport as sharePublicReportCall,
} from '@depotwerk/api/reports/reports';
import { sql, type Transaction } from 'kysely';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { todayIn } from '../../platform/http/client-zone.ts';
import { hostOf } from '../../platform/http/host-of.ts';
import type { RequestContext, SignedInContext } from '../../platform/http/request-context.ts';
import type { BodyVerb } from '../../platform/http/verb.ts';
import { answerPrepared } from '../../platform/idempotency.ts';
import { refuseAboveQuota } from '../../platform/quotas.ts';
import { requirePermission } from '../../platform/scope.ts';
import { tokenHash } from '../../platform/secrets/keyed-hash.ts';
import type { Services } from '../../platform/services.ts';
import type { StoredFile } from '../documents/public.ts';
import { readCommonPrices, readFund } from '../funds/public.ts';
import { readSharedAnalysis, readSharedInvitation } from '../prospects/public.ts';
import { readFundFigures } from './fund-figures.view.ts';
import { renderPublicContent } from './public-content.view.ts';
import { buildConfirmation } from './report/build-confirmation.ts';
import { buildDepotAnalysis } from './report/build-depot-analysis.ts';
import { buildCostExample, buildFundComparison, type PublicContent } from './report/build-public-report.ts';
import type { ReportServices } from './report-services.ts';

const dayMs = 24 * 60 * 60_000;
/** As long as a depot analysis. */
const usualDays = 30;
/** After its end it answers 410 for so long, then 404. */
const keptMs = 90 * dayMs;
/** For so long an opening that is asked for again is the same one: as long as somebody tries in vain, not as long as a link is handed on. */
const repeatedMs = 5 * 60_000;

/**
 * The id that opens the PDF: 192 bits derived from the guid one way, so that whoever is given the PDF's address learns
 * nothing of the data's.
 */
const reportIdOf = (guid: string) =>
  createHash('sha256').update(`public report ${guid.toLowerCase()}`).digest('base64url').slice(0, 32);

/** 128 random bits written like a UUID: the interface calls it a guid. */
const newGuid = () =>
  randomBytes(16)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** Where a link was made: there it is listed. */
interface Origin {
  readonly fundIds?: readonly number[];
  readonly analysisId?: string;
  readonly invitationId?: string;
  /** The link ends then at the latest: milliseconds since 1970. */
  readonly endsAt?: number;
}

/** Stores a public report in the caller's transaction; the guid leaves the server here and nowhere else. */
export async function storePublicReport(
  transaction: Transaction<Schema>,
  report: PublicContent & {
    reportType: PublicReportType;
    tenantId: string;
    createdBy: string | null;
    now: number;
    limits: { validDays?: number | undefined; maxUses?: number | undefined };
    origin: Origin;
  },
): Promise<{ guid: string; expiresAt: string }> {
  const guid = newGuid();
  const { limits, origin } = report;
  const wanted = report.now + (limits.validDays ?? usualDays) * dayMs;
  const expiresAt = new Date(Math.min(wanted, origin.endsAt ?? wanted)).toISOString();
  await sql`delete from public_reports where expires_at < ${new Date(report.now - keptMs).toISOString()}`.execute(
    transaction,
  );
  await sql`insert into public_reports (tenant_id, report_type, guid_hash, report_id_hash, title, sections, disclaimer,
      created_by, created_at, expires_at, max_uses, fund_ids, analysis_id, invitation_id)
    values (${report.tenantId}, ${report.reportType}, ${tokenHash(guid)}, ${tokenHash(reportIdOf(guid))}, ${report.title},
      ${JSON.stringify(report.sections)}::jsonb, ${report.disclaimer}, ${report.createdBy},
      ${new Date(report.now).toISOString()}, ${expiresAt}, ${limits.maxUses ?? null}, ${origin.fundIds ?? []}::integer[],
      ${origin.analysisId ?? null}, ${origin.invitationId ?? null})`.execute(transaction);
  return { guid, expiresAt };
}

/** Makes a report anybody with its guid may read; it names no customer and no visitor. */
export const sharePublicReport: BodyVerb<typeof sharePublicReportCall> = async (services, context, body) => {
  const { scope, actor } = context;
  requirePermission(scope, 'reports.create');
  const now = services.clock();
  const prepare = () => contentOf(services, context, body, todayIn(context.zone, new Date(now)));
  const share = async (transaction: Transaction<Schema>, { content, origin }: Made) => {
    await checkPublicReportQuota(services, transaction, scope);
    const stored = await storePublicReport(transaction, {
      ...content,
      reportType: body.reportType,
      tenantId: scope.tenantId,
      createdBy: scope.userId,
      now,
      limits: body,
      origin,
    });
    await writeAudit(transaction, {
      actor,
      action: 'reports.share',
      objectType: 'publicReport',
      details: { reportType: body.reportType },
    });
    return { ...stored, reportType: body.reportType };
  };
  return answerPrepared(services.database, context, 'sharePublicReport', body, prepare, share);
};

async function checkPublicReportQuota(
  services: Services,
  transaction: Transaction<Schema>,
  { tenantId, userId }: SignedInContext['scope'],
): Promise<void> {
  const { rows } = await sql<{ open: number }>`select count(*)::int as open from public_reports
     where tenant_id = ${tenantId} and created_by = ${userId}
       and expires_at > ${new Date(services.clock()).toISOString()}`.execute(transaction);
  refuseAboveQuota(services, [{ name: 'publicReportsPerUser', present: rows[0]?.open ?? 0, added: 1 }]);
}

interface Made {
  readonly content: PublicContent;
  readonly origin: Origin;
}

async function contentOf(
  services: Services,
  { scope }: SignedInContext,
  body: CallInput<typeof sharePublicReportCall>['body'],
  today: string,
): Promise<Made> {
  if (body.reportType === 'depotAnalysisResult') {
    const { result, expiresAt } = await readSharedAnalysis(services, scope, body.analysisId);
    const origin = { analysisId: body.analysisId, endsAt: Date.parse(expiresAt) };
    return { content: buildDepotAnalysis(result), origin };
  }
  if (body.reportType === 'preregistrationConfirmation') {
    const invitation = await readSharedInvitation(services, scope, body.invitationId);
    return { content: buildConfirmation(invitation), origin: { invitationId: body.invitationId } };
  }
  if (body.reportType === 'costExamplePublic') {
    const { fund } = await readFund(services, scope, body.fundId);
    if (fund.ongoingFee === null) throw new AppError('reports.ongoingFeeMissing');
    return {
      content: buildCostExample({ ...fund, ongoingFee: fund.ongoingFee }, body.amount, body.years),
      origin: { fundIds: [body.fundId] },
    };
  }
  const common = await readCommonPrices(services, scope, body.fundIds, '5y', today);
  const funds = await Promise.all(
    body.fundIds.map(async (fundId) => {
      const [{ fund }, figures] = await Promise.all([
        readFund(services, scope, fundId),
        readFundFigures(services, scope, fundId),
      ]);
      return { fund, figures, prices: common.get(fundId) ?? [] };
    }),
  );
  return { content: buildFundComparison(funds), origin: { fundIds: body.fundIds } };
}

interface StoredPublicReport {
  tenantId: string;
  reportType: PublicReportType;
  title: string;
  sections: PublicReport['sections'];
  disclaimer: string;
  createdAt: string;
  expiresAt: string;
  isByGuid: boolean;
  revokedAt: string | null;
  id: string;
}

/**
 * By either secret; 404 when unknown, 410 when its time is over or it was taken back. At a host of another house it is unknown,
 * in one and the same query: that house's name and imprint stand around the page. A host no house has named opens it.
 */
async function find(
  services: Services,
  { host }: Pick<RequestContext, 'host'>,
  secret: string,
): Promise<StoredPublicReport> {
  const hash = tokenHash(secret);
  const [found] = await services.database.read<{ tenantId: string; id: string }>(
    { tenantId: null, userId: null },
    {
      sql: `select r.tenant_id as "tenantId", r.id from find_public_report($1) r
             where not exists (select from find_white_label($2) h where h.tenant_id <> r.tenant_id)`,
      parameters: [hash, hostOf(host)],
    },
  );
  if (!found) throw new AppError('reports.notFound');
  const [row] = await services.database.read<StoredPublicReport>(
    { tenantId: found.tenantId, userId: null },
    {
      sql: `select tenant_id as "tenantId", report_type as "reportType", title, sections, disclaimer, created_at as "createdAt",
          expires_at as "expiresAt", guid_hash = $2 as "isByGuid", revoked_at as "revokedAt", id from public_reports where id = $1`,
      parameters: [found.id, hash],
    },
  );
  if (!row) throw new AppError('reports.notFound');
  if (row.revokedAt !== null || Date.parse(row.expiresAt) <= services.clock())
    throw new AppError('reports.expired');
  return row;
}

/**
 * Data of a public report, which counts as one use, with the opening counted last as none; type and guid must belong together.
 * @throws 410 when used up
 */
export async function readPublicReport(
  services: Services,
  context: Pick<RequestContext, 'host'>,
  { reportType, guid, opening }: CallInput<typeof readPublicReportCall>['query'],
): Promise<PublicReport> {
  const row = await find(services, context, guid.toLowerCase());
  if (!row.isByGuid || row.reportType !== reportType) throw new AppError('reports.notFound');
  const { isByGuid: _isByGuid, tenantId, revokedAt: _revokedAt, id, ...report } = row;
  await countUse(services, { tenantId, id }, opening);
  return { ...report, reportId: reportIdOf(guid), language: 'de' };
}

/**
 * One more use; of several at once exactly as many as are left get through. An opening whose answer was lost is asked for again
 * by the browser, and is the same use.
 * no audit entry: whoever opens it is nobody we know, and the number stands beside the link
 */
async function countUse(
  { database, clock }: Services,
  { tenantId, id }: { tenantId: string; id: string },
  opening: string | undefined,
): Promise<void> {
  const now = clock();
  const hash = opening === undefined ? null : tokenHash(opening.toLowerCase());
  const isSame = sql<boolean>`coalesce(opening_hash = ${hash}::bytea
    and opening_at > ${new Date(now - repeatedMs).toISOString()}::timestamptz, false)`;
  await database.transaction({ tenantId, userId: null }, async (transaction) => {
    const { rows } =
      await sql`update public_reports set use_count = use_count + case when ${isSame} then 0 else 1 end,
        opening_hash = ${hash}::bytea,
        opening_at = case when ${isSame} then opening_at else ${new Date(now).toISOString()}::timestamptz end
      where tenant_id = ${tenantId} and id = ${id} and revoked_at is null
        and (max_uses is null or use_count < max_uses or ${isSame}) returning 1`.execute(transaction);
    if (rows.length === 0) throw new AppError('reports.expired');
  });
}

/** The PDF of a public report. Anonymous, so that it is neither archived nor stored: its data already is. */
export async function renderPublicReport(
  services: ReportServices,
  context: RequestContext,
  reportId: string,
): Promise<StoredFile> {
  const row = await find(services, context, reportId);
  if (row.isByGuid) throw new AppError('reports.notFound');
  const { fileName, contentType, body } = await renderPublicContent(services, context, row.tenantId, row);
  return { fileName, mediaType: contentType, content: body, reportId: null, documentId: '' };
}
