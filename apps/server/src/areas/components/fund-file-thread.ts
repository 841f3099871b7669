import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { AppError } from '../../platform/http/app-error.ts';
import { ImportRefused } from '../../platform/table-files/import-refused.ts';
import { type FundFile, readFundFile, TooManyRows } from './fund-file.ts';

/** What goes to the thread. */
export interface FundFileTask {
  readonly bytes: Uint8Array;
  readonly fileName: string;
}

/** What comes back; the classes of errors do not cross threads. */
export interface FundFileAnswer {
  readonly file?: FundFile;
  readonly refusal?: 'wrongFormat' | 'tooManyRows';
}

/** Up to here a file is read in some milliseconds: a workbook is packed, text is not. */
const largestInline = { workbook: 64 * 1024, text: 512 * 1024 } as const;
const mostThreads = 2;
const timeoutMs = 20_000;
/** A workbook may unpack to 20 MB; its cells take a multiple of it. */
const mostMemoryMb = 384;

let running = 0;

/**
 * Reads a file of funds; a large one in a thread of its own that ends with it.
 *
 * @throws ImportRefused and TooManyRows as `readFundFile`, 503 when too many large files are read at once
 */
export async function readFundFileApart(bytes: Buffer, fileName: string): Promise<FundFile> {
  const kind = bytes.subarray(0, 2).toString('latin1') === 'PK' ? 'workbook' : 'text';
  if (bytes.byteLength <= largestInline[kind]) return readFundFile(bytes, fileName);
  if (running >= mostThreads) throw new AppError('common.unavailable', { retryAfter: 3 });
  running += 1;
  const worker = new Worker(threadFile(), {
    workerData: { bytes, fileName } satisfies FundFileTask,
    resourceLimits: { maxOldGenerationSizeMb: mostMemoryMb },
  });
  try {
    const { file, refusal } = await answerOf(worker);
    if (file) return file;
    if (refusal === 'tooManyRows') throw new TooManyRows();
    throw new ImportRefused('Die Datei ist leer oder hat ein falsches Format.');
  } finally {
    running -= 1;
    await worker.terminate();
  }
}

/** The first answer; a thread that fails, runs out of memory or takes too long has read a file that is none of ours. */
function answerOf(worker: Worker): Promise<FundFileAnswer> {
  return new Promise((resolve) => {
    const refuse = () => resolve({ refusal: 'wrongFormat' });
    const timer = setTimeout(refuse, timeoutMs);
    worker.once('message', (answer: FundFileAnswer) => resolve(answer));
    worker.once('error', refuse);
    worker.once('exit', () => {
      clearTimeout(timer);
      refuse();
    });
  });
}

/** Beside this file in the sources, beside the server in what is built. */
function threadFile(): string {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  return fileURLToPath(new URL(`./fund-file-worker.${extension}`, import.meta.url));
}
