import type { CallInput } from '@depotwerk/api/call';
import type {
  createTariffReport as createTariffReportCall,
  TariffReportType,
} from '@depotwerk/api/reports/tariff-reports';
import { pdfName } from '@depotwerk/domain/file-name';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { todayIn } from '../../platform/http/client-zone.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { answerPrepared } from '../../platform/idempotency.ts';
import { requirePermission } from '../../platform/scope.ts';
import { mostAtOnce, readTariffPerformance } from '../analysis/public.ts';
import { readOwnFile, type StoredFile } from '../documents/public.ts';
import { type ArchivedReport, archiveReport } from './archive-report.ts';
import type { CreatedReport } from './create-report.ts';
import { buildTariffBasics, buildTariffRiskMatrix } from './report/build-tariff-basics.ts';
import { buildVersionComparison } from './report/build-version-comparison.ts';
import type { ReportDocument } from './report/report-document.ts';
import type { TariffReportSource } from './report/tariff-source.ts';
import { hashOfReport, pdfJob } from './report-frame.ts';
import type { ReportServices } from './report-services.ts';
import { readTariffReportSource } from './tariff-report-source.view.ts';

/**
 * Makes a report of a tariff, archives it and answers its file; a repetition with the same key gets what was archived
 * first.
 */
export async function createTariffReport(
  services: ReportServices,
  context: SignedInContext,
  input: CallInput<typeof createTariffReportCall>,
): Promise<StoredFile> {
  const { scope, actor } = context;
  requirePermission(scope, 'tariffs.report');
  const { documentId } = await answerPrepared<PreparedTariffReport, CreatedReport>(
    services.database,
    context,
    'createTariffReport',
    { ...input.params, ...input.body },
    () => prepareTariffReport(services, context, input),
    async (transaction, { archived, versions }) => {
      const ids = await archiveReport(services, transaction, scope.tenantId, archived);
      const dataHash = archived.dataHash.toString('hex');
      await writeAudit(transaction, {
        actor,
        action: 'reports.create',
        objectType: 'tariff',
        objectId: input.params.id,
        after: { documentId: ids.documentId, dataHash },
        details: { reportType: input.params.type, documentId: ids.documentId, dataHash, ...versions },
      });
      return ids;
    },
  );
  return readOwnFile(services, scope, documentId);
}

interface PreparedTariffReport {
  readonly archived: ArchivedReport;
  readonly versions: { readonly versionNumber: number; readonly comparedWith: number | null };
}

async function prepareTariffReport(
  services: ReportServices,
  context: SignedInContext,
  { params, body }: CallInput<typeof createTariffReportCall>,
): Promise<PreparedTariffReport> {
  const { scope, actor } = context;
  services.limitCreation(actor.userId);
  const now = services.clock();
  const read = await readTariffReportSource(services, scope, params.id, params.type, body);
  // Contracts follow the published version alone: of another one nothing has been earned.
  const hasPerformance =
    params.type === 'tariffBasics' &&
    read.current.version.state === 'published' &&
    scope.permissions.has('tariffs.view');
  const performance = hasPerformance
    ? await readTariffPerformance(services, services.targetMix, scope, {
        tariffId: params.id,
        period: body.period ?? '1y',
        today: todayIn(context.zone, new Date(now)),
        atOnce: mostAtOnce,
      })
    : null;
  const source = { ...read, performance };
  const report = build(params.type, source, body.withCharts ?? true);
  const dataHash = hashOfReport(report);
  const { name, key } = source.current.content.tariff;
  const { versionNumber } = source.current.version;
  const whiteLabel = await services.houseOf(scope.tenantId, context.host);
  const pdf = await services.pdf.render(
    pdfJob(report, {
      whiteLabel,
      logoVariant: body.logoVariant,
      creator: actor.fullName,
      now,
      hash: dataHash,
      runningHead: `Version ${versionNumber}`,
    }),
  );
  const [title = ''] = report.title.split(':');
  const archived = {
    report,
    dataHash,
    pdf,
    title: report.title,
    fileName: pdfName(title, key === '' ? name : key, todayIn(context.zone, new Date(now))),
    contractId: null,
    customerId: null,
    fundId: null,
    tariffId: params.id,
    consultationId: null,
    parameters: body,
    createdBy: actor.userId,
    now,
  };
  const comparedWith = source.before?.version.versionNumber ?? null;
  return { archived, versions: { versionNumber, comparedWith } };
}

function build(type: TariffReportType, source: TariffReportSource, withCharts: boolean): ReportDocument {
  if (type === 'tariffBasics') return buildTariffBasics(source, withCharts);
  if (type === 'tariffRiskMatrix') return buildTariffRiskMatrix(source, withCharts);
  const { before } = source;
  if (!before) throw new AppError('reports.versionMissing');
  return buildVersionComparison({ ...source, before }, withCharts);
}
