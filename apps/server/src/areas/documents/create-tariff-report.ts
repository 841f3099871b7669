import type { CallInput } from '@depotwerk/api/call';
import type {
  createTariffReport as createTariffReportCall,
  TariffReportType,
} from '@depotwerk/api/tariff-reports';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import { todayIn } from '../../platform/http/client-zone.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { runOnce } from '../../platform/idempotency.ts';
import { requirePermission, type Scope } from '../../platform/scope.ts';
import { archiveReport } from './archive-report.ts';
import type { CreatedReport } from './create-report.ts';
import { fileSelection, type StoredFile } from './document.view.ts';
import type { DocumentServices } from './document-services.ts';
import { fileNameOf } from './file-names.ts';
import { buildTariffBasics, buildTariffRiskMatrix } from './report/build-tariff-basics.ts';
import { buildVersionComparison } from './report/build-version-comparison.ts';
import type { ReportDocument } from './report/report-document.ts';
import type { TariffReportSource } from './report/tariff-source.ts';
import { hashOfReport, pdfJob } from './report-frame.ts';
import { readTariffReportSource } from './tariff-report-source.view.ts';

/**
 * Makes a report of a tariff, archives it and answers its file; a repetition with the same key gets what was archived
 * first.
 */
export async function createTariffReport(
  services: DocumentServices,
  context: SignedInContext,
  { params, body }: CallInput<typeof createTariffReportCall>,
): Promise<StoredFile> {
  const { scope, actor } = context;
  requirePermission(scope, 'tariffs.report');
  services.limitCreation(actor.userId);
  const now = services.clock();
  const source = await readTariffReportSource(services, scope, params.id, params.type, body);
  const report = build(params.type, source, body.withCharts ?? true);
  const dataHash = hashOfReport(report);
  const { name, key } = source.current.content.tariff;
  const whiteLabel = await services.houseOf(scope.tenantId, context.host);
  const pdf = await services.pdf.render(
    pdfJob(report, {
      whiteLabel,
      logoVariant: body.logoVariant ?? 'standard',
      creator: actor.fullName,
      now,
      hash: dataHash,
      runningHead: `Version ${source.current.version.versionNumber}`,
      recipient: [],
      references: [],
    }),
  );
  const [title = ''] = report.title.split(':');
  const fileName = fileNameOf(title, key === '' ? name : key, todayIn(context.zone, new Date(now)));
  const request = { ...params, ...body };
  const created = await runOnce<CreatedReport>(
    services.database,
    context,
    'createTariffReport',
    request,
    async (transaction) => {
      const ids = await archiveReport(services, transaction, scope.tenantId, {
        report,
        dataHash,
        pdf,
        title: report.title,
        fileName,
        contractId: null,
        customerId: null,
        fundId: null,
        tariffId: params.id,
        consultationId: null,
        parameters: body,
        createdBy: actor.userId,
        now,
      });
      await writeAudit(transaction, {
        actor,
        action: 'reports.create',
        objectType: 'tariff',
        objectId: params.id,
        after: { documentId: ids.documentId, dataHash: dataHash.toString('hex') },
        details: {
          reportType: params.type,
          documentId: ids.documentId,
          dataHash: dataHash.toString('hex'),
          versionNumber: source.current.version.versionNumber,
          comparedWith: source.before?.version.versionNumber ?? null,
        },
      });
      return ids;
    },
  );
  return readTariffFile(services, scope, created.documentId);
}

function build(type: TariffReportType, source: TariffReportSource, withCharts: boolean): ReportDocument {
  if (type === 'tariffBasics') return buildTariffBasics(source, withCharts);
  if (type === 'tariffRiskMatrix') return buildTariffRiskMatrix(source, withCharts);
  const { before } = source;
  if (!before) throw new AppError('reports.versionMissing');
  return buildVersionComparison({ ...source, before }, withCharts);
}

/** Of this call or, repeated, of the first one: what is delivered is what lies in the archive. */
async function readTariffFile(
  { database }: DocumentServices,
  scope: Scope,
  documentId: string,
): Promise<StoredFile> {
  const [file] = await database.read<StoredFile>(scope, {
    sql: `select ${fileSelection} from documents d
            join reports r on r.tenant_id = d.tenant_id and r.document_id = d.id and r.tariff_id is not null
           where d.id = $1`,
    parameters: [documentId],
  });
  if (!file?.content) throw notFound();
  return file;
}
