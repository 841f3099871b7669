import { formatDate, formatInstantDay } from '@depotwerk/domain/date-text';
import { type CellValue, type ExportColumn, guardFormula } from './export-column.ts';
import type { NextPart } from './table-types.ts';

const byteOrderMark = '\uFEFF';
const separator = ';';
const lineEnd = '\r\n';

/**
 * CSV as German spreadsheets open it: UTF-8 with byte order mark, `;`, decimal comma, dates dd.MM.yyyy.
 * Yields part after part, so memory does not grow with the number of rows.
 */
export async function* csvFile(
  columns: readonly Pick<ExportColumn<unknown>, 'header'>[],
  nextPart: NextPart,
): AsyncGenerator<Uint8Array> {
  const heading = columns.map((column) => quote(guardFormula(column.header))).join(separator);
  yield Buffer.from(byteOrderMark + heading + lineEnd, 'utf8');
  let part = await nextPart({ rows: 1, crc: 0 });
  while (part) {
    yield part.bytes;
    part = await nextPart(part.end);
  }
}

export function csvLines(
  kinds: readonly ExportColumn<unknown>['kind'][],
  rows: readonly (readonly CellValue[])[],
  timeZone: string,
): string {
  let text = '';
  for (const row of rows) {
    text += kinds.map((kind, index) => cell(kind, row[index] ?? null, timeZone)).join(separator) + lineEnd;
  }
  return text;
}

function cell(kind: ExportColumn<unknown>['kind'], value: CellValue, timeZone: string): string {
  if (value === null) return '';
  switch (kind) {
    case 'text':
      return quote(guardFormula(String(value)));
    case 'boolean':
      return value === true ? 'ja' : 'nein';
    case 'day':
      return formatDate(String(value));
    case 'instant':
      return formatInstantDay(String(value), timeZone);
    case 'money':
      return Number(value).toFixed(2).replace('.', ',');
    case 'integer':
    case 'number':
      return String(value).replace('.', ',');
  }
}

function quote(text: string): string {
  return /[";\r\n\t']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
