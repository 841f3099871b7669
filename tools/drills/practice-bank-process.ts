import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../apps/bank/src/main.ts', import.meta.url));

export interface LedgerLine {
  readonly clientOrderId: string;
  readonly isin: string;
  readonly action: string;
}

interface Outbox {
  readonly messages: readonly { readonly loginName: string; readonly code: string }[];
  readonly approvals: readonly { readonly id: string; readonly loginName: string; readonly state: string }[];
}

/** The practice bank in a process of its own, to be killed and started again on the same books. */
export class PracticeBankProcess {
  readonly url: string;
  readonly #port: number;
  readonly #folder: string;
  #process: ChildProcess | undefined;

  constructor(port: number, folder: string) {
    this.url = `http://127.0.0.1:${port}`;
    this.#port = port;
    this.#folder = folder;
  }

  async start(): Promise<void> {
    this.#process = spawn(process.execPath, [program], {
      env: { PATH: process.env['PATH'] ?? '', BANK_PORT: String(this.#port), DATA_DIR: this.#folder },
      // It ends with us: our end of the pipe closes.
      stdio: ['pipe', 'ignore', 'inherit'],
    });
    for (let attempt = 0; attempt < 400; attempt += 1) {
      const isReady = await this.get('/control/state').then(
        () => true,
        () => false,
      );
      if (isReady) return;
      await sleep(50);
    }
    throw new Error('the practice bank does not start');
  }

  async kill(): Promise<void> {
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
  }

  async get(path: string): Promise<unknown> {
    const answer = await fetch(`${this.url}${path}`, { signal: AbortSignal.timeout(5000) });
    if (!answer.ok) throw new Error(`GET ${path}: ${answer.status}`);
    return answer.json();
  }

  async send(method: string, path: string, body?: object): Promise<void> {
    const answer = await fetch(`${this.url}${path}`, {
      method,
      signal: AbortSignal.timeout(5000),
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status}`);
  }

  /** Code of the newest SMS to a login. */
  async newestCode(loginName: string): Promise<string | null> {
    // Our own bank's outbox.
    const { messages } = (await this.get('/outbox')) as Outbox;
    return messages.find((message) => message.loginName === loginName)?.code ?? null;
  }

  /** Approves what waits in the "app" of a login. */
  async approve(loginName: string): Promise<void> {
    const { approvals } = (await this.get('/outbox')) as Outbox;
    const waiting = approvals.filter((each) => each.loginName === loginName && each.state === 'pending');
    for (const { id } of waiting) await this.send('POST', `/decoupled/${id}/approve`).catch(() => {});
  }

  /** Every booked order: the bank's truth. */
  async ledger(): Promise<LedgerLine[]> {
    return (await this.get('/control/executions')) as LedgerLine[];
  }
}
