import { formatDate, formatInstantDay } from '@depotwerk/domain/date-text';
import { cellOf, type ExportColumn, guardFormula } from './export-column.ts';

const byteOrderMark = '\uFEFF';
const separator = ';';
const lineEnd = '\r\n';

/**
 * CSV as German spreadsheets open it: UTF-8 with byte order mark, `;`, decimal comma, dates dd.MM.yyyy.
 * Yields one text per batch of rows, so memory does not grow with their number.
 */
export async function* writeCsv<Row>(
  columns: readonly ExportColumn<Row>[],
  batches: AsyncIterable<readonly Row[]>,
  timeZone: string,
): AsyncGenerator<string> {
  yield byteOrderMark + columns.map((column) => quote(guardFormula(column.header))).join(separator) + lineEnd;
  for await (const rows of batches) {
    let text = '';
    for (const row of rows) {
      text += columns.map((column) => cell(column, row, timeZone)).join(separator) + lineEnd;
    }
    yield text;
  }
}

function cell<Row>(column: ExportColumn<Row>, row: Row, timeZone: string): string {
  const value = cellOf(column, row);
  if (value === null) return '';
  switch (column.kind) {
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
