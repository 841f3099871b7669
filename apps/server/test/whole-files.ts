import { crc32, deflateSync } from 'node:zlib';
import { pdfOf } from './statement-pdf.ts';

/** A PDF of one empty page that every reader opens; no two of another `mark` are the same, and `bytes` is the least it is long. */
export const wholePdf = (mark = '', bytes = 0): Buffer =>
  pdfOf([''], { objects: [`(${mark})`, `(${'x'.repeat(bytes)})`] });

const chunk = (kind: string, content: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(kind, 'latin1'), content]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(content.length, 0);
  frame.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
};

/** A PNG of one colour, or one that only claims its size: `drawn` is how many rows it has. */
export function wholePng(width: number, height: number, drawn = height): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // Eight bits of grey.
  head.writeUInt8(8, 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(drawn * (width + 1)))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A JPEG as its markers describe it, with a small picture in its head; nobody draws what stands in its scan. */
export function wholeJpeg(width: number, height: number): Buffer {
  const frame = Buffer.from('ffc00011080000000003012200021101031101', 'hex');
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  return Buffer.concat([
    Buffer.from('ffd8ffe00008ffd8ffd90000', 'hex'),
    frame,
    Buffer.from('ffda000c03010002110311003f00f8ffd9', 'hex'),
  ]);
}
