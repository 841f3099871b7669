/** Status of a PDF from its data to its file. */
export type PdfStatus =
  | 'initial'
  | 'dataRequested'
  | 'dataSucceeded'
  | 'dataFailed'
  | 'pdfRequested'
  | 'pdfSucceeded'
  | 'pdfFailed';

export interface PdfState {
  /** The file, once it is there. */
  pdf: Blob | null;
  /** Name of the report or its file; `Error` after a failure. */
  title: string;
  status: PdfStatus;
  error: unknown;
}

export type PdfEvent =
  | { kind: 'dataRequested' }
  | { kind: 'dataSucceeded'; title: string }
  | { kind: 'dataFailed'; error: unknown }
  | { kind: 'pdfRequested' }
  | { kind: 'pdfSucceeded'; pdf: Blob; title: string }
  | { kind: 'pdfFailed'; error: unknown };

/** Title of every failed PDF in the state; what is shown for it is a text of its own. */
export const failedTitle = 'Error';

export const initialPdfState: PdfState = { pdf: null, title: '', status: 'initial', error: null };

/** Answers that come when nobody waits for them any more, which change nothing. */
const awaitedBy: Partial<Record<PdfEvent['kind'], PdfStatus>> = {
  dataSucceeded: 'dataRequested',
  dataFailed: 'dataRequested',
  pdfSucceeded: 'pdfRequested',
  pdfFailed: 'pdfRequested',
};

/** The next state; an answer to a question that is not open leaves it as it is. */
export function nextPdfState(state: PdfState, event: PdfEvent): PdfState {
  const awaited = awaitedBy[event.kind];
  if (awaited !== undefined && awaited !== state.status) return state;
  switch (event.kind) {
    case 'dataRequested':
      return { ...initialPdfState, status: 'dataRequested' };
    case 'dataSucceeded':
      return { pdf: null, title: event.title, status: 'dataSucceeded', error: null };
    case 'pdfRequested':
      // After a failure the report's own name is gone; the next file brings it again.
      return {
        pdf: null,
        title: state.title === failedTitle ? '' : state.title,
        status: 'pdfRequested',
        error: null,
      };
    case 'pdfSucceeded':
      return { pdf: event.pdf, title: event.title, status: 'pdfSucceeded', error: null };
    case 'dataFailed':
    case 'pdfFailed':
      return { pdf: null, title: failedTitle, status: event.kind, error: event.error };
  }
}
