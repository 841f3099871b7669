import { constants, crc32, deflateRawSync } from 'node:zlib';
import type { FileReader } from '../file-threads/file-reader.ts';

/** A file of the archive, packed already, section after section. */
export interface ZipEntry {
  readonly name: string;
  readonly packed: AsyncIterable<PackedSection> | Iterable<PackedSection>;
}

export interface PackedSection {
  /** Of `packSection`; of `packLast` at the end of the entry, and only there. */
  readonly bytes: Uint8Array;
  /** Bytes before they were packed. */
  readonly size: number;
  /** Checksum of the entry so far. */
  readonly crc: number;
}

const level = 6;

/** Packs some bytes of an entry by themselves: sections behind each other, with a last one, are one packed entry. */
export const packSection = (bytes: Uint8Array): Uint8Array =>
  deflateRawSync(bytes, { level, finishFlush: constants.Z_SYNC_FLUSH });

export const packLast = (bytes: Uint8Array): Uint8Array => deflateRawSync(bytes, { level });

const versionNeeded = 20;
/** Sizes follow the data (bit 3), names are UTF-8 (bit 11). */
const flags = 0x0808;
const methodDeflate = 8;
/** 1980-01-01 00:00, the zero of the format: the same rows give the same file. */
const dosDate = 0x0021;

/** An entry of little text, packed at once: a stream of its own would cost more than its bytes. */
export function packedEntry(name: string, text: string): ZipEntry {
  return { name, packed: [packWhole(Buffer.from(text, 'utf8'))] };
}

/** All of an entry as its only section. */
const packWhole = (bytes: Uint8Array): PackedSection => ({
  bytes: packLast(bytes),
  size: bytes.length,
  crc: crc32(bytes),
});

/** Packs a file in the thread that writes. */
export const wholeFilePacker: FileReader<PackedSection> = { name: 'wholeFile', read: packWhole };

/**
 * A ZIP archive as a stream of bytes (APPNOTE 6.3, without ZIP64: under 4 GiB and 65,535 entries). Sections go out
 * as they come, so memory stays flat whatever their length.
 */
export async function* writeZip(entries: readonly ZipEntry[]): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name, 'utf8');
    const start = offset;
    const head = localHeader(name);
    offset += head.length;
    yield head;

    const state = { crc: 0, size: 0, packed: 0 };
    for await (const chunk of packedBytes(entry.packed, state)) {
      offset += chunk.length;
      yield chunk;
    }
    const tail = dataDescriptor(state);
    offset += tail.length;
    yield tail;
    directory.push(centralHeader(name, state, start));
  }
  const central = Buffer.concat(directory);
  yield Buffer.concat([central, endOfDirectory(entries.length, central.length, offset)]);
}

interface EntryState {
  crc: number;
  size: number;
  packed: number;
}

async function* packedBytes(sections: ZipEntry['packed'], state: EntryState): AsyncGenerator<Buffer> {
  for await (const { bytes, size, crc } of sections) {
    state.crc = crc;
    state.size += size;
    state.packed += bytes.length;
    yield Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }
}

function localHeader(name: Buffer): Buffer {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(versionNeeded, 4);
  head.writeUInt16LE(flags, 6);
  head.writeUInt16LE(methodDeflate, 8);
  head.writeUInt16LE(dosDate, 12);
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, name]);
}

function dataDescriptor(state: EntryState): Buffer {
  const tail = Buffer.alloc(16);
  tail.writeUInt32LE(0x08074b50, 0);
  tail.writeUInt32LE(state.crc, 4);
  tail.writeUInt32LE(state.packed, 8);
  tail.writeUInt32LE(state.size, 12);
  return tail;
}

function centralHeader(name: Buffer, state: EntryState, offset: number): Buffer {
  const head = Buffer.alloc(46);
  head.writeUInt32LE(0x02014b50, 0);
  head.writeUInt16LE(versionNeeded, 4);
  head.writeUInt16LE(versionNeeded, 6);
  head.writeUInt16LE(flags, 8);
  head.writeUInt16LE(methodDeflate, 10);
  head.writeUInt16LE(dosDate, 14);
  head.writeUInt32LE(state.crc, 16);
  head.writeUInt32LE(state.packed, 20);
  head.writeUInt32LE(state.size, 24);
  head.writeUInt16LE(name.length, 28);
  head.writeUInt32LE(offset, 42);
  return Buffer.concat([head, name]);
}

function endOfDirectory(entries: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries, 8);
  end.writeUInt16LE(entries, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}
