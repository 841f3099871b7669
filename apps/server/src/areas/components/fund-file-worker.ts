import { parentPort, workerData } from 'node:worker_threads';
import { ImportRefused } from '../../platform/table-files/import-refused.ts';
import { readFundFile, TooManyRows } from './fund-file.ts';
import type { FundFileAnswer, FundFileTask } from './fund-file-thread.ts';

// The thread that reads one large file of funds: unpacking and parsing it must not keep others waiting.

async function answerOf({ bytes, fileName }: FundFileTask): Promise<FundFileAnswer> {
  try {
    return { file: await readFundFile(Buffer.from(bytes), fileName) };
  } catch (error) {
    if (error instanceof ImportRefused) return { refusal: 'wrongFormat' };
    if (error instanceof TooManyRows) return { refusal: 'tooManyRows' };
    throw error;
  }
}

// What starts this thread passes exactly this.
parentPort?.postMessage(await answerOf(workerData as FundFileTask));
