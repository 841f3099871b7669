import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { AppError } from '../http/app-error.ts';
import { Slots } from '../slots.ts';
import { ImportRefused, isRefusalCode } from '../table-files/import-refused.ts';
import type { FileAnswer, FileReader, FileTask } from './file-reader.ts';

export interface FileThreadOptions {
  /** The program of the thread; it calls `serveFiles`. */
  readonly program: string;
  /** Files read at once; default 1: a second one would take a processor from the calls of people. */
  readonly atOnce?: number;
  /** Files that wait; more are told to come back. Default 60. */
  readonly queueLength?: number;
  /** Milliseconds of a processor for one file, on a clock {@link mostWaiting} times as many; default 20,000. */
  readonly timeoutMs?: number;
  /** Heap of a thread; default 256 MB. A workbook may unpack to 20 MB, its texts take a multiple of it. */
  readonly memoryMb?: number;
  /**
   * Megabytes beyond the heap: bytes a reader unpacks, which the heap's limit does not count. Default `memoryMb`. Looked at
   * every {@link watchMs}, so that a thread may be over it for a moment.
   */
  readonly bytesMb?: number;
  /** What whoever asked is told of a thread that fails; default: that his file is at fault. */
  readonly faultOf?: (fault: 'tooMuch' | 'broken') => Error;
}

export interface BroughtFile {
  readonly bytes: Buffer;
  readonly fileName: string;
}

export interface FileThreads {
  /**
   * Reads a file in a thread, or writes one. One that takes too long, too much memory or breaks its reader is refused like any other,
   * and its thread is replaced.
   * @throws ImportRefused, 503 when too many files wait
   */
  read<Result>(reader: FileReader<Result>, file: BroughtFile): Promise<Result>;
  /** Ends the threads; files under way are refused. */
  stop(): Promise<void>;
}

/** A thread is replaced after so many files in any case: nothing a file left behind stays for long. */
const mostFiles = 500;

const watchMs = 25;

/** A busy machine lets a file wait for its processor, which is no fault of the file; what only waits ends all the same. */
const mostWaiting = 6;

const faultOfFile = (fault: 'tooMuch' | 'broken') =>
  new ImportRefused(
    fault === 'tooMuch'
      ? 'Die Datei braucht zum Lesen zu viel Zeit oder Speicher. Bitte prüfen Sie sie oder teilen Sie sie auf.'
      : 'Die Datei ist unvollständig oder beschädigt.',
  );

/** Threads that read untrusted files and write long ones, few and bounded. */
export function createFileThreads(options: FileThreadOptions): FileThreads {
  const { program, atOnce = 1, queueLength = 60, timeoutMs = 20_000, memoryMb = 256 } = options;
  const { bytesMb = memoryMb, faultOf = faultOfFile } = options;
  const slots = new Slots(atOnce);
  const idle: FileThread[] = [];
  const all = new Set<FileThread>();
  let nextId = 1;

  function takeThread(): FileThread {
    const known = idle.pop();
    if (known) return known;
    const thread = new FileThread(program, memoryMb, bytesMb, () => faultOf('tooMuch'));
    all.add(thread);
    return thread;
  }

  async function readNow(task: FileTask): Promise<unknown> {
    const thread = takeThread();
    try {
      const answer = await thread.run(task, timeoutMs);
      if (answer.kind === 'read') return answer.result;
      if (answer.kind === 'failed') throw faultOf('broken');
      throw new ImportRefused(answer.message, isRefusalCode(answer.code) ? answer.code : undefined);
    } finally {
      if (thread.isUsable && thread.done < mostFiles) idle.push(thread);
      else {
        all.delete(thread);
        await thread.end();
      }
    }
  }

  return {
    async read<Result>(reader: FileReader<Result>, { bytes, fileName }: BroughtFile) {
      if (slots.waiting >= queueLength) throw new AppError('common.unavailable', { retryAfter: 5 });
      const result = await slots.use(() => readNow({ id: nextId++, reader: reader.name, bytes, fileName }));
      // The thread ran this very reader, whose result has this type.
      return result as Result;
    },
    async stop() {
      idle.length = 0;
      await Promise.all([...all].map((thread) => thread.end()));
      all.clear();
    },
  };
}

