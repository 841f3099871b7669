import { csvFile } from './csv.ts';
import type { ExportColumn } from './export-column.ts';
import { partOf, writePart } from './table-part.ts';
import type { NextPart, TableFormat, TableShape } from './table-types.ts';
import { xlsxContentType, xlsxFile } from './xlsx.ts';

export const tableContentTypes: Readonly<Record<TableFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: xlsxContentType,
};

/** A table as a file of rows that others write, part after part. */
export const tableFile = (
  {
    format,
    columns,
  }: Pick<TableShape<never>, 'format'> & {
    readonly columns: readonly Pick<ExportColumn<never>, 'header'>[];
  },
  name: string,
  nextPart: NextPart,
): AsyncGenerator<Uint8Array> =>
  format === 'csv' ? csvFile(columns, nextPart) : xlsxFile(name, columns, nextPart);

/** A table as a file of batches that are at hand, written in the thread that calls. */
export function writeTable<Row>(
  shape: TableShape<Row>,
  name: string,
  batches: AsyncIterable<readonly Row[]>,
): AsyncGenerator<Uint8Array> {
  const rows = batches[Symbol.asyncIterator]();
  return tableFile(shape, name, async (after) => {
    const batch = await rows.next();
    return batch.done === true ? null : writePart(partOf(shape, batch.value, after));
  });
}
