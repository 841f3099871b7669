import { crc32 } from 'node:zlib';
import { type PackedSection, packLast, packSection, writeZip } from '../src/platform/export/zip.ts';

export interface ZipPart {
  readonly name: string;
  readonly content: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;
}

/** An archive of contents as somebody else might have packed them, piece after piece. */
export const zipFrom = (parts: readonly ZipPart[]): AsyncGenerator<Buffer> =>
  writeZip(parts.map(({ name, content }) => ({ name, packed: sectionsOf(content) })));

async function* sectionsOf(content: ZipPart['content']): AsyncGenerator<PackedSection> {
  let crc = 0;
  for await (const part of content) {
    const bytes = typeof part === 'string' ? Buffer.from(part, 'utf8') : part;
    crc = crc32(bytes, crc);
    yield { bytes: packSection(bytes), size: bytes.length, crc };
  }
  yield { bytes: packLast(Buffer.alloc(0)), size: 0, crc };
}
