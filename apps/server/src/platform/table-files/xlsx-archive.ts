import { crc32, inflateRawSync } from 'node:zlib';
import { foreignArchive } from './foreign-format.ts';
import { ImportRefused } from './import-refused.ts';
import { damagedWorkbook } from './xml-events.ts';

/** What a hostile archive may cost at most. */
export const archiveLimits = { entries: 200, unpackedBytes: 20 * 1024 * 1024, ratio: 100 } as const;

const centralSignature = 0x02014b50;
const localSignature = 0x04034b50;
const endSignature = 0x06054b50;

/**
 * Unpacks the parts of an XLSX archive by name, under limits that do not trust what the archive says of itself.
 * Throws `ImportRefused`.
 */
export function unpackWorkbook(file: Buffer): ReadonlyMap<string, Buffer> {
  try {
    return unpack(file);
  } catch (error) {
    // Offsets of a broken archive point anywhere.
    if (error instanceof RangeError) throw damagedWorkbook();
    throw error;
  }
}

function unpack(file: Buffer): Map<string, Buffer> {
  const end = file.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || file.readUInt32LE(end) !== endSignature) throw damagedWorkbook();
  const count = file.readUInt16LE(end + 10);
  let position = file.readUInt32LE(end + 16);
  if (count > archiveLimits.entries) {
    throw new ImportRefused(
      `Die Excel-Arbeitsmappe hat ${count} Bestandteile; höchstens ${archiveLimits.entries} sind erlaubt.`,
    );
  }
  const entries = new Map<string, Buffer>();
  const names: string[] = [];
  let total = 0;
  for (let index = 0; index < count; index += 1) {
    if (file.readUInt32LE(position) !== centralSignature) throw damagedWorkbook();
    const flags = file.readUInt16LE(position + 8);
    if ((flags & 1) !== 0)
      throw new ImportRefused(
        'Die Excel-Arbeitsmappe ist mit einem Kennwort geschützt. Bitte speichern Sie sie ohne Kennwort.',
      );
    const size = file.readUInt32LE(position + 24);
    const packedSize = file.readUInt32LE(position + 20);
    total += size;
    if (total > archiveLimits.unpackedBytes || size > packedSize * archiveLimits.ratio) {
      throw new ImportRefused(
        'Die Excel-Arbeitsmappe ist ausgepackt zu groß (höchstens 20 MB und das Hundertfache).',
      );
    }
    const nameLength = file.readUInt16LE(position + 28);
    const name = file.toString('latin1', position + 46, position + 46 + nameLength);
    names.push(name);
    const content = unpackEntry(file, position, packedSize, size);
    if (/^xl\/.*\.(xml|rels)$/.test(name)) {
      // Of two parts with one name other programs may read the other one.
      if (entries.has(name)) throw damagedWorkbook();
      entries.set(name, content);
    }
    position += 46 + nameLength + file.readUInt16LE(position + 30) + file.readUInt16LE(position + 32);
  }
  const foreign = foreignArchive(names);
  if (foreign !== null) throw new ImportRefused(foreign);
  return entries;
}

function unpackEntry(file: Buffer, central: number, packedSize: number, size: number): Buffer {
  const method = file.readUInt16LE(central + 10);
  const local = file.readUInt32LE(central + 42);
  if (file.readUInt32LE(local) !== localSignature) throw damagedWorkbook();
  const start = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
  const packed = file.subarray(start, start + packedSize);
  if (packed.length !== packedSize) throw damagedWorkbook();
  const content = method === 0 ? packed : method === 8 ? inflate(packed, size) : null;
  if (content?.length !== size || crc32(content) !== file.readUInt32LE(central + 16)) throw damagedWorkbook();
  return content;
}

function inflate(packed: Buffer, size: number): Buffer {
  if (size === 0) return Buffer.alloc(0);
  try {
    return inflateRawSync(packed, { maxOutputLength: size });
  } catch (error) {
    throw damagedWorkbook(error);
  }
}
