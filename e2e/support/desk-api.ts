import { randomUUID } from 'node:crypto';
import { handOut, isFree } from './handed-out.ts';
import { demoPassword } from './journey.ts';
import { patiently } from './patiently.ts';

/** A contract of the desk as the journeys need it. */
export interface DeskContract {
  readonly id: string;
  readonly externalKey: string;
  readonly customer: { readonly firstName: string; readonly lastName: string };
  readonly isLinked: boolean;
  readonly hasPendingChanges: boolean;
  readonly insurer: { readonly id: number } | null;
  readonly hints: { readonly count: number };
}

export interface Answered {
  readonly status: number;
  readonly etag: string | null;
  /** JSON as it came; journeys name the few members they read. */
  readonly body: unknown;
}

/** Banks of the demo that take orders: number prefix of their depots, institution, password. */
export const banks = {
  quader: { bankId: '90010001', prefix: 'QB-', issuerId: 1, password: 'Quader-2026' },
  talgrund: { bankId: '90020002', prefix: 'TG-', issuerId: 2, password: 'Talgrund-2026' },
} as const;
export type Bank = (typeof banks)[keyof typeof banks];

/** A user signed in over HTTP, to bring the demo into the state a journey begins with and to see what came of it. */
export class DeskApi {
  readonly #urlOf: () => string;
  readonly #userName: string;
  #token = '';

  private constructor(urlOf: () => string, userName: string) {
    this.#urlOf = urlOf;
    this.#userName = userName;
  }

  static async signIn(url: string, userName: string): Promise<DeskApi> {
    const api = new DeskApi(() => url, userName);
    await api.#signIn();
    return api;
  }

  /** Somebody who signs in with his first call: for the top of a file, where no product is known yet. */
  static later(journey: { readonly url: string }, userName: string): DeskApi {
    return new DeskApi(() => journey.url, userName);
  }

