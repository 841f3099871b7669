import type { FundReportType } from '@depotwerk/api/reports/reports';
import { pdfName } from '@depotwerk/domain/file-name';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { todayIn } from '../../platform/http/client-zone.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { requirePermission } from '../../platform/scope.ts';
import {
  readArchivedFundReport,
  readFiledDocument,
  type StoredFile,
  withContent,
} from '../documents/public.ts';
import { readFund, readFundPrices } from '../funds/public.ts';
import { archiveReport } from './archive-report.ts';
import { readFundFigures } from './fund-figures.view.ts';
import { buildFactsheet } from './report/build-factsheet.ts';
import { buildFundProfile, type Fund } from './report/build-fund-profile.ts';
import type { ReportDocument } from './report/report-document.ts';
import { hashOfReport, pdfJob } from './report-frame.ts';
import type { ReportServices } from './report-services.ts';

const titles = { factsheet: 'Factsheet', fundProfile: 'Fondsprofil' } as const;

/**
 * A document of a fund: what is on file with it; where no fact sheet is, one made from our data, like the profile. Key
 * information is its manufacturer's and never made here. What was made from the same data comes from the archive.
 * @throws 404 without the fund or its key information
 */
export async function readFundReport(
  services: ReportServices,
  context: SignedInContext,
  fundId: number,
  type: FundReportType,
): Promise<StoredFile> {
  const { scope } = context;
  requirePermission(scope, 'funds.view');
  const { fund } = await readFund(services, scope, fundId);
  if (type !== 'fundProfile') {
    const filed = await readFiledDocument(services, scope, fundId, type);
    if (filed) return withContent(services, filed);
    if (type === 'kiid') throw new AppError('reports.kiidMissing');
  }
  const today = todayIn(context.zone, new Date(services.clock()));
  const [prices, figures] = await Promise.all([
    readFundPrices(services, scope, fundId, '5y', today),
    readFundFigures(services, scope, fundId),
  ]);
  const build = type === 'factsheet' ? buildFactsheet : buildFundProfile;
  return deliverMade(services, context, fund, {
    report: build(fund, prices, figures),
    title: titles[type],
    today,
  });
}

/** The report from the archive, or set and archived now. */
async function deliverMade(
  services: ReportServices,
  context: SignedInContext,
  fund: Fund,
  { report, title, today }: { report: ReportDocument; title: string; today: string },
): Promise<StoredFile> {
  const { scope, actor } = context;
  const now = services.clock();
  const dataHash = hashOfReport(report);
  const archived = await readArchivedFundReport(services, scope, fund.id, dataHash);
  if (archived) return withContent(services, archived);
  services.limitCreation(actor.userId);
  const whiteLabel = await services.houseOf(scope.tenantId, context.host);
  const pdf = await services.pdf.render(
    pdfJob(report, {
      whiteLabel,
      creator: null,
      now,
      hash: dataHash,
      runningHead: fund.isin,
    }),
  );
  await services.database.transaction(scope, async (transaction) => {
    const ids = await archiveReport(services, transaction, scope.tenantId, {
      report,
      dataHash,
      pdf,
      title: `${title} ${fund.isin}`,
      fileName: pdfName(title, fund.isin, today),
      contractId: null,
      customerId: null,
      fundId: fund.id,
      consultationId: null,
      parameters: {},
      createdBy: actor.userId,
      now,
    });
    await writeAudit(transaction, {
      actor,
      action: 'reports.create',
      objectType: 'fund',
      objectId: String(fund.id),
      details: {
        reportType: report.reportType,
        documentId: ids.documentId,
        dataHash: dataHash.toString('hex'),
      },
    });
  });
  const created = await readArchivedFundReport(services, scope, fund.id, dataHash);
  if (!created) throw new AppError('reports.failed');
  return withContent(services, created);
}
