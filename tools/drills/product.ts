import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const startFile = fileURLToPath(new URL('../start.mjs', import.meta.url));

/** The real product in a process of its own, to be killed and started again on the same data. */
export class Product {
  readonly url: string;
  readonly #environment: Record<string, string>;
  #process: ChildProcess | undefined;
  #output = '';

  constructor(port: number, environment: Record<string, string>) {
    this.url = `http://127.0.0.1:${port}`;
    this.#environment = { ...environment, PORT: String(port), PATH: process.env['PATH'] ?? '' };
  }

  /** Process of the server itself: `npm start` runs it in place. */
  get pid(): number {
    if (this.#process?.pid === undefined) throw new Error('the product does not run');
    return this.#process.pid;
  }

  /** Starts and waits until ready; milliseconds that took. */
  async start(): Promise<number> {
    const started = Date.now();
    this.#output = '';
    const child = spawn(process.execPath, [startFile], {
      env: this.#environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#process = child;
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (data: Buffer) => {
        this.#output = (this.#output + data.toString()).slice(-4000);
      });
    }
    await this.waitUntilReady(240_000);
    return Date.now() - started;
  }

  async waitUntilReady(milliseconds: number): Promise<void> {
    const end = Date.now() + milliseconds;
    while (Date.now() < end) {
      if (this.#process?.exitCode !== null) throw new Error(`the product ended:\n${this.#output}`);
      const isReady = await fetch(`${this.url}/api/health/ready`).then(
        (answer) => answer.ok,
        () => false,
      );
      if (isReady) return;
      await sleep(25);
    }
    throw new Error(`the product was not ready within ${milliseconds} ms:\n${this.#output}`);
  }

  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await gone;
  }

  /** An access token of a demo user. */
  async signIn(userName: string): Promise<string> {
    const answer = await fetch(`${this.url}/api/auth/login`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-requested-with': 'depotwerk',
        origin: this.url,
      },
      body: JSON.stringify({ userName, password: 'Depotwerk-Demo-1' }),
    });
    const body: unknown = await answer.json();
    if (typeof body === 'object' && body !== null && 'accessToken' in body) return String(body.accessToken);
    throw new Error(`signing in as ${userName} failed: ${answer.status} ${JSON.stringify(body)}`);
  }

  /** The answer of one call, GET without a body; `token` '' = signed out. @throws when it is refused, or says something else */
  async call<T>(
    token: string,
    path: string,
    answer: { readonly parse: (value: unknown) => T },
    body?: object,
  ): Promise<T> {
    const response = await fetch(`${this.url}/api${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        'x-requested-with': 'depotwerk',
        origin: this.url,
        ...(token !== '' && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
    return answer.parse(text === '' ? undefined : JSON.parse(text));
  }
}
