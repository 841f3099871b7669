import type { CallInput } from '@depotwerk/api/call';
import type { ArchivedDocument } from '@depotwerk/api/documents/documents';
import { readDocumentContent } from '@depotwerk/api/documents/documents';
import type { ArchivedReportType, FundReportType } from '@depotwerk/api/reports/reports';
import {
  createComparisonReport,
  createContractReport,
  createOptimizationReport,
  createReportUrl,
  getFundReport,
  reportIdHeader,
} from '@depotwerk/api/reports/reports';
import { callApi, callFile } from '../../../platform/api-client.ts';
import { queryClient } from '../../../platform/query-client.ts';
import { saveFile } from '../../../platform/save-file.ts';
import { today } from '../../../platform/today.ts';
import { useUiState } from '../../../platform/ui-state.ts';
import { openReportWindow } from '../report-window.ts';
import { reloadDocuments } from './document-queries.ts';
import type { ReportDownloadEffects, ReportFile } from './report-download.ts';
import { downloadReport, mobileFileName } from './report-download.ts';

/** What bringing a report to the user does in the browser. */
export const reportEffects: ReportDownloadEffects = {
  mode: () => useUiState.getState().mode,
  openWindow: openReportWindow,
  addressOf: async (reportId) => (await callApi(createReportUrl, { params: { id: reportId } })).url,
  save: saveFile,
  today,
};

/** What a report's call may be told; members a call does not take are not sent to it. */
export interface ReportWish
  extends Pick<
    CallInput<typeof createContractReport>['body'],
    'withCharts' | 'salutation' | 'period' | 'year' | 'plannedOptimizationId' | 'consultationId'
  > {
  tariffIdB?: string | undefined;
  withReasons?: boolean | undefined;
}

/** Reports that look back at a calendar year. */
const ofYear: ReadonlySet<ArchivedReportType> = new Set([
  'costInformationExPost',
  'periodicReview',
  'yearEndReport',
]);

async function makeReport(
  contractId: string,
  type: ArchivedReportType,
  wish: ReportWish,
): Promise<ReportFile> {
  const { tariffIdB, withReasons, period, year, ...common } = wish;
  const params = { id: contractId };
  const fallback = `${type}.pdf`;
  const { fileName, blob, headers } =
    type === 'comparison'
      ? await callFile(
          createComparisonReport,
          { params, body: { ...common, contractId, tariffIdB } },
          fallback,
        )
      : type === 'optimization'
        ? await callFile(createOptimizationReport, { params, body: { ...common, withReasons } }, fallback)
        : await callFile(
            createContractReport,
            {
              params: { id: contractId, type },
              body: {
                ...common,
                ...((type === 'performance' || type === 'transactions') && { period }),
                ...(ofYear.has(type) && { year }),
              },
            },
            fallback,
          );
  return { fileName, blob, reportId: headers.get(reportIdHeader) };
}

/**
 * Makes a report of a contract and shows it. Call it in the click itself, because only then browsers open windows;
 * `prepare` runs between window and report, for what must be saved first.
 * @throws what the calls throw; no window is left behind
 */
export async function createReport(
  contract: { id: string; externalKey: string },
  type: ArchivedReportType,
  wish: ReportWish,
  prepare?: () => Promise<unknown>,
): Promise<string> {
  const title = await downloadReport(reportEffects, {
    externalKey: contract.externalKey,
    reportType: type,
    load: async () => {
      await prepare?.();
      return makeReport(contract.id, type, wish);
    },
  });
  void reloadDocuments();
  void queryClient.invalidateQueries({ queryKey: ['contract', contract.id, 'history'] });
  return title;
}

/** Opens a document of the archive: a report by a one-time address, anything else as a download. */
export async function openDocument(archived: ArchivedDocument): Promise<void> {
  const { id, reportId, fileName, documentType, contractKey } = archived;
  const load = async (): Promise<ReportFile> => {
    const file = await callFile(readDocumentContent, { params: { id } }, fileName);
    return { fileName: file.fileName, blob: file.blob, reportId };
  };
  if (reportId === null) {
    saveFile(await load());
    return;
  }
  await downloadReport(reportEffects, {
    externalKey: contractKey ?? '',
    reportType: documentType,
    load,
    archived: { reportId, fileName },
  });
}

/** Saves a document of a fund, which has no one-time address as it belongs to no customer; 404 says which is not there. */
export async function saveFundReport(
  fund: { id: number; isin: string },
  type: FundReportType,
): Promise<string> {
  const params = { id: fund.id, type };
  const { fileName, blob } = await callFile(getFundReport, { params }, `${fund.isin}_${type}.pdf`);
  const name = reportEffects.mode() === 'mobileApp' ? mobileFileName(fund.isin, today(), type) : fileName;
  saveFile({ fileName: name, blob });
  return name;
}
