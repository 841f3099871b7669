import type { BroughtFile } from '../../../platform/file-threads/file-threads.ts';
import { openSource } from '../../../platform/table-files/open-source.ts';
import { readTableApart } from '../../../platform/table-files/read-table-apart.ts';
import type { SourceTable } from '../../../platform/table-files/source-table.ts';
import type { TableReader } from '../../../platform/table-files/table-reader.ts';

/** A file to import: where it lies, or the bytes somebody uploaded. */
export type ImportFile = string | BroughtFile;

/** Opens a file of the operator as a stream, an uploaded one in a thread of its own. Throws `ImportRefused`. */
export function openImportFile(file: ImportFile, reader: TableReader): Promise<SourceTable> {
  return typeof file === 'string' ? openSource(file, reader.isHeader) : readTableApart(file, reader);
}