/** One thread; it keeps the process alive only while it reads. */
class FileThread {
  done = 0;
  isUsable = true;
  readonly #worker: Worker;
  #settle: ((answer: FileAnswer | Error) => void) | null = null;

  readonly #mostBytes: number;
  readonly #tooMuch: () => Error;

  constructor(program: string, memoryMb: number, bytesMb: number, tooMuch: () => Error) {
    this.#tooMuch = tooMuch;
    this.#mostBytes = bytesMb * 1024 * 1024;
    this.#worker = new Worker(program, {
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 32 },
      // Nothing of ours: neither database address nor keys.
      env: {},
    });
    this.#worker.unref();
    this.#worker.on('message', (answer: FileAnswer) => this.#settle?.(answer));
    this.#worker.on('error', () => this.#lose());
    this.#worker.on('exit', () => this.#lose());
  }

  run(task: FileTask, timeoutMs: number): Promise<FileAnswer> {
    this.done += 1;
    return new Promise((resolve, reject) => {
      const before = this.#computed();
      const start = performance.now();
      const look = async () => {
        const left = timeoutMs - (await this.#computed()) + (await before);
        const isOver = left <= 0 || performance.now() - start >= mostWaiting * timeoutMs;
        if (this.#settle !== settle) return;
        if (isOver) this.#lose();
        else timer = setTimeout(() => void look(), Math.max(left, watchMs));
      };
      let timer = setTimeout(() => void look(), timeoutMs);
      const watch = setInterval(() => void this.#watchMemory(), watchMs);
      this.#worker.ref();
      const settle = (answer: FileAnswer | Error) => {
        this.#settle = null;
        clearTimeout(timer);
        clearInterval(watch);
        this.#worker.unref();
        if (answer instanceof Error) reject(answer);
        else resolve(answer);
      };
      this.#settle = settle;
      if (this.isUsable) this.#worker.postMessage(task);
      else settle(this.#tooMuch());
    });
  }

  /** Milliseconds of a processor the thread has had; asking interrupts a thread that only computes. */
  async #computed(): Promise<number> {
    try {
      const { user, system } = await this.#worker.cpuUsage();
      return (user + system) / 1000;
    } catch {
      // It has not begun, or has ended.
      return 0;
    }
  }

  /** Ends the thread of a file that unpacks to more than it may; asking interrupts a thread that only computes. */
  async #watchMemory(): Promise<void> {
    try {
      const { external_memory: bytes } = await this.#worker.getHeapStatistics();
      if (bytes > this.#mostBytes) this.#lose();
    } catch {
      // It has ended: then there is nothing to watch.
    }
  }

  #lose(): void {
    this.isUsable = false;
    this.#settle?.(this.#tooMuch());
  }

  async end(): Promise<void> {
    this.isUsable = false;
    await this.#worker.terminate();
  }
}

/** In sources at the root of the server, in the build beside the bundle. */
export function threadProgram(name: string): string {
  const isSource = import.meta.url.endsWith('.ts');
  return fileURLToPath(new URL(isSource ? `../../${name}.ts` : `./${name}.js`, import.meta.url));
}

/** The threads of this process; started by the first file. */
const threads = createFileThreads({ program: threadProgram('file-worker') });

/** Files of visitors (1 MB at most) wait for each other and never for, or before, those of people who signed in. */
const visitorThreads = createFileThreads({
  program: threadProgram('file-worker'),
  queueLength: 10,
  timeoutMs: 5_000,
  memoryMb: 128,
});

/** Reads an untrusted file outside of the thread that serves; see {@link FileThreads.read}. */
export function readFileApart<Result>(reader: FileReader<Result>, file: BroughtFile): Promise<Result> {
  return threads.read(reader, file);
}

/** The same for somebody without a session, apart from the files of everybody else. */
export function readVisitorFile<Result>(reader: FileReader<Result>, file: BroughtFile): Promise<Result> {
  return visitorThreads.read(reader, file);
}
