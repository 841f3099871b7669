import type { FileReader } from '../../platform/file-threads/file-reader.ts';
import { requireWholePdf } from '../../platform/pdf-text/with-pdf.ts';
import { ImportRefused } from '../../platform/table-files/import-refused.ts';
import { partsOfJpeg, partsOfPng } from './whole-picture.ts';

/** What a document is, by its first bytes; null for anything we do not take. */
export interface DocumentFile {
  readonly mediaType: 'application/pdf' | 'image/png' | 'image/jpeg' | null;
}

/** Most pixels of an image: whoever opens it unpacks them all (a page scanned with 600 dpi has 35 million). */
const mostPixels = 80_000_000;

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const jpeg = Buffer.from([0xff, 0xd8, 0xff]);

/**
 * Looks at a document that was brought: it is what its first bytes say. One that nobody could open, or not under its name, is refused:
 * whoever gets it later would find a file that fails.
 * @throws ImportRefused for these, and for an image of too many pixels
 */
export async function readDocumentFile(bytes: Buffer, fileName: string): Promise<DocumentFile> {
  const mediaType = mediaTypeOf(bytes);
  const isNamedPdf = /\.pdf$/i.test(fileName.trim());
  if (mediaType === 'application/pdf') {
    if (/\.(?:png|jpe?g)$/i.test(fileName.trim()))
      throw new ImportRefused(
        'Die Datei ist ein PDF, heißt aber wie ein Bild. Bitte geben Sie ihr die Endung .pdf.',
      );
    await requireWholePdf(bytes);
  } else if (mediaType !== null) {
    if (isNamedPdf)
      throw new ImportRefused(
        `Die Datei heißt wie ein PDF, ist aber ein Bild. Bitte geben Sie ihr die Endung ${mediaType === 'image/png' ? '.png' : '.jpg'}, oder speichern Sie das Bild als PDF.`,
      );
    requireWholePicture(bytes, mediaType);
  }
  return { mediaType };
}

function mediaTypeOf(bytes: Buffer): DocumentFile['mediaType'] {
  if (bytes.subarray(0, 5).toString('latin1') === '%PDF-') return 'application/pdf';
  if (bytes.subarray(0, png.length).equals(png)) return 'image/png';
  return bytes.subarray(0, jpeg.length).equals(jpeg) ? 'image/jpeg' : null;
}

function requireWholePicture(bytes: Buffer, mediaType: 'image/png' | 'image/jpeg'): void {
  const { width, height, isWhole } = mediaType === 'image/png' ? partsOfPng(bytes) : partsOfJpeg(bytes);
  if (width * height > mostPixels)
    throw new ImportRefused(
      `Das Bild hat ${width.toLocaleString('de-DE')} × ${height.toLocaleString('de-DE')} Bildpunkte; höchstens 80 Millionen sind erlaubt. Bitte verkleinern Sie es.`,
    );
  if (!isWhole) throw new ImportRefused('Das Bild ist unvollständig oder beschädigt.');
}

/** The same in a thread of its own. */
export const documentFileReader: FileReader<DocumentFile> = { name: 'documentFile', read: readDocumentFile };
