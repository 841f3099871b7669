import type { CallInput } from '@depotwerk/api/call';
import { reportIdHeader } from '@depotwerk/api/reports/reports';
import { createTariffReport, type TariffReportType } from '@depotwerk/api/reports/tariff-reports';
import { callFile } from '../../platform/api-client.ts';
import { reportEffects } from '../documents/public/report-actions.ts';
import { downloadReport } from '../documents/public/report-download.ts';

type Wish = CallInput<typeof createTariffReport>['body'];

/**
 * Makes the report of a tariff's version (default the published one) and shows it in a window with a loading page. Call
 * it in the click itself, because only then browsers open windows. Answers the file's name.
 * @throws what the calls throw; no window is left behind
 */
export const openTariffReport = (tariffId: string, versionNumber?: number): Promise<string> =>
  open(tariffId, 'tariffBasics', versionNumber === undefined ? {} : { versionNumber });

/** The same for what differs between two versions. */
export const openTariffComparison = (
  tariffId: string,
  versionNumber: number,
  comparedWith: number,
): Promise<string> => open(tariffId, 'tariffVersionComparison', { versionNumber, comparedWith });

function open(tariffId: string, reportType: TariffReportType, body: Wish): Promise<string> {
  const params = { id: tariffId, type: reportType };
  return downloadReport(reportEffects, {
    externalKey: tariffId.slice(0, 8),
    reportType,
    load: async () => {
      const { fileName, blob, headers } = await callFile(
        createTariffReport,
        { params, body },
        `${reportType}.pdf`,
      );
      return { fileName, blob, reportId: headers.get(reportIdHeader) };
    },
  });
}
