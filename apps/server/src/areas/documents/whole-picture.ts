import { crc32 } from 'node:zlib';

/** Length and kind before a chunk, checksum behind it (ISO/IEC 15948, 5.3). */
const chunkFrame = 12;

/** What a picture says of itself. */
export interface PictureParts {
  /** 0 × 0 when it says nothing of its size. */
  readonly width: number;
  readonly height: number;
  /** Whether it is there up to its end. */
  readonly isWhole: boolean;
}

/** The size of a PNG from its head; it is whole when all of its chunks are there and no byte another one than was written. */
export function partsOfPng(bytes: Buffer): PictureParts {
  // The head stands at a fixed place: length, IHDR, width, height.
  const hasHead = bytes.length >= 24;
  const size = { width: hasHead ? bytes.readUInt32BE(16) : 0, height: hasHead ? bytes.readUInt32BE(20) : 0 };
  return { ...size, isWhole: size.width > 0 && size.height > 0 && areChunksWhole(bytes) };
}

function areChunksWhole(bytes: Buffer): boolean {
  let hasPicture = false;
  let place = 8;
  while (place + chunkFrame <= bytes.length) {
    const end = place + chunkFrame + bytes.readUInt32BE(place);
    if (end > bytes.length) return false;
    if (crc32(bytes.subarray(place + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return false;
    const kind = bytes.toString('latin1', place + 4, place + 8);
    if (kind === 'IDAT') hasPicture = true;
    // Whatever stands behind the end belongs to nobody.
    if (kind === 'IEND') return hasPicture;
    place = end;
  }
  return false;
}

/** The markers of a JPEG that a reader must find (ISO/IEC 10918-1, B.1.1.3). */
const scanStart = 0xda;
const imageEnd = Buffer.from([0xff, 0xd9]);

/**
 * The size of a JPEG from its first frame; it is whole when the picture begins behind it and ends. A small picture in the head has an
 * end of its own, which does not count.
 */
export function partsOfJpeg(bytes: Buffer): PictureParts {
  let size = { width: 0, height: 0 };
  let place = 2;
  while (place + 4 <= bytes.length && bytes[place] === 0xff) {
    const marker = bytes[place + 1] ?? 0;
    if (marker === scanStart) return { ...size, isWhole: size.width > 0 && bytes.includes(imageEnd, place) };
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame && size.width === 0 && place + 9 <= bytes.length)
      size = { height: bytes.readUInt16BE(place + 5), width: bytes.readUInt16BE(place + 7) };
    // A marker's own length counts itself; fill bytes and markers without content are one step.
    const hasNoContent = marker === 0xff || marker === 0x01 || (marker >= 0xd0 && marker <= 0xd9);
    place += hasNoContent ? (marker === 0xff ? 1 : 2) : 2 + Math.max(2, bytes.readUInt16BE(place + 2));
  }
  return { ...size, isWhole: false };
}
