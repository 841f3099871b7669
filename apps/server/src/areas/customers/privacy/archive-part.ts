import { crc32 } from 'node:zlib';
import { type PackedSection, packLast, packSection } from '../../../platform/export/zip.ts';
import type { FileReader } from '../../../platform/file-threads/file-reader.ts';
import { pageSlice, type SectionHead, type SectionSlice } from './archive-page.ts';
import type { ArchiveRow, ArchiveSection } from './archive-section.ts';

/** All there is of a section, each row as JSON: so it goes to the thread, twice, without being written twice. */
export interface FilledSection {
  readonly section: ArchiveSection;
  readonly rows: readonly string[];
}

/** A piece of the page or of the data of an archive as plain data, which goes to the thread that writes it. */
interface ArchivePart<Row> {
  readonly form: 'page' | 'data';
  readonly before: string;
  readonly slices: readonly SectionSlice<Row>[];
  readonly after: string;
  readonly timeZone: string;
  /** Checksum of the entry so far. */
  readonly crc: number;
  readonly isLast: boolean;
}

/** Writes a piece in its thread. */
export const archivePartWriter: FileReader<PackedSection> = {
  name: 'archivePart',
  // Our own data, written by `bytesOf`.
  read: (bytes) => writeArchivePart(JSON.parse(bytes.toString('utf8')) as ArchivePart<ArchiveRow>),
};

function writeArchivePart(part: ArchivePart<ArchiveRow>): PackedSection {
  const slices = part.slices.map((slice) =>
    part.form === 'page' ? pageSlice(slice, part.timeZone) : dataSlice(slice),
  );
  const bytes = Buffer.from(`${part.before}${slices.join('')}${part.after}`, 'utf8');
  return {
    bytes: part.isLast ? packLast(bytes) : packSection(bytes),
    size: bytes.length,
    crc: crc32(bytes, part.crc),
  };
}

function dataSlice({ key, rows, isFirst, isLast }: SectionSlice<ArchiveRow>): string {
  const lines = rows.map((row) => `\n${JSON.stringify(row)}`).join(',');
  return `${isFirst ? `,\n${JSON.stringify(key)}:[` : ','}${lines}${isLast ? ']' : ''}`;
}

/** Bounds of a piece: as many rows as one of a list has, and few letters beside what the thread may take. */
const mostRows = 250;
const mostLetters = 1_000_000;

/** The rows of all sections in pieces, one after the other; small sections share one. */
export function* slicesOf(
  sections: readonly FilledSection[],
  limits = { rows: mostRows, letters: mostLetters },
): Generator<readonly SectionSlice<string>[]> {
  let slices: SectionSlice<string>[] = [];
  let rowCount = 0;
  let letters = 0;
  for (const filled of sections) {
    let start = 0;
    do {
      let end = start;
      while (
        end < filled.rows.length &&
        (end === start || (rowCount < limits.rows && letters < limits.letters))
      ) {
        letters += filled.rows[end]?.length ?? 0;
        rowCount += 1;
        end += 1;
      }
      const isLast = end === filled.rows.length;
      slices.push({
        ...headOf(filled),
        rows: filled.rows.slice(start, end),
        isFirst: start === 0,
        isLast,
      });
      if (rowCount >= limits.rows || letters >= limits.letters) {
        yield slices;
        slices = [];
        rowCount = 0;
        letters = 0;
      }
      start = end;
    } while (start < filled.rows.length);
  }
  if (slices.length > 0) yield slices;
}

export const headOf = ({ section: { key, title, columns }, rows }: FilledSection): SectionHead => ({
  key,
  title,
  columns: columns.map(({ value: _sql, ...column }) => column),
  count: rows.length,
});

/**
 * Packed sections of an entry: its beginning, all rows, its end.
 * @param write writes a piece outside of the thread that serves
 */
export async function* packArchive(
  frame: Pick<ArchivePart<string>, 'form' | 'before' | 'after' | 'timeZone'>,
  sections: readonly FilledSection[],
  write: (bytes: Buffer) => Promise<PackedSection>,
): AsyncGenerator<PackedSection> {
  const { form, timeZone } = frame;
  let before = frame.before;
  let crc = 0;
  for (const slices of slicesOf(sections)) {
    const packed = await write(bytesOf({ form, before, slices, after: '', timeZone, crc, isLast: false }));
    yield packed;
    before = '';
    crc = packed.crc;
  }
  yield await write(bytesOf({ form, before, slices: [], after: frame.after, timeZone, crc, isLast: true }));
}

/** The piece as JSON, its rows as they are. */
function bytesOf({ slices, ...part }: ArchivePart<string>): Buffer {
  const written = slices.map(({ rows, ...slice }) => withList(slice, 'rows', rows));
  return Buffer.from(withList(part, 'slices', written), 'utf8');
}

/** An object that has members, as JSON, and one more that is a list of written JSON. */
const withList = (members: object, key: string, list: readonly string[]): string =>
  `${JSON.stringify(members).slice(0, -1)},"${key}":[${list.join(',')}]}`;
