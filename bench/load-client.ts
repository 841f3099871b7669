import { connect, type Socket } from 'node:net';
import { type LoadResult, summarise } from './statistics.ts';

export interface LoadPlan {
  readonly port: number;
  /** Paths asked in turn. */
  readonly paths: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  /** Callers that each wait for their answer before they ask again. */
  readonly callers: number;
  readonly warmUpSeconds: number;
  readonly seconds: number;
}

const headEnd = Buffer.from('\r\n\r\n');

/** One keep-alive connection that asks and reads whole answers; no library between it and the socket. */
class Caller {
  readonly #socket: Socket;
  #buffer: Buffer = Buffer.alloc(0);
  #done: ((answer: { status: number; bytes: number }) => void) | null = null;

  constructor(port: number) {
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true });
    this.#socket.on('data', (chunk) => {
      this.#buffer = this.#buffer.length === 0 ? chunk : Buffer.concat([this.#buffer, chunk]);
      this.#finish();
    });
    this.#socket.on('error', () => this.#done?.({ status: 0, bytes: 0 }));
    this.#socket.on('close', () => this.#done?.({ status: 0, bytes: 0 }));
  }

  ask(request: string): Promise<{ status: number; bytes: number }> {
    return new Promise((resolve) => {
      this.#done = resolve;
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#done = null;
    this.#socket.destroy();
  }

  #finish(): void {
    const end = this.#buffer.indexOf(headEnd);
    if (end < 0 || !this.#done) return;
    const head = this.#buffer.toString('latin1', 0, end);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    const total = end + headEnd.length + length;
    if (this.#buffer.length < total) return;
    const done = this.#done;
    this.#done = null;
    this.#buffer = this.#buffer.subarray(total);
    done({ status: Number(head.slice(9, 12)), bytes: length });
  }
}

async function run(plan: LoadPlan): Promise<LoadResult> {
  const headers = Object.entries(plan.headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const requests = plan.paths.map(
    (path) => `GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${plan.port}\r\n${headers.join('')}\r\n`,
  );
  const durations: number[] = [];
  const failures = new Map<number, number>();
  let bytes = 0;
  let next = 0;
  const start = performance.now() + plan.warmUpSeconds * 1000;
  const end = start + plan.seconds * 1000;
  const callers = Array.from({ length: plan.callers }, () => new Caller(plan.port));
  await Promise.all(
    callers.map(async (caller) => {
      for (;;) {
        const asked = performance.now();
        if (asked >= end) return;
        const request = requests[next % requests.length] ?? '';
        next += 1;
        const answer = await caller.ask(request);
        if (asked < start) continue;
        durations.push(performance.now() - asked);
        bytes += answer.bytes;
        if (answer.status !== 200) failures.set(answer.status, (failures.get(answer.status) ?? 0) + 1);
        if (answer.status === 0) return;
      }
    }),
  );
  for (const caller of callers) caller.close();
  return summarise(durations, plan.seconds, failures, bytes);
}

// Runs as a child of the benchmark, so that measuring costs the measured process nothing but the machine.
process.once('message', (plan: LoadPlan) => {
  void run(plan).then((result) => process.send?.(result, () => process.exit(0)));
});
