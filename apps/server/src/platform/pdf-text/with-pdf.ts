import type { PDFDocumentProxy } from 'unpdf/pdfjs';
import { ImportRefused } from '../table-files/import-refused.ts';

/**
 * Opens a PDF somebody brought. Nothing of the file is run, drawn or fetched: scripts, forms, images and fonts of other places are not
 * looked at. Only for the thread of files.
 *
 * @param onLocked what becomes of one that asks for a password
 * @throws ImportRefused for what no reader opens, and what `work` refuses
 */
export async function withPdf<Result>(
  bytes: Buffer,
  work: (document: PDFDocumentProxy) => Promise<Result>,
  onLocked: (cause: unknown) => Result,
): Promise<Result> {
  // Loaded by the first PDF: most threads never see one.
  const { getResolvedPDFJS } = await import('unpdf');
  const { getDocument, PasswordException } = await getResolvedPDFJS();
  const task = getDocument({
    data: new Uint8Array(bytes),
    disableFontFace: true,
    useSystemFonts: false,
    useWorkerFetch: false,
    useWasm: false,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    enableXfa: false,
    verbosity: 0,
  });
  try {
    return await work(await task.promise);
  } catch (error) {
    if (error instanceof ImportRefused) throw error;
    if (error instanceof PasswordException) return onLocked(error);
    throw new ImportRefused('Die PDF-Datei ist unvollständig oder beschädigt.', undefined, { cause: error });
  } finally {
    await task.destroy();
  }
}

/** Refuses a PDF that no reader opens: one of which a part is missing, or that only bears the name. One with a password passes. */
export function requireWholePdf(bytes: Buffer): Promise<void> {
  return withPdf(
    bytes,
    async (document) => {
      await document.getPage(1);
      // Of one that is shown while it loads, the first pages open without the rest.
      await document.getPage(document.numPages);
    },
    () => undefined,
  );
}
