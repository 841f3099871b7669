import type { FileReader } from '../file-threads/file-reader.ts';
import { openUploadedTable } from './open-source.ts';
import type { SourceCell, SourceRecord, SourceTable } from './source-table.ts';
import { requireSize } from './table-limits.ts';

/** A table as plain data, which crosses threads. */
interface ReadTable {
  readonly fileHash: Uint8Array;
  readonly format: SourceTable['format'];
  readonly delimiter?: string;
  readonly notes: readonly string[];
  readonly records: readonly SourceRecord[];
}

export interface TableReader extends FileReader<ReadTable> {
  readonly isHeader: (cells: readonly SourceCell[]) => boolean;
}

/** Reads a whole table within the limits of a table; larger ones are for the command, which streams. */
export const tableReader = (name: string, isHeader: TableReader['isHeader']): TableReader => ({
  name,
  isHeader,
  async read(bytes, fileName) {
    const { fileHash, format, delimiter, notes, ...table } = await openUploadedTable(
      bytes,
      fileName,
      isHeader,
    );
    const records: SourceRecord[] = [];
    let cells = 0;
    for await (const record of table.records()) {
      cells += record.cells.length;
      requireSize(records.length, cells);
      records.push(record);
    }
    return { fileHash, format, ...(delimiter !== undefined && { delimiter }), notes, records };
  },
});
