import { crc32 } from 'node:zlib';
import type { FileReader } from '../file-threads/file-reader.ts';
import { csvLines } from './csv.ts';
import { cellOf } from './export-column.ts';
import type { TablePart, TablePlace, TableShape, WrittenPart } from './table-types.ts';
import { sheetRows } from './xlsx.ts';
import { packSection } from './zip.ts';

export function partOf<Row>(
  { format, columns, timeZone }: TableShape<Row>,
  rows: readonly Row[],
  after: TablePlace,
): TablePart {
  return {
    format,
    kinds: columns.map(({ kind }) => kind),
    rows: rows.map((row) => columns.map((column) => cellOf(column, row))),
    timeZone,
    after,
  };
}

export function writePart({ format, kinds, rows, timeZone, after }: TablePart): WrittenPart {
  const text =
    format === 'csv' ? csvLines(kinds, rows, timeZone) : sheetRows(kinds, rows, timeZone, after.rows);
  const bytes = Buffer.from(text, 'utf8');
  return {
    bytes: format === 'csv' ? bytes : packSection(bytes),
    size: bytes.length,
    end: { rows: after.rows + rows.length, crc: crc32(bytes, after.crc) },
  };
}

/** Writes a part in its thread. */
export const tablePartWriter: FileReader<WrittenPart> = {
  name: 'tablePart',
  // Our own data, written by `tableBytes`.
  read: (bytes) => writePart(JSON.parse(bytes.toString('utf8')) as TablePart),
};
