/** Runs the practice bank beside the demo: started again when it dies, ended with us however we end. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { PracticeBank, PracticeBankOptions } from '@depotwerk/server/public';

/** A port may still be held for a moment by the bank of an earlier run. */
const startAttempts = 4;
const pauseMs = 1000;
/** A bank that keeps dying is not started for ever. */
const maximumRestarts = 20;

/** In sources and in the build the bank lies beside the demo world. */
function programFile(): string {
  const place = import.meta.url.endsWith('.ts') ? '../../../bank/src/main.ts' : '../../bank/dist/main.js';
  return fileURLToPath(new URL(place, import.meta.url));
}

/** Starts it and returns at once; whatever goes wrong with it is said in one sentence and never ends the product. */
export function startPracticeBank(options: PracticeBankOptions): PracticeBank {
  const supervision = new Supervision(options);
  supervision.start();
  return supervision;
}

class Supervision implements PracticeBank {
  readonly #options: PracticeBankOptions;
  #child: ChildProcess | null = null;
  #timer: NodeJS.Timeout | null = null;
  #isStopping = false;
  #failedStarts = 0;
  #restarts = 0;
  #wasAnnounced = false;

  constructor(options: PracticeBankOptions) {
    this.#options = options;
  }

  start(): void {
    const file = programFile();
    if (!existsSync(file)) return this.#giveUp(`${file} is missing.`);
    const { port, dataDirectory } = this.#options;
    const child = spawn(process.execPath, [file], {
      // Nothing of our environment is its business, keys least of all.
      env: { PATH: process.env['PATH'] ?? '', BANK_PORT: String(port), DATA_DIR: dataDirectory },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    this.#child = child;
    let isReady = false;
    let lastWords = '';
    child.stdin.on('error', () => {});
    child.stdout.once('data', (line: Buffer) => {
      isReady = true;
      this.#failedStarts = 0;
      void this.#announce(line.toString().trim());
    });
    child.stderr.on('data', (part: Buffer) => {
      lastWords = part.toString().trim();
    });
    child.once('error', (error) => this.#giveUp(error.message));
    child.once('exit', (code, signal) => {
      this.#child = null;
      if (this.#isStopping) return;
      if (isReady) this.#comeBack(signal ?? `code ${code}`);
      else this.#tryAgain(lastWords);
    });
  }

  async #announce(address: string): Promise<void> {
    const { say, onReady } = this.#options;
    if (!this.#wasAnnounced) say(`Practice bank (SMS, approvals, bank passwords): ${address}`);
    this.#wasAnnounced = true;
    try {
      await onReady(address);
    } catch (error) {
      if (!this.#isStopping) say(`The practice bank has no depots: ${String(error)}`);
    }
  }

  #comeBack(how: string): void {
    this.#restarts += 1;
    if (this.#restarts > maximumRestarts) return this.#giveUp(`it ended ${this.#restarts} times.`);
    this.#options.say(`The practice bank is gone (${how}); starting it again …`);
    this.#later();
  }

  #tryAgain(lastWords: string): void {
    this.#failedStarts += 1;
    if (this.#failedStarts >= startAttempts) this.#giveUp(lastWords);
    else this.#later();
  }

  #later(): void {
    this.#timer = setTimeout(() => this.start(), pauseMs);
    this.#timer.unref();
  }

  #giveUp(reason: string): void {
    this.#options.say(`The practice bank does not run: ${reason}`);
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    if (this.#timer) clearTimeout(this.#timer);
    const child = this.#child;
    if (!child) return;
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.stdin?.end();
    const hard = setTimeout(() => child.kill('SIGKILL'), 3000);
    await ended;
    clearTimeout(hard);
  }
}
