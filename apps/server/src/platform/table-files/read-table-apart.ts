import { setImmediate } from 'node:timers/promises';
import { type BroughtFile, readFileApart } from '../file-threads/file-threads.ts';
import type { SourceRecord, SourceTable } from './source-table.ts';
import type { TableReader } from './table-reader.ts';

/** Opens an uploaded table, read in a thread of its own. @throws ImportRefused, 503 when too many files wait */
export async function readTableApart(file: BroughtFile, reader: TableReader): Promise<SourceTable> {
  const { fileHash, format, delimiter, notes, records } = await readFileApart(reader, file);
  return {
    fileName: file.fileName,
    fileHash: Buffer.from(fileHash),
    format,
    ...(delimiter !== undefined && { delimiter }),
    notes,
    records: () => inTurns(records),
  };
}

/** So many cells are worked on before others have their turn. */
const cellsAtOnce = 20_000;

async function* inTurns(records: readonly SourceRecord[]): AsyncGenerator<SourceRecord> {
  let cells = 0;
  for (const record of records) {
    cells += record.cells.length + 1;
    if (cells > cellsAtOnce) {
      cells = 0;
      await setImmediate();
    }
    yield record;
  }
}
