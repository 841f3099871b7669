import type { ArchivedReportType } from '@depotwerk/api/reports';
import { documentIdHeader, reportIdHeader } from '@depotwerk/api/reports';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import { requireGroupRight } from '../../platform/group-right.ts';
import { todayIn } from '../../platform/http/client-zone.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { Reply } from '../../platform/http/route.ts';
import { runOnce } from '../../platform/idempotency.ts';
import { requirePermission } from '../../platform/scope.ts';
import { archiveReport } from './archive-report.ts';
import { buildReport, type ReportWish } from './build-report.ts';
import { readConsultationFacts } from './consultation-facts.view.ts';
import { readFileOf, type StoredFile } from './document.view.ts';
import type { DocumentServices } from './document-services.ts';
import { fileNameOf } from './file-names.ts';
import { hashOfReport, pdfJob, recipientOf, referencesOf } from './report-frame.ts';
import { readReportSubject } from './report-source.view.ts';

/** Reports that state what is owed: they need a right of their own. */
const legalTypes: ReadonlySet<ArchivedReportType> = new Set(['legalContract', 'suitabilityStatement']);

export interface CreatedReport {
  readonly reportId: string;
  readonly documentId: string;
}

/**
 * Makes a report of a contract, archives it and answers its file. The PDF is set before the transaction begins, so
 * that no connection waits for it; a repetition with the same key gets what was archived first.
 * @throws what `buildReport` throws, 403 without the right, 429 above 30 a minute, 503 when the queue is full
 */
export async function createReport(
  services: DocumentServices,
  context: SignedInContext,
  contractId: string,
  type: ArchivedReportType,
  wish: ReportWish,
): Promise<StoredFile> {
  const { scope, actor } = context;
  requirePermission(scope, 'reports.create');
  if (legalTypes.has(type)) requirePermission(scope, 'reports.createLegal');
  services.limitCreation(actor.userId);
  const now = services.clock();
  const today = todayIn(context.zone, new Date(now));
  const subject = await readReportSubject(services, scope, contractId, actor.fullName, today);
  requireGroupRight(scope, 'groupReports.create', subject.groupId);
  if (wish.consultationId) await readConsultationFacts(services, scope, wish.consultationId, contractId);

  const { source } = subject;
  const report = await buildReport(services, context, source, type, wish);
  const dataHash = hashOfReport(report);
  const { externalKey } = source.detail.contract;
  const whiteLabel = await services.houseOf(scope.tenantId, context.host);
  const pdf = await services.pdf.render(
    pdfJob(report, {
      whiteLabel,
      logoVariant: wish.logoVariant ?? 'standard',
      creator: actor.fullName,
      now,
      hash: dataHash,
      runningHead: `Vertrag ${externalKey}`,
      recipient: recipientOf(source.addressee),
      references: referencesOf(source),
    }),
  );
  const fileName = fileNameOf(report.title, externalKey, today);
  const request = { contractId, type, wish };
  const created = await runOnce<CreatedReport>(
    services.database,
    context,
    'createReport',
    request,
    async (transaction) => {
      const ids = await archiveReport(services, transaction, scope.tenantId, {
        report,
        dataHash,
        pdf,
        title: `${report.title} ${externalKey}`,
        fileName,
        contractId,
        customerId: subject.customerId,
        fundId: null,
        consultationId: wish.consultationId ?? null,
        parameters: wish,
        createdBy: actor.userId,
        now,
      });
      await writeAudit(transaction, {
        actor,
        action: 'reports.create',
        objectType: 'contract',
        objectId: contractId,
        groupId: subject.groupId,
        after: { documentId: ids.documentId, dataHash: dataHash.toString('hex') },
        details: { reportType: type, documentId: ids.documentId, dataHash: dataHash.toString('hex') },
      });
      return ids;
    },
  );
  // Of this call or, repeated, of the first one: what is delivered is what lies in the archive.
  return readFileOf(services, scope, created.documentId);
}

/** The file with the ids of report and document beside it. */
export const fileReply = (file: StoredFile): Reply<never> =>
  Reply.file(
    { fileName: file.fileName, contentType: file.mediaType, body: file.content },
    {
      [documentIdHeader]: file.documentId,
      ...(file.reportId !== null && { [reportIdHeader]: file.reportId }),
    },
  );
