import type { FileReader } from '../../platform/file-threads/file-reader.ts';
import { ImportRefused } from '../../platform/table-files/import-refused.ts';

/** What a document is, by its first bytes; null for anything we do not take. */
export interface DocumentFile {
  readonly mediaType: 'application/pdf' | 'image/png' | 'image/jpeg' | null;
}

/** Most pixels of an image: whoever opens it unpacks them all (a page scanned with 600 dpi has 35 million). */
const mostPixels = 80_000_000;

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const jpeg = Buffer.from([0xff, 0xd8, 0xff]);

/** Looks at a document that was brought, whatever its name says. @throws ImportRefused for an image of too many pixels */
export function readDocumentFile(bytes: Buffer): DocumentFile {
  if (bytes.subarray(0, 5).toString('latin1') === '%PDF-') return { mediaType: 'application/pdf' };
  if (bytes.subarray(0, png.length).equals(png)) {
    // The head stands at a fixed place: length, IHDR, width, height.
    if (bytes.length >= 24) requireFewPixels(bytes.readUInt32BE(16), bytes.readUInt32BE(20));
    return { mediaType: 'image/png' };
  }
  if (bytes.subarray(0, jpeg.length).equals(jpeg)) {
    requireFewPixels(...sizeOfJpeg(bytes));
    return { mediaType: 'image/jpeg' };
  }
  return { mediaType: null };
}

/** The same in a thread of its own. */
export const documentFileReader: FileReader<DocumentFile> = { name: 'documentFile', read: readDocumentFile };

function requireFewPixels(width: number, height: number): void {
  if (width * height <= mostPixels) return;
  throw new ImportRefused(
    `Das Bild hat ${width.toLocaleString('de-DE')} × ${height.toLocaleString('de-DE')} Bildpunkte; höchstens 80 Millionen sind erlaubt. Bitte verkleinern Sie es.`,
  );
}

/** Width and height from the first frame header; 0 × 0 when there is none. */
function sizeOfJpeg(bytes: Buffer): [number, number] {
  let place = 2;
  while (place + 9 <= bytes.length && bytes[place] === 0xff) {
    const marker = bytes[place + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return [bytes.readUInt16BE(place + 7), bytes.readUInt16BE(place + 5)];
    // A marker's own length counts itself; fill bytes and markers without content are one step.
    const hasNoContent = marker === 0xff || marker === 0x01 || (marker >= 0xd0 && marker <= 0xd9);
    place += hasNoContent ? (marker === 0xff ? 1 : 2) : 2 + Math.max(2, bytes.readUInt16BE(place + 2));
  }
  return [0, 0];
}
