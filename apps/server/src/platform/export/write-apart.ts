import type { FileReader } from '../file-threads/file-reader.ts';
import { createFileThreads, threadProgram } from '../file-threads/file-threads.ts';
import { AppError } from '../http/app-error.ts';
import { tablePartWriter } from './table-part.ts';
import type { TablePart, WrittenPart } from './table-types.ts';

/** The thread that writes the files of everybody, one part after the other; started by the first file. */
const threads = createFileThreads({
  program: threadProgram('export-worker'),
  memoryMb: 128,
  faultOf: () => new AppError('common.exportFailed', { retryAfter: 5 }),
});

/**
 * Writes a piece of a file outside of the thread that serves: its letters and their packing are most of the work of an export.
 * @throws 503 when the thread fails or has too much to do
 */
export const writeApart = <Written>(writer: FileReader<Written>, bytes: Buffer): Promise<Written> =>
  threads.read(writer, { bytes, fileName: '' });

/** Writes rows so. @throws as {@link writeApart} does */
export const writePartApart = (part: TablePart): Promise<WrittenPart> =>
  writeApart(tablePartWriter, Buffer.from(JSON.stringify(part), 'utf8'));
