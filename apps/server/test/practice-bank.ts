import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBank } from '../../bank/src/bank.ts';
import { createApplication } from '../../bank/src/http/create-application.ts';
import { freePort } from './servers.ts';

interface Ledger {
  readonly clientOrderId: string;
  readonly isin: string;
  readonly action: string;
}

/** The real practice bank over HTTP on a folder of its own; it can be stopped and started again. */
export class PracticeBank {
  readonly url: string;
  readonly #port: number;
  readonly #folder = mkdtempSync(join(tmpdir(), 'practice-bank-'));
  readonly #meanwhile = new Map<string, () => Promise<unknown>>();
  #end: (() => Promise<void>) | null = null;

  private constructor(port: number) {
    this.#port = port;
    this.url = `http://127.0.0.1:${port}`;
  }

  static async start(seed: readonly object[]): Promise<PracticeBank> {
    const bank = new PracticeBank(await freePort());
    await bank.start();
    const lines = seed.map((line) => JSON.stringify(line)).join('\n');
    await bank.control('POST', '/control/seed', lines, 'application/x-ndjson');
    return bank;
  }

  /** One that runs already, in a process of its own. */
  static at(port: number): PracticeBank {
    return new PracticeBank(port);
  }

  async start(): Promise<void> {
    const bank = openBank(this.#folder, Date.now);
    const application = createApplication(bank);
    application.addHook('onSend', async ({ routeOptions }) => {
      const { endpoint = '' } = routeOptions.config;
      const work = this.#meanwhile.get(endpoint);
      this.#meanwhile.delete(endpoint);
      await work?.();
    });
    await application.listen({ port: this.#port, host: '127.0.0.1' });
    this.#end = async () => {
      await application.close();
      bank.store.close();
    };
  }

  async stop(): Promise<void> {
    await this.#end?.();
    this.#end = null;
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async control(method: string, path: string, body?: unknown, type = 'application/json'): Promise<unknown> {
    const answer = await fetch(`${this.url}${path}`, {
      method,
      ...(body !== undefined && {
        headers: { 'content-type': type },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text === '' ? null : JSON.parse(text);
  }

  /** Switches a fault on; by default for the next call only. */
  async fault(endpoint: string, kind: string, values: object = {}): Promise<void> {
    await this.control('POST', '/control/faults', { bankId: null, endpoint, kind, remaining: 1, ...values });
  }

  /** Does something while the next call of an endpoint is waited for: once the bank was asked, before its answer leaves. */
  meanwhile(endpoint: string, work: () => Promise<unknown>): void {
    this.#meanwhile.set(endpoint, work);
  }

  async clearFaults(): Promise<void> {
    await this.control('DELETE', '/control/faults');
  }

  /** Code of the newest SMS. */
  async newestCode(): Promise<string> {
    // The practice bank's own outbox.
    const { messages } = (await this.control('GET', '/outbox')) as { messages: { code: string }[] };
    return messages[0]?.code ?? '';
  }

  /** Approves or rejects the newest request in the bank's app. */
  async decide(verdict: 'approve' | 'reject'): Promise<void> {
    const { approvals } = (await this.control('GET', '/outbox')) as { approvals: { id: string }[] };
    await this.control('POST', `/decoupled/${approvals[0]?.id}/${verdict}`);
  }

  /** Booked orders of one execution: the bank's own truth. */
  async ledger(clientOrderId: string): Promise<Ledger[]> {
    // The practice bank's own ledger.
    return (await this.control('GET', `/control/executions?clientOrderId=${clientOrderId}`)) as Ledger[];
  }
}
