import fc from 'fast-check';
import { expect, it } from 'vitest';
import { wholeJpeg, wholePdf, wholePng } from '../../../test/whole-files.ts';
import { ImportRefused } from '../../platform/table-files/import-refused.ts';
import { readDocumentFile } from './document-file.ts';

const paper = wholePdf();
const picture = wholePng(40, 30);
const photo = wholeJpeg(40, 30);

it('takes images as large as a scanned page and refuses what unpacks to gigabytes', async () => {
  expect(await readDocumentFile(wholePng(5000, 7100, 1), 'a.png')).toEqual({ mediaType: 'image/png' });
  expect(await readDocumentFile(wholeJpeg(5000, 7100), 'a.jpg')).toEqual({ mediaType: 'image/jpeg' });
  await expect(readDocumentFile(wholePng(100_000, 100_000, 1), '')).rejects.toThrow(
    '100.000 × 100.000 Bildpunkte',
  );
  await expect(readDocumentFile(wholeJpeg(60_000, 60_000), '')).rejects.toThrow(ImportRefused);
});

it.each([
  [
    'a PDF that ends in its middle',
    paper.subarray(0, paper.length / 2),
    'a.pdf',
    'PDF-Datei ist unvollständig',
  ],
  ['a PDF without its table', paper.subarray(0, paper.length - 200), 'a.pdf', 'PDF-Datei ist unvollständig'],
  ['what only begins like a PDF', Buffer.from('%PDF-1.7\n%%EOF'), 'a.pdf', 'PDF-Datei ist unvollständig'],
  ['a PNG without its end', picture.subarray(0, -12), 'a.png', 'Bild ist unvollständig'],
  ['a PNG with another byte', Buffer.from(picture).fill(7, 45, 46), 'a.png', 'Bild ist unvollständig'],
  ['the head of a PNG', picture.subarray(0, 8), 'a.png', 'Bild ist unvollständig'],
  [
    'a JPEG whose only end is that of its small picture',
    photo.subarray(0, -2),
    'a.jpg',
    'Bild ist unvollständig',
  ],
  ['a PNG named a PDF', picture, 'Ausweis.PDF', 'ist aber ein Bild. Bitte geben Sie ihr die Endung .png'],
  ['a JPEG named a PDF', photo, 'Ausweis.pdf ', 'die Endung .jpg'],
  ['a PDF named a picture', paper, 'Antrag.jpeg', 'ist ein PDF, heißt aber wie ein Bild'],
])('refuses %s', async (_what, bytes, fileName, sentence) => {
  const read = readDocumentFile(bytes, fileName);
  await expect(read).rejects.toThrow(ImportRefused);
  await expect(read).rejects.toThrow(sentence);
});

it('takes what opens, under any name that says nothing else', async () => {
  for (const name of ['a.pdf', 'A.PDF', 'a', 'a.pdf.txt'])
    expect(await readDocumentFile(paper, name)).toEqual({ mediaType: 'application/pdf' });
  // Pictures are called by each other's names, and open all the same.
  expect(await readDocumentFile(photo, 'Foto.png')).toEqual({ mediaType: 'image/jpeg' });
  expect(await readDocumentFile(Buffer.concat([photo, Buffer.from('of the camera')]), 'a.jpg')).toEqual({
    mediaType: 'image/jpeg',
  });
  expect(await readDocumentFile(Buffer.from('<html>'), 'a.pdf')).toEqual({ mediaType: null });
});

it('reads any bytes without failing (property)', async () => {
  const start = fc.constantFrom('%PDF-', '\u0089PNG\r\n\u001a\n', '\u00ff\u00d8\u00ff', '');
  await fc.assert(
    fc.asyncProperty(start, fc.uint8Array({ maxLength: 300 }), async (head, rest) => {
      const read = await readDocumentFile(Buffer.concat([Buffer.from(head, 'latin1'), rest]), 'a').catch(
        (error: unknown) => error,
      );
      expect(read instanceof ImportRefused || !(read instanceof Error)).toBe(true);
    }),
    { numRuns: 1000 },
  );
});
