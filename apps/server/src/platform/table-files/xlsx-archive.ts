import { crc32, inflateRawSync } from 'node:zlib';
import { ImportRefused } from './import-refused.ts';

/** Limits of security requirement S18. */
export const archiveLimits = { entries: 200, unpackedBytes: 20 * 1024 * 1024, ratio: 100 } as const;

interface Entry {
  readonly name: Buffer;
  readonly content: Buffer;
}

const centralSignature = 0x02014b50;
const localSignature = 0x04034b50;
const endSignature = 0x06054b50;
const damaged = () => new ImportRefused('Die Excel-Arbeitsmappe ist unvollständig oder beschädigt.');

/**
 * Unpacks an XLSX archive under limits that do not trust what the archive says of itself, and packs its parts
 * anew without compression: whatever reads the result sees exactly the parts that were checked here, and no
 * hidden ones. Throws `ImportRefused`.
 */
export function rebuildArchive(file: Buffer): Buffer {
  try {
    return pack(unpack(file));
  } catch (error) {
    // Offsets of a broken archive point anywhere.
    if (error instanceof RangeError) throw damaged();
    throw error;
  }
}

function unpack(file: Buffer): Entry[] {
  const end = file.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || file.readUInt32LE(end) !== endSignature) throw damaged();
  const count = file.readUInt16LE(end + 10);
  let position = file.readUInt32LE(end + 16);
  if (count > archiveLimits.entries) {
    throw new ImportRefused(
      `Die Excel-Arbeitsmappe hat ${count} Bestandteile; höchstens ${archiveLimits.entries} sind erlaubt.`,
    );
  }
  const entries: Entry[] = [];
  let total = 0;
  for (let index = 0; index < count; index += 1) {
    if (file.readUInt32LE(position) !== centralSignature) throw damaged();
    const flags = file.readUInt16LE(position + 8);
    if ((flags & 1) !== 0)
      throw new ImportRefused('Die Excel-Arbeitsmappe ist mit einem Kennwort geschützt.');
    const size = file.readUInt32LE(position + 24);
    const packedSize = file.readUInt32LE(position + 20);
    total += size;
    if (total > archiveLimits.unpackedBytes || size > packedSize * archiveLimits.ratio) {
      throw new ImportRefused(
        'Die Excel-Arbeitsmappe ist ausgepackt zu groß (höchstens 20 MB und das Hundertfache).',
      );
    }
    const nameLength = file.readUInt16LE(position + 28);
    const name = file.subarray(position + 46, position + 46 + nameLength);
    const content = unpackEntry(file, position, packedSize, size);
    if (/^(\[Content_Types\]\.xml|_rels\/\.rels|xl\/.*\.(xml|rels))$/.test(name.toString('latin1'))) {
      entries.push({ name, content });
    }
    position += 46 + nameLength + file.readUInt16LE(position + 30) + file.readUInt16LE(position + 32);
  }
  return entries;
}

function unpackEntry(file: Buffer, central: number, packedSize: number, size: number): Buffer {
  const method = file.readUInt16LE(central + 10);
  const local = file.readUInt32LE(central + 42);
  if (file.readUInt32LE(local) !== localSignature) throw damaged();
  const start = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
  const packed = file.subarray(start, start + packedSize);
  if (packed.length !== packedSize) throw damaged();
  const content = method === 0 ? packed : method === 8 ? inflate(packed, size) : null;
  if (content?.length !== size || crc32(content) !== file.readUInt32LE(central + 16)) throw damaged();
  return content;
}

function inflate(packed: Buffer, size: number): Buffer {
  if (size === 0) return Buffer.alloc(0);
  try {
    return inflateRawSync(packed, { maxOutputLength: size });
  } catch (error) {
    throw new ImportRefused('Die Excel-Arbeitsmappe ist unvollständig oder beschädigt.', undefined, {
      cause: error,
    });
  }
}

/** 1980-01-01, the zero of the format. */
const dosDate = 0x0021;

function pack(entries: readonly Entry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content } of entries) {
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(dosDate, 8);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(content.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(name.length, 22);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(centralSignature, 0);
    central.writeUInt16LE(20, 4);
    common.copy(central, 6);
    central.writeUInt32LE(offset, 42);
    directory.push(central, name);
    const signature = Buffer.alloc(4);
    signature.writeUInt32LE(localSignature, 0);
    parts.push(signature, common, name, content);
    offset += 4 + common.length + name.length + content.length;
  }
  const centralDirectory = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(endSignature, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(centralDirectory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, centralDirectory, end]);
}
