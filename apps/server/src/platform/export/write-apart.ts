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
 * Writes rows outside of the thread that serves: letters of a sheet and their packing are most of the work of an export.
 * @throws 503 when the thread fails or has too much to do
 */
export function writePartApart(part: TablePart): Promise<WrittenPart> {
  return threads.read(tablePartWriter, {
    bytes: Buffer.from(JSON.stringify(part), 'utf8'),
    fileName: part.format,
  });
}
