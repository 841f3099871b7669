import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { AllocationInput } from '@depotwerk/engine/allocation/allocation-input';
import {
  type AllocationResult,
  automaticAllocation,
} from '@depotwerk/engine/allocation/automatic-allocation';
import { EngineError } from '@depotwerk/engine/engine-error';
import { AppError } from '../../platform/http/app-error.ts';

/** What goes to the thread. */
export interface SolverRequest {
  readonly id: number;
  readonly input: AllocationInput;
}

/** What comes back: a result, or the parts of an EngineError, whose class does not cross threads. */
export interface SolverAnswer {
  readonly id: number;
  readonly result?: AllocationResult;
  readonly refusal?: Pick<EngineError, 'code' | 'message' | 'path' | 'details'>;
}

interface Waiting {
  readonly resolve: (result: AllocationResult) => void;
  readonly reject: (error: unknown) => void;
}

/** Up to here a matrix takes some milliseconds; 200 groups take seconds, during which nobody else would be served. */
const mostGroupsInline = 60;
/** More matrices than this wait for nothing useful: whoever types has changed theirs again. */
const longestQueue = 8;
const timeoutMs = 20_000;

let thread: Worker | null = null;
let nextId = 1;
const waiting = new Map<number, Waiting>();

/**
 * The automatic matrix of an input; large ones are computed in a thread of their own, one after the other.
 *
 * @throws EngineError as the engine does, 503 when too many large matrices are asked for or one takes over 20 s
 */
export async function solveAllocation(input: AllocationInput): Promise<AllocationResult> {
  if (input.groups.length <= mostGroupsInline) return automaticAllocation(input);
  if (waiting.size >= longestQueue) throw new AppError('common.unavailable', { retryAfter: 5 });
  const worker = thread ?? startThread();
  const id = nextId;
  nextId += 1;
  const result = new Promise<AllocationResult>((resolve, reject) => {
    waiting.set(id, { resolve, reject });
  });
  worker.postMessage({ id, input } satisfies SolverRequest);
  const timer = setTimeout(() => endThread(), timeoutMs);
  timer.unref();
  return result.finally(() => clearTimeout(timer));
}

function startThread(): Worker {
  const worker = new Worker(threadFile());
  worker.on('message', ({ id, result, refusal }: SolverAnswer) => {
    const asker = waiting.get(id);
    waiting.delete(id);
    if (result) asker?.resolve(result);
    else if (refusal)
      asker?.reject(new EngineError(refusal.code, refusal.message, refusal.path, refusal.details));
  });
  // Whatever ended it: those who wait are told, the next one starts another.
  worker.on('error', () => endThread());
  worker.on('exit', () => {
    if (thread === worker) endThread();
  });
  // A thread without work keeps no process alive.
  worker.unref();
  thread = worker;
  return worker;
}

function endThread(): void {
  const ended = thread;
  thread = null;
  for (const { reject } of waiting.values()) reject(new AppError('common.unavailable', { retryAfter: 5 }));
  waiting.clear();
  void ended?.terminate();
}

/** Beside this file in the sources, beside the server in what is built. */
function threadFile(): string {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  return fileURLToPath(new URL(`./allocation-worker.${extension}`, import.meta.url));
}