  async #signIn(): Promise<void> {
    const answer = await patiently(`${this.#urlOf()}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ userName: this.#userName, password: demoPassword, clientType: 'mobile' }),
    });
    // Tokens of the call `login`; without them every further call fails by its status.
    const { accessToken } = (await answer.json()) as { accessToken: string };
    this.#token = accessToken;
  }

  async call(method: string, path: string, body?: unknown, ifMatch?: string): Promise<Answered> {
    if (this.#token === '') await this.#signIn();
    const answer = await this.#send(method, path, body, ifMatch);
    if (answer.status !== 401) return answer;
    // A user has ten sessions; those of the journeys' pages push out the oldest.
    await this.#signIn();
    return this.#send(method, path, body, ifMatch);
  }

  async #send(method: string, path: string, body?: unknown, ifMatch?: string): Promise<Answered> {
    const answer = await patiently(`${this.#urlOf()}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.#token}`,
        'idempotency-key': randomUUID(),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return {
      status: answer.status,
      etag: answer.headers.get('etag'),
      body: text === '' ? null : JSON.parse(text),
    };
  }

  /** The call's answer. @throws when it was refused */
  async get<Answer>(path: string): Promise<Answer> {
    return this.send<Answer>('GET', path);
  }

  async send<Answer>(method: string, path: string, body?: unknown, ifMatch?: string): Promise<Answer> {
    const answer = await this.call(method, path, body, ifMatch);
    if (answer.status >= 400)
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    // The product checks its own answers; a journey fails on what it reads of them.
    return answer.body as Answer;
  }

  /** Contracts the user sees, those with fewest hints first: other journeys take theirs from the other end. */
  async contracts(filter = ''): Promise<DeskContract[]> {
    return this.get(`/contracts?pageSize=250&sort=hints${filter}`);
  }

  /** Gives the bank's password, as the password dialog does. */
  async signInAt(bank: Bank): Promise<void> {
    await this.send('POST', `/trader-credentials/set-password?issuerId=${bank.issuerId}`, {
      password: bank.password,
    });
  }

  /** From how many euros on the house wants a second person; null = never. */
  async setApprovalLimit(approvalLimit: number | null): Promise<void> {
    const { etag } = await this.call('GET', '/order-rules');
    await this.send('PUT', '/order-rules', { approvalLimit }, etag ?? undefined);
  }

  /** Reads one contract from its bank; true when data changed. */
  async refresh(contractId: string): Promise<boolean> {
    return this.send('POST', '/contracts/remote-refresh', { contractIds: [contractId] });
  }

  /** Takes over or leaves what the bank says differently; nothing when there is nothing. */
  async decideChanges(contractId: string, keepChanges: boolean): Promise<void> {
    const changes = await this.get<unknown[]>(`/contracts/${contractId}/pending-changes`);
    if (changes.length === 0) return;
    await this.send('POST', `/contracts/${contractId}/process-pending-changes`, { keepChanges });
  }

  async plan(contractId: string): Promise<{ plan: PlanSummary; etag: string } | null> {
    const answer = await this.call('GET', `/contracts/${contractId}/planned-optimization`);
    if (answer.status !== 200 || answer.etag === null) return null;
    // Read as by its own page.
    return { plan: answer.body as PlanSummary, etag: answer.etag };
  }

  async discardPlan(contractId: string): Promise<void> {
    const stored = await this.plan(contractId);
    if (stored) {
      await this.send('DELETE', `/contracts/${contractId}/planned-optimization`, undefined, stored.etag);
    }
  }

  /** Records that the holders have key information of what the open plan buys; false when a fund has none. */
  async handOver(contractId: string): Promise<boolean> {
    const path = `/contracts/${contractId}/planned-optimization/key-information`;
    const { funds, holders, missing } = await this.get<KeyInformationSummary>(path);
    if (missing === null) return true;
    const documents = funds.flatMap(({ fundId, document }) =>
      document === null ? [] : [{ fundId, version: document.version }],
    );
    if (documents.length < funds.length) return false;
    const customerIds = holders.map(({ customerId }) => customerId);
    await this.send('POST', path, { form: 'mail', customerIds, documents });
    return true;
  }

  /** Depot and executions of a contract, the newest first. */
  async depot(contractId: string): Promise<DepotSummary> {
    return this.get(`/contracts/${contractId}/trader-depot`);
  }
}

interface KeyInformationSummary {
  readonly holders: readonly { readonly customerId: string }[];
  readonly funds: readonly {
    readonly fundId: number;
    readonly document: { readonly version: string } | null;
  }[];
  readonly missing: string | null;
}

export interface PlanSummary {
  readonly state: string;
  readonly isOutdated: boolean;
  readonly transactions: readonly {
    readonly action: string;
    readonly fundId: number;
    readonly isin: string;
    readonly quantity: number;
  }[];
  readonly checks: readonly { readonly result: string }[];
  /** null = the tariff's calendar. */
  readonly createdBy: string | null;
}

export interface DepotSummary {
  readonly traderDepotId: string | null;
  readonly externalKey: string;
  readonly takesOrders: boolean;
  readonly executions: readonly {
    readonly clientOrderId: string;
    readonly state: string;
    readonly orders: readonly { readonly isin: string; readonly action: string }[];
  }[];
}

/** A linked contract of the bank in which both say the same and nothing was ordered; each is handed out once. */
export async function linkedContract(api: DeskApi, bank: Bank): Promise<DeskContract> {
  await api.signInAt(bank);
  for (const contract of await api.contracts('&isLinked=true')) {
    if (!contract.externalKey.startsWith(bank.prefix) || !isFree(contract.id)) continue;
    handOut(contract.id);
    const { traderDepotId, executions } = await api.depot(contract.id);
    // After orders of ours what moves at the bank is expected and asks nobody.
    if (traderDepotId === null || executions.length > 0) continue;
    await api.refresh(contract.id);
    await api.decideChanges(contract.id, true);
    return contract;
  }
  throw new Error(`the demo has no further linked contract of ${bank.prefix}`);
}

/**
 * A linked contract of the bank whose full proposal can be carried out now, fresh from the bank and without a plan of anybody;
 * its holders have the key information. Each is handed out once, so that journeys do not meet in one.
 */
export async function tradableContract(api: DeskApi, bank: Bank): Promise<DeskContract> {
  await api.signInAt(bank);
  for (const contract of await api.contracts()) {
    const isCandidate =
      contract.isLinked && contract.externalKey.startsWith(bank.prefix) && (contract.hints.count ?? 0) > 0;
    if (!isCandidate || !isFree(contract.id)) continue;
    // What the tariff's calendar has planned gives way to the journey's own plan.
    const open = await api.plan(contract.id);
    if (open && open.plan.createdBy !== null) continue;
    const depot = await api.depot(contract.id);
    if (!depot.takesOrders || depot.executions.length > 0) continue;
    handOut(contract.id);
    await api.refresh(contract.id);
    await api.decideChanges(contract.id, true);
    const planned = await api.call('POST', `/contracts/${contract.id}/plan-optimization`, { mode: 'full' });
    if (planned.status !== 200) continue;
    const stored = await api.plan(contract.id);
    const isHandedOver = await api.handOver(contract.id);
    await api.discardPlan(contract.id);
    if (!isHandedOver) continue;
    const { transactions = [], checks = [] } = stored?.plan ?? {};
    if (transactions.length > 1 && checks.every(({ result }) => result !== 'blocked')) return contract;
  }
  throw new Error(`the demo has no further contract of ${bank.prefix} that can be optimised`);
}
