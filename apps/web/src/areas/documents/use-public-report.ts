import type { PublicReport } from '@depotwerk/api/reports/reports';
import { createPublicReportPdf, publicReportTypes, readPublicReport } from '@depotwerk/api/reports/reports';
import { useEffect, useReducer, useState } from 'react';
import { callApi, callFile } from '../../platform/api-client.ts';
import { ApiError } from '../../platform/api-error.ts';
import { saveFile } from '../../platform/save-file.ts';
import { openingKeyOf } from './opening-key.ts';
import type { PdfState } from './pdf-state.ts';
import { initialPdfState, nextPdfState } from './pdf-state.ts';

export interface PublicReportFlow {
  state: PdfState;
  report: PublicReport | null;
  /** Makes the PDF and saves it under the server's name. */
  savePdf: () => void;
}

/** Whether the link is to blame, which another try would not mend: unknown, over, or not even a link. */
export const isLinkOver = (error: unknown): boolean =>
  !(error instanceof ApiError) || [400, 404, 410].includes(error.status);

/** The report behind a link: its data first, then its PDF on demand. */
export function usePublicReport(reportType: string | undefined, guid: string | undefined): PublicReportFlow {
  const [state, dispatch] = useReducer(nextPdfState, initialPdfState);
  const [report, setReport] = useState<PublicReport | null>(null);
  useEffect(() => {
    if (reportType === undefined || guid === undefined) return undefined;
    const controller = new AbortController();
    dispatch({ kind: 'dataRequested' });
    readData(reportType, guid, controller.signal).then(
      (answer) => {
        setReport(answer);
        return dispatch({ kind: 'dataSucceeded', title: answer.title });
      },
      (error: unknown) => {
        if (!controller.signal.aborted) dispatch({ kind: 'dataFailed', error });
      },
    );
    return () => controller.abort();
  }, [reportType, guid]);
  const savePdf = () => {
    if (report === null) return;
    dispatch({ kind: 'pdfRequested' });
    callFile(createPublicReportPdf, { params: { id: report.reportId } }, `${report.title}.pdf`).then(
      ({ blob, fileName }) => {
        saveFile({ blob, fileName });
        return dispatch({ kind: 'pdfSucceeded', pdf: blob, title: fileName });
      },
      (error: unknown) => dispatch({ kind: 'pdfFailed', error }),
    );
  };
  return { state, report, savePdf };
}

async function readData(reportType: string, guid: string, signal: AbortSignal): Promise<PublicReport> {
  const type = publicReportTypes.find((one) => one === reportType);
  if (type === undefined) throw new Error(`Unknown public report: ${reportType}`);
  const query = { reportType: type, guid, opening: openingKeyOf(guid) };
  return callApi(readPublicReport, { query }, { signal });
}
