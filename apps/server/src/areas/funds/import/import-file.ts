import { setImmediate } from 'node:timers/promises';
import { type BroughtFile, readFileApart } from '../../../platform/file-threads/file-threads.ts';
import { openSource } from '../../../platform/table-files/open-source.ts';
import type { SourceRecord, SourceTable } from '../../../platform/table-files/source-table.ts';
import type { TableReader } from './table-readers.ts';

/** A file to import: where it lies, or the bytes somebody uploaded. */
export type ImportFile = string | BroughtFile;

/** Opens a file of the operator as a stream, an uploaded one in a thread of its own. Throws `ImportRefused`. */
export async function openImportFile(file: ImportFile, reader: TableReader): Promise<SourceTable> {
  if (typeof file === 'string') return openSource(file, reader.isHeader);
  const { fileHash, format, notes, records } = await readFileApart(reader, file);
  return {
    fileName: file.fileName,
    fileHash: Buffer.from(fileHash),
    format,
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
