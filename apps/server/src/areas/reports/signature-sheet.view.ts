import { pdfName } from '@depotwerk/domain/file-name';
import { todayIn } from '../../platform/http/client-zone.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { Download } from '../../platform/http/route.ts';
import { buildSignatureSheet, type SheetContent } from './report/build-signature-sheet.ts';
import { hashOfReport, pdfJob } from './report-frame.ts';
import type { ReportServices } from './report-services.ts';

export type { SheetContent };

/** The signature sheet on the paper of the house, made anew each time: it is not archived, what it says is. @throws 429 */
export async function renderSignatureSheet(
  services: ReportServices,
  context: SignedInContext,
  sheet: SheetContent,
): Promise<Download> {
  const { actor, scope } = context;
  services.limitCreation(actor.userId);
  const report = buildSignatureSheet(sheet);
  const now = services.clock();
  const pdf = await services.pdf.render(
    pdfJob(report, {
      whiteLabel: await services.houseOf(scope.tenantId, context.host),
      creator: actor.fullName,
      now,
      hash: hashOfReport(report),
      runningHead: sheet.document.title,
    }),
  );
  return {
    fileName: pdfName(report.title, sheet.document.title, todayIn(context.zone, new Date(now))),
    contentType: 'application/pdf',
    body: Buffer.from(pdf),
  };
}
