import { type ChildProcess, fork } from 'node:child_process';
import { availableParallelism, constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Logger } from '../../../platform/services.ts';
import type { PdfJob } from './compile-report.ts';
import type { WorkerAnswer, WorkerRequest } from './worker-protocol.ts';

/** Makes PDFs outside the server's process. */
export interface PdfEngine {
  /**
   * @param options isVisitor: for somebody without a session. Only a few of those wait, and behind everybody who signed in
   * @throws 503 reports.busy when the queue is full, 500 reports.failed when the report cannot be set in time
   */
  render(job: PdfJob, options?: { readonly isVisitor?: boolean }): Promise<Uint8Array>;
  /** Starts the workers ahead of the first report. */
  warm(): void;
  stop(): void;
}

interface PoolOptions {
  readonly size?: number;
  readonly queueLength?: number;
  readonly timeoutMs?: number;
  readonly logger?: Logger;
}

interface Task {
  readonly id: number;
  readonly job: PdfJob;
  readonly isVisitor: boolean;
  readonly resolve: (pdf: Uint8Array) => void;
  readonly reject: (error: unknown) => void;
}

interface Worker {
  readonly child: ChildProcess;
  task: Task | null;
  timer: NodeJS.Timeout | null;
  done: number;
}

/** Documents that wait at most. */
export const pdfQueueLength = 100;
/** Of those, documents of visitors. */
const mostOfVisitors = 10;
/** Milliseconds a document may take. */
const defaultTimeout = 10_000;
/** A worker above this after a job is replaced: the measure allows it 150 MB. */
const largestRss = 145 * 1024 * 1024;
/** Replaced after so many jobs in any case. */
const mostJobs = 1_000;

/** One worker a core, at most four. */
export const pdfWorkers = (): number => Math.min(4, Math.max(1, availableParallelism()));

/** A pool of recycled child processes with a bounded queue. */
export function createPdfPool(options: PoolOptions = {}): PdfEngine {
  const size = options.size ?? pdfWorkers();
  const queueLength = options.queueLength ?? pdfQueueLength;
  const timeoutMs = options.timeoutMs ?? defaultTimeout;
  const workers = new Set<Worker>();
  const queue: Task[] = [];
  let nextId = 1;
  let isStopped = false;

  function startWorker(): Worker {
    const child = fork(workerFile(), [], {
      execArgv: ['--max-old-space-size=48'],
      serialization: 'advanced',
      // Nothing of ours: neither database address nor keys.
      env: { ...(process.env['SystemRoot'] !== undefined && { SystemRoot: process.env['SystemRoot'] }) },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const worker: Worker = { child, task: null, timer: null, done: 0 };
    workers.add(worker);
    // Reports wait for the calls of people at the screen, not the other way round.
    if (child.pid !== undefined) lowerPriority(child.pid);
    child.on('message', (answer: WorkerAnswer) => onAnswer(worker, answer));
    child.once('error', () => retire(worker, 'reports.workerFailed'));
    child.once('exit', () => retire(worker, 'reports.workerEnded'));
    child.unref();
    child.channel?.unref();
    return worker;
  }

  function onAnswer(worker: Worker, answer: WorkerAnswer): void {
    if (answer.kind === 'ready') return;
    const task = worker.task;
    if (!task || task.id !== answer.id) return;
    finish(worker);
    worker.done += 1;
    if (answer.kind === 'done') {
      task.resolve(answer.pdf);
    } else {
      // The compiler's words name template and place; texts of customers may stand in them and stay out of the log.
      options.logger?.error({ length: answer.message.length }, 'reports.notCompiled');
      task.reject(new AppError('reports.failed', { cause: new Error(answer.message) }));
    }
    if (answer.rss > largestRss || worker.done >= mostJobs) {
      workers.delete(worker);
      worker.child.disconnect();
      if (!isStopped) startWorker();
    }
    next();
  }

  /** Ends what a worker was doing; its process keeps the server alive only while it works. */
  function finish(worker: Worker): void {
    if (worker.timer) clearTimeout(worker.timer);
    worker.timer = null;
    worker.task = null;
    worker.child.channel?.unref();
  }

  function retire(worker: Worker, reason: string): void {
    if (!workers.delete(worker)) return;
    const { task } = worker;
    finish(worker);
    if (!isStopped) options.logger?.error({ reason }, 'reports.workerLost');
    task?.reject(new AppError('reports.failed'));
    next();
  }

  function next(): void {
    if (isStopped) return;
    while (queue.length > 0) {
      const idle = [...workers].find((worker) => worker.task === null);
      const worker = idle ?? (workers.size < size ? startWorker() : null);
      const task = worker && queue.shift();
      if (!worker || !task) return;
      run(worker, task);
    }
  }

  function run(worker: Worker, task: Task): void {
    worker.task = task;
    worker.child.channel?.ref();
    worker.timer = setTimeout(() => {
      worker.child.kill('SIGKILL');
      retire(worker, 'reports.timeout');
    }, timeoutMs);
    const request: WorkerRequest = { id: task.id, job: task.job };
    worker.child.send(request, (error) => {
      if (error) retire(worker, 'reports.workerUnreachable');
    });
  }

  return {
    render: (job, { isVisitor = false } = {}) =>
      new Promise((resolve, reject) => {
        const firstVisitor = queue.findIndex((task) => task.isVisitor);
        const visitors = firstVisitor < 0 ? 0 : queue.length - firstVisitor;
        if (isStopped || queue.length >= queueLength || (isVisitor && visitors >= mostOfVisitors)) {
          reject(new AppError('reports.busy', { retryAfter: 2 }));
          return;
        }
        const place = isVisitor || firstVisitor < 0 ? queue.length : firstVisitor;
        queue.splice(place, 0, { id: nextId, job, isVisitor, resolve, reject });
        nextId += 1;
        next();
      }),
    warm: () => {
      if (isStopped) return;
      while (workers.size < size) startWorker();
    },
    stop: () => {
      isStopped = true;
      for (const worker of workers) worker.child.kill('SIGKILL');
      for (const task of queue.splice(0)) task.reject(new AppError('reports.busy'));
    },
  };
}

/** In sources beside this file, in the build beside the bundle. */
function workerFile(): string {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  return fileURLToPath(new URL(`./pdf-worker.${extension}`, import.meta.url));
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It may be gone already, or the system forbids it: then it only competes as an equal.
  }
}
