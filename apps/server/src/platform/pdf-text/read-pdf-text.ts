import type { PDFDocumentProxy } from 'unpdf/pdfjs';
import { ImportRefused } from '../table-files/import-refused.ts';
import { withPdf } from './with-pdf.ts';

/** A piece of text where it stands on its page, in points; `top` grows downwards, `top` is the line it stands on. */
export interface PdfText {
  /** From 1. */
  readonly page: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  /** Size of the letters. */
  readonly size: number;
  readonly text: string;
}

/** Statements have a few pages; a book of letters is none. */
const mostPages = 60;
const mostPieces = 60_000;
const mostCharacters = 1_000_000;
/** Readers of PDF look for the mark within the first kilobyte. */
const searchedForMark = 1024;

export const isPdf = (bytes: Buffer): boolean => bytes.subarray(0, searchedForMark).includes('%PDF-');

/**
 * The texts of a PDF with their places, page by page. Only for the thread of files, whose limits of time and memory hold here too.
 * @throws ImportRefused for what is damaged, encrypted, too long or without text
 */
export function readPdfText(bytes: Buffer): Promise<PdfText[]> {
  return withPdf(bytes, textsOf, (cause) => {
    throw new ImportRefused(
      'Die PDF-Datei ist mit einem Passwort geschützt. Bitte speichern Sie sie ohne Passwort und laden Sie sie erneut.',
      undefined,
      { cause },
    );
  });
}

async function textsOf(document: PDFDocumentProxy): Promise<PdfText[]> {
  if (document.numPages > mostPages)
    throw new ImportRefused(`Die PDF-Datei hat mehr als ${mostPages} Seiten.`, 'common.payloadTooLarge');
  const texts: PdfText[] = [];
  let characters = 0;
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent({ disableNormalization: false });
    const toPage = page.getViewport({ scale: 1 }).transform;
    for (const item of items) {
      if (!('str' in item) || item.str.trim() === '') continue;
      const placed = placedText(number, item, toPage);
      if (placed === null) continue;
      characters += placed.text.length;
      if (texts.push(placed) > mostPieces || characters > mostCharacters)
        throw new ImportRefused('Die PDF-Datei enthält zu viel Text.', 'common.payloadTooLarge');
    }
    page.cleanup();
  }
  if (texts.length === 0)
    throw new ImportRefused(
      'Die PDF-Datei enthält keinen lesbaren Text, vermutlich ist sie eingescannt. Bitte laden Sie den Auszug bei der Bank als Datei oder geben Sie die Bestände über die Suche ein.',
    );
  return texts;
}

interface Item {
  readonly str: string;
  /** Six numbers of a matrix; the library says no more of it. */
  readonly transform: readonly unknown[];
  readonly width: number;
}

/** The item in the page as it is seen, which may be turned as a whole; null for text that stands across the page. */
function placedText(
  page: number,
  { str, transform, width }: Item,
  toPage: readonly number[],
): PdfText | null {
  const [a, b, , , e, f] = transform.map(Number);
  const [va = 1, vb = 0, vc = 0, vd = -1, ve = 0, vf = 0] = toPage;
  if (a === undefined || b === undefined || e === undefined || f === undefined) return null;
  const along = { x: va * a + vc * b, y: vb * a + vd * b };
  const size = Math.hypot(along.x, along.y);
  const left = va * e + vc * f + ve;
  const top = vb * e + vd * f + vf;
  const isLevel = along.x > 0 && Math.abs(along.y) < 0.02 * size;
  if (!isLevel || ![left, top, size, width].every(Number.isFinite)) return null;
  return { page, left, right: left + width, top, size, text: str };
}
