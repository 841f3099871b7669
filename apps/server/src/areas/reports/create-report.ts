import type { ArchivedReportType } from '@depotwerk/api/reports/reports';
import { pdfName } from '@depotwerk/domain/file-name';
import type { Transaction } from 'kysely';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { requireGroupRight } from '../../platform/group-right.ts';
import { todayIn } from '../../platform/http/client-zone.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { answerPrepared } from '../../platform/idempotency.ts';
import { requirePermission } from '../../platform/scope.ts';
import { readOwnFile, type StoredFile } from '../documents/public.ts';
import { type ArchivedReport, archiveReport } from './archive-report.ts';
import { buildReport, type ReportWish } from './build-report.ts';
import { readConsultationFacts } from './consultation-facts.view.ts';
import type { ReportDocument } from './report/report-document.ts';
import type { ContractSource } from './report/report-source.ts';
import { contractPath, hashOfReport, pdfJob, recipientOf, referencesOf } from './report-frame.ts';
import type { ReportServices } from './report-services.ts';
import { readReportSubject } from './report-source.view.ts';

/** Reports that state what is owed: they need a right of their own. */
const legalTypes: ReadonlySet<ArchivedReportType> = new Set(['legalContract', 'suitabilityStatement']);

export interface CreatedReport {
  readonly reportId: string;
  readonly documentId: string;
}

/** A report as it goes into the archive, its PDF set. */
export interface PreparedReport {
  readonly archived: ArchivedReport & { readonly contractId: string };
  readonly groupId: string | null;
}

/** @throws 403 without the right to make reports of a type */
export function requireReportRight({ scope }: SignedInContext, type: ArchivedReportType): void {
  requirePermission(scope, 'reports.create');
  if (legalTypes.has(type)) requirePermission(scope, 'reports.createLegal');
}

/**
 * Makes a report of a contract, archives it and answers its file. The PDF is set before the transaction begins, so
 * that no connection waits for it; a repetition with the same key gets what was archived first.
 * @throws what `buildReport` throws, 403 without the right, 429 above 30 a minute, 503 when the queue is full
 */
export async function createReport(
  services: ReportServices,
  context: SignedInContext,
  contractId: string,
  type: ArchivedReportType,
  wish: ReportWish,
): Promise<StoredFile> {
  requireReportRight(context, type);
  const { documentId } = await answerPrepared<PreparedReport, CreatedReport>(
    services.database,
    context,
    'createReport',
    { contractId, type, wish },
    () => prepareReport(services, context, contractId, type, wish),
    (transaction, prepared) => archivePrepared(services, context, transaction, prepared),
  );
  return readOwnFile(services, context.scope, documentId);
}

/** The content of a report from what the caller sees now, and its PDF. @throws as `createReport` does */
export async function prepareReport(
  services: ReportServices,
  context: SignedInContext,
  contractId: string,
  type: ArchivedReportType,
  wish: ReportWish,
): Promise<PreparedReport> {
  services.limitCreation(context.actor.userId);
  return services.reportTurns(context, () => prepareInTurn(services, context, contractId, type, wish));
}

async function prepareInTurn(
  services: ReportServices,
  context: SignedInContext,
  contractId: string,
  type: ArchivedReportType,
  wish: ReportWish,
): Promise<PreparedReport> {
  const { scope, actor } = context;
  const now = services.clock();
  const today = todayIn(context.zone, new Date(now));
  const subject = await readReportSubject(services, scope, contractId, actor.fullName, today);
  requireGroupRight(scope, 'groupReports.create', subject.groupId);
  if (wish.consultationId) await readConsultationFacts(services, scope, wish.consultationId, contractId);

  const { source } = subject;
  const report = await buildReport(services, context, source, type, wish);
  const rendered = await renderReport(services, source, report, {
    tenantId: scope.tenantId,
    host: context.host,
    logoVariant: wish.logoVariant ?? 'standard',
    creator: actor.fullName,
    now,
  });
  const archived = {
    ...rendered,
    contractId,
    customerId: subject.customerId,
    fundId: null,
    consultationId: wish.consultationId ?? null,
    parameters: wish,
    createdBy: actor.userId,
    now,
  };
  return { archived, groupId: subject.groupId };
}

interface Rendering {
  readonly tenantId: string;
  /** Whose appearance it bears where the house has several. */
  readonly host: string;
  readonly logoVariant: 'standard' | 'none';
  readonly creator: string;
  readonly now: number;
}

/** A report of a contract as letter, with hash and names. @throws 503 when the queue is full, 500 when it cannot be set */
export async function renderReport(
  services: ReportServices,
  source: ContractSource,
  report: ReportDocument,
  { tenantId, host, logoVariant, creator, now }: Rendering,
): Promise<Pick<ArchivedReport, 'report' | 'dataHash' | 'pdf' | 'title' | 'fileName'>> {
  const dataHash = hashOfReport(report);
  const { externalKey } = source.detail.contract;
  const whiteLabel = await services.houseOf(tenantId, host);
  const origin = await services.originOf(tenantId, host);
  const pdf = await services.pdf.render(
    pdfJob(report, {
      whiteLabel,
      logoVariant,
      creator,
      now,
      hash: dataHash,
      runningHead: `Vertrag ${externalKey}`,
      recipient: recipientOf(source.addressee),
      references: referencesOf(source),
      link: `${origin}${contractPath(source)}`,
    }),
  );
  return {
    report,
    dataHash,
    pdf,
    title: `${report.title} ${externalKey}`,
    fileName: pdfName(report.title, externalKey, source.today),
  };
}

/** Puts a prepared report into the archive and the log. */
export async function archivePrepared(
  services: ReportServices,
  { scope, actor }: SignedInContext,
  transaction: Transaction<Schema>,
  { archived, groupId }: PreparedReport,
): Promise<CreatedReport> {
  const ids = await archiveReport(services, transaction, scope.tenantId, archived);
  const dataHash = archived.dataHash.toString('hex');
  await writeAudit(transaction, {
    actor,
    action: 'reports.create',
    objectType: 'contract',
    objectId: archived.contractId,
    groupId,
    after: { documentId: ids.documentId, dataHash },
    details: { reportType: archived.report.reportType, documentId: ids.documentId, dataHash },
  });
  return ids;
}
