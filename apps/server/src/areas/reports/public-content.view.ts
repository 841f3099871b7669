import type { AnalysisResult } from '@depotwerk/api/prospects/depot-analysis';
import { pdfName } from '@depotwerk/domain/file-name';
import { todayIn } from '../../platform/http/client-zone.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import type { Download } from '../../platform/http/route.ts';
import { limitVisitor } from './creation-limit.ts';
import { buildDepotAnalysis } from './report/build-depot-analysis.ts';
import { type PublicContent, publicReportDocument } from './report/build-public-report.ts';
import { hashOfReport, pdfJob } from './report-frame.ts';
import type { ReportServices } from './report-services.ts';

/** Sets content for somebody without a session, on the paper of a house; nothing is archived or stored. @throws 429 */
export async function renderPublicContent(
  services: ReportServices,
  context: RequestContext,
  tenantId: string,
  content: PublicContent & { readonly reportType: string },
): Promise<Download & { readonly body: Buffer }> {
  limitVisitor(services.limitCreation, context.clientAddress);
  const report = publicReportDocument(content);
  const whiteLabel = await services.houseOf(tenantId, context.host);
  const now = services.clock();
  const pdf = await services.pdf.render(
    pdfJob(report, {
      whiteLabel,
      creator: null,
      now,
      hash: hashOfReport(report),
      runningHead: '',
    }),
    { isVisitor: true },
  );
  return {
    fileName: pdfName(content.title, '', todayIn(context.zone, new Date(now))),
    contentType: 'application/pdf',
    body: Buffer.from(pdf),
  };
}

/** The result of a visitor's analysis as PDF. @throws 429 */
export const renderDepotAnalysis = (
  services: ReportServices,
  context: RequestContext,
  tenantId: string,
  result: AnalysisResult,
): Promise<Download> =>
  renderPublicContent(services, context, tenantId, {
    ...buildDepotAnalysis(result),
    reportType: 'depotAnalysisResult',
  });
