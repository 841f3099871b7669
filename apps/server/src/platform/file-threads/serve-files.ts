import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { ImportRefused } from '../table-files/import-refused.ts';
import type { FileAnswer, FileReader, FileTask } from './file-reader.ts';

/** Answers the tasks of the thread this runs in with one of the readers. */
export function serveFiles(readers: readonly FileReader<unknown>[]): void {
  const byName = new Map(readers.map((reader) => [reader.name, reader]));
  lowerPriority();
  parentPort?.on('message', (task: FileTask) => {
    void answerTo(byName.get(task.reader), task).then((answer) => parentPort?.postMessage(answer));
  });
}

async function answerTo(reader: FileReader<unknown> | undefined, task: FileTask): Promise<FileAnswer> {
  const { id, bytes, fileName } = task;
  try {
    if (!reader) throw new Error('unknown reader');
    return { id, kind: 'read', result: await reader.read(Buffer.from(bytes), fileName) };
  } catch (error) {
    if (error instanceof ImportRefused)
      return { id, kind: 'refused', message: error.message, code: error.code };
    return { id, kind: 'failed', error: error instanceof Error ? error.name : 'unknown' };
  }
}

/** Files wait for the calls of people at the screen. Only Linux knows priorities of single threads. */
function lowerPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The system forbids it: then it only competes as an equal.
  }
}
