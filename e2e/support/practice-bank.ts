import { afterEach } from 'vitest';
import { ownProduct } from './own-product.ts';
import { patience } from './patience.ts';

interface Booked {
  readonly clientOrderId: string;
  readonly externalKey: string;
  readonly isin: string;
  readonly action: string;
}

interface Approval {
  readonly id: string;
  readonly text: string;
  readonly state: string;
}

interface Message {
  readonly text: string;
  readonly code: string;
  readonly sentAt: string;
}

/** The practice bank's own controls (docs/practice-bank.md); faults are taken back after every test. */
export class BankControl {
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  async #call(method: string, path: string, body?: unknown): Promise<unknown> {
    const answer = await fetch(`${this.#url}${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text === '' ? null : JSON.parse(text);
  }

  /** Switches a fault on for one depot's next call, or as `values` say. */
  async fault(endpoint: string, kind: string, values: object = {}): Promise<void> {
    await this.#call('POST', '/control/faults', { bankId: null, endpoint, kind, remaining: 1, ...values });
  }

  async clearFaults(): Promise<void> {
    await this.#call('DELETE', '/control/faults');
  }

  /** Moves the bank's clock on; it stays there. */
  async advance(milliseconds: number): Promise<void> {
    await this.#call('POST', '/control/clock', { advanceMs: milliseconds });
  }

  /** Sets password or state of a person at a bank; wrong tries are forgotten. */
  async setLogin(
    bankId: string,
    loginName: string,
    change: { readonly password?: string; readonly passwordState: 'valid' | 'expired' | 'locked' },
  ): Promise<void> {
    await this.#call('PATCH', `/control/banks/${bankId}/logins/${loginName}`, change);
  }

  /** What changes in a depot without the product. */
  async change(bankId: string, externalKey: string, values: object): Promise<void> {
    await this.#call('PATCH', `/control/banks/${bankId}/depots/demo.example/${externalKey}`, values);
  }

  /** Lines of the bank's ledger for one execution: a doubled order would stand there twice. */
  async booked(clientOrderId: string): Promise<Booked[]> {
    // docs/practice-bank.md, control/executions.
    return (await this.#call('GET', `/control/executions?clientOrderId=${clientOrderId}`)) as Booked[];
  }

  /** Approves or rejects the open approval of a depot, once it is there. */
  async decide(externalKey: string, decision: 'approve' | 'reject'): Promise<void> {
    const approval = await this.#wait(async () => {
      const { approvals } = (await this.#call('GET', '/outbox')) as { approvals: Approval[] };
      return approvals.find(({ state, text }) => state === 'pending' && text.includes(externalKey));
    }, `approval for ${externalKey}`);
    await this.#call('POST', `/decoupled/${approval.id}/${decision}`);
  }

  /** The code of the newest SMS whose text names `about`. */
  async smsCode(about: string): Promise<string> {
    const message = await this.#wait(async () => {
      const { messages } = (await this.#call('GET', '/outbox')) as { messages: Message[] };
      return messages.find(({ text }) => text.includes(about));
    }, `SMS about ${about}`);
    return message.code;
  }

  async #wait<Found>(look: () => Promise<Found | undefined>, what: string): Promise<Found> {
    const end = Date.now() + patience;
    while (Date.now() < end) {
      const found = await look();
      if (found !== undefined) return found;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    throw new Error(`no ${what} came`);
  }
}

/** The practice bank of the running product for a test file. */
export function usePracticeBank(): BankControl {
  const bank = new BankControl(ownProduct().bankUrl);
  afterEach(() => bank.clearFaults());
  return bank;
}
