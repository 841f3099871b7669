import type { FundReportType } from '@depotwerk/api/reports';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { todayIn } from '../../platform/http/client-zone.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { requirePermission } from '../../platform/scope.ts';
import { readFundPrices } from '../funds/fund-prices.view.ts';
import { readFund } from '../funds/get-fund.view.ts';
import { archiveReport } from './archive-report.ts';
import { fileSelection, type StoredFile } from './document.view.ts';
import type { DocumentServices } from './document-services.ts';
import { fileNameOf } from './file-names.ts';
import { readFundFigures } from './fund-figures.view.ts';
import { buildFundProfile } from './report/build-fund-profile.ts';
import { hashOfReport, pdfJob } from './report-frame.ts';

/**
 * A document of a fund: the newest key information or fact sheet on file, or the profile made from our data. A profile
 * whose data has not changed is delivered from the archive.
 * @throws 404 without the fund or its document
 */
export async function readFundReport(
  services: DocumentServices,
  context: SignedInContext,
  fundId: number,
  type: FundReportType,
): Promise<StoredFile> {
  const { scope, actor } = context;
  requirePermission(scope, 'funds.view');
  const { fund } = await readFund(services, scope, fundId);
  if (type !== 'fundProfile') {
    const stored = await readFundFile(services, context, fundId, `d.document_type = $2`, type);
    if (stored) return stored;
    throw new AppError(type === 'kiid' ? 'reports.kiidMissing' : 'reports.factsheetMissing');
  }
  const now = services.clock();
  const today = todayIn(context.zone, new Date(now));
  const [prices, figures] = await Promise.all([
    readFundPrices(services, scope, fundId, '5y', today),
    readFundFigures(services, scope, fundId),
  ]);
  const report = buildFundProfile(fund, prices, figures);
  const dataHash = hashOfReport(report);
  const archived = await readFundFile(services, context, fundId, 'r.data_hash = $2', dataHash);
  if (archived) return archived;
  services.limitCreation(actor.userId);
  const { config } = await services.whiteLabel(context.host);
  const pdf = await services.pdf.render(
    pdfJob(report, {
      whiteLabel: config,
      logoVariant: 'standard',
      creator: null,
      now,
      hash: dataHash,
      runningHead: fund.isin,
      recipient: [],
      references: [],
    }),
  );
  const { documentId } = await services.database.transaction(scope, async (transaction) => {
    const ids = await archiveReport(transaction, scope.tenantId, {
      report,
      dataHash,
      pdf,
      title: `Fondsprofil ${fund.isin}`,
      fileName: fileNameOf('Fondsprofil', fund.isin, today),
      contractId: null,
      customerId: null,
      fundId,
      consultationId: null,
      parameters: {},
      createdBy: actor.userId,
      now,
    });
    await writeAudit(transaction, {
      actor,
      action: 'reports.create',
      objectType: 'fund',
      objectId: String(fundId),
      details: {
        reportType: type,
        documentId: ids.documentId,
        dataHash: dataHash.toString('hex'),
      },
    });
    return ids;
  });
  const created = await readFundFile(services, context, fundId, 'd.id = $2', documentId);
  if (!created) throw new AppError('reports.failed');
  return created;
}

/** The newest document of a fund under one condition on `$2`. */
async function readFundFile(
  { database }: DocumentServices,
  { scope }: SignedInContext,
  fundId: number,
  condition: string,
  value: unknown,
): Promise<StoredFile | null> {
  const [file] = await database.read<StoredFile>(scope, {
    sql: `select ${fileSelection} from documents d
      left join reports r on r.tenant_id = d.tenant_id and r.document_id = d.id
     where d.fund_id = $1 and ${condition} and d.content is not null order by d.created_at desc, d.id limit 1`,
    parameters: [fundId, value],
  });
  return file ?? null;
}
