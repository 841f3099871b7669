import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ImportRefused } from '../../platform/table-files/import-refused.ts';
import { readDocumentFile } from './document-file.ts';

function png(width: number, height: number): Buffer {
  const bytes = Buffer.from('89504e470d0a1a0a0000000d494844520000000000000000', 'hex');
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}
const jpeg = (width: number, height: number): Buffer => {
  const frame = Buffer.from('ffc000110800000000030122000211010311', 'hex');
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  return Buffer.concat([Buffer.from('ffd8ffe000040000', 'hex'), frame]);
};

it('takes images as large as a scanned page and refuses what unpacks to gigabytes', () => {
  expect(readDocumentFile(png(5000, 7100))).toEqual({ mediaType: 'image/png' });
  expect(readDocumentFile(jpeg(5000, 7100))).toEqual({ mediaType: 'image/jpeg' });
  expect(() => readDocumentFile(png(100_000, 100_000))).toThrow('100.000 × 100.000 Bildpunkte');
  expect(() => readDocumentFile(jpeg(60_000, 60_000))).toThrow(ImportRefused);
});

function outcomeOf(bytes: Buffer): unknown {
  try {
    return readDocumentFile(bytes);
  } catch (error) {
    return error;
  }
}

it('reads any bytes without failing (property)', () => {
  const start = fc.constantFrom('%PDF-', '\u0089PNG\r\n\u001a\n', '\u00ff\u00d8\u00ff', '');
  fc.assert(
    fc.property(start, fc.uint8Array({ maxLength: 300 }), (head, rest) => {
      const read = outcomeOf(Buffer.concat([Buffer.from(head, 'latin1'), rest]));
      expect(read instanceof ImportRefused || !(read instanceof Error)).toBe(true);
    }),
    { numRuns: 2000 },
  );
});
