import type { WhiteLabelConfig } from '@depotwerk/api/white-label/white-label';
import { builtInWhiteLabel } from '@depotwerk/domain/white-label/built-in';
import type { PdfJob } from '../src/areas/reports/pdf/compile-report.ts';
import { buildLegalContract } from '../src/areas/reports/report/build-legal-contract.ts';
import type { ReportDocument } from '../src/areas/reports/report/report-document.ts';
import { hashOfReport, pdfJob } from '../src/areas/reports/report-frame.ts';
import { reportSource } from './report-world.ts';

/** The paper of a contract, for nobody in particular; with other content, or of another house, where that is given. */
export function plainPaper(
  content: Partial<ReportDocument> = {},
  house: Partial<WhiteLabelConfig> = {},
): PdfJob {
  const report = buildLegalContract(reportSource(), { withCharts: true, salutation: null });
  return pdfJob(
    { ...report, ...content },
    {
      whiteLabel: { ...builtInWhiteLabel, ...house },
      logoVariant: 'standard',
      creator: 'Test',
      now: 0,
      hash: hashOfReport(report),
      runningHead: '',
      recipient: [],
      references: [],
    },
  );
}
