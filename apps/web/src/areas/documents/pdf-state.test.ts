import { describe, expect, it } from 'vitest';
import type { PdfEvent } from './pdf-state.ts';
import { initialPdfState, nextPdfState } from './pdf-state.ts';

const run = (...events: PdfEvent[]) => events.reduce(nextPdfState, initialPdfState);
const pdf = new Blob(['%PDF-']);

describe('a PDF on its way', () => {
  it('goes from its data to its file', () => {
    const state = run(
      { kind: 'dataRequested' },
      { kind: 'dataSucceeded', title: 'Fondsvergleich' },
      { kind: 'pdfRequested' },
    );
    expect(state).toEqual({ pdf: null, title: 'Fondsvergleich', status: 'pdfRequested', error: null });
    expect(nextPdfState(state, { kind: 'pdfSucceeded', pdf, title: 'Fondsvergleich.pdf' })).toEqual({
      pdf,
      title: 'Fondsvergleich.pdf',
      status: 'pdfSucceeded',
      error: null,
    });
  });

  it.each([
    ['dataFailed', 'dataRequested'],
    ['pdfFailed', 'pdfRequested'],
  ] as const)('has the title Error once %s', (failure, request) => {
    const error = new Error('reports.failed');
    const state = run({ kind: request }, { kind: failure, error });
    expect(state).toEqual({ pdf: null, title: 'Error', status: failure, error });
    expect(nextPdfState(state, { kind: 'pdfRequested' })).toEqual({
      pdf: null,
      title: '',
      status: 'pdfRequested',
      error: null,
    });
  });

  it('forgets a file when the next one is asked for', () => {
    const state = run(
      { kind: 'pdfRequested' },
      { kind: 'pdfSucceeded', pdf, title: 'a.pdf' },
      { kind: 'pdfRequested' },
    );
    expect(state.pdf).toBeNull();
  });

  it('takes no answer nobody waits for', () => {
    expect(run({ kind: 'pdfSucceeded', pdf, title: 'a.pdf' })).toBe(initialPdfState);
    expect(run({ kind: 'pdfFailed', error: 1 })).toBe(initialPdfState);
    const waiting = run({ kind: 'dataRequested' });
    expect(nextPdfState(waiting, { kind: 'pdfFailed', error: 1 })).toBe(waiting);
  });
});
