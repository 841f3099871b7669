import { once } from 'node:events';
import { crc32, createDeflateRaw } from 'node:zlib';

export interface ZipEntry {
  readonly name: string;
  readonly content: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;
}

const versionNeeded = 20;
/** Sizes follow the data (bit 3), names are UTF-8 (bit 11). */
const flags = 0x0808;
const methodDeflate = 8;
/** 1980-01-01 00:00, the zero of the format: the same rows give the same file. */
const dosDate = 0x0021;

/**
 * A ZIP archive as a stream of bytes (APPNOTE 6.3, without ZIP64: under 4 GiB and 65,535 entries). Entries are
 * compressed as they come, so memory stays flat whatever their length.
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
    for await (const chunk of deflate(entry.content, state)) {
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

async function* deflate(content: ZipEntry['content'], state: EntryState): AsyncGenerator<Buffer> {
  const packer = createDeflateRaw({ level: 6 });
  const feeding = (async () => {
    try {
      for await (const part of content) {
        const bytes = typeof part === 'string' ? Buffer.from(part, 'utf8') : part;
        state.crc = crc32(bytes, state.crc);
        state.size += bytes.length;
        if (!packer.write(bytes)) await once(packer, 'drain');
      }
      packer.end();
    } catch (error) {
      packer.destroy(error instanceof Error ? error : new Error('zip entry failed', { cause: error }));
    }
  })();
  for await (const chunk of packer) {
    // createDeflateRaw without encoding emits buffers only.
    const bytes = chunk as Buffer;
    state.packed += bytes.length;
    yield bytes;
  }
  await feeding;
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
