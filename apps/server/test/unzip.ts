import { inflateRawSync } from 'node:zlib';

/** Files of a ZIP by name, found by its directory as every reader does. */
export function unzip(bytes: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  const end = bytes.length - 22;
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [packed, nameLength] = [bytes.readUInt32LE(at + 20), bytes.readUInt16LE(at + 28)];
    const local = bytes.readUInt32LE(at + 42);
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const name = bytes.subarray(at + 46, at + 46 + nameLength).toString('utf8');
    files.set(name, inflateRawSync(bytes.subarray(start, start + packed)));
    at += 46 + nameLength;
  }
  return files;
}
