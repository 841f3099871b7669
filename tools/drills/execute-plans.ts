import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PracticeBankProcess } from './practice-bank-process.ts';
import type { Product } from './product.ts';

export interface Candidate {
  readonly contractId: string;
  readonly depotId: string;
}

/** What all advisers of the drill share. */
export interface Round {
  isOver: boolean;
  /** Calls that execute at this moment: the time to kill something. */
  inFlight: number;
  readonly tally: Map<string, number>;
}

interface Provider {
  readonly tokenProviderType: string;
  readonly tokenProviderId: string;
}

interface Answer {
  readonly status: number;
  readonly code: string;
  readonly body: {
    readonly tokenProviders?: readonly Provider[];
    readonly state?: string;
    readonly funds?: readonly {
      readonly fundId: number;
      readonly document: { readonly version: string } | null;
    }[];
    readonly holders?: readonly { readonly customerId: string }[];
  } | null;
}

/** Tries for one contract before the next one's turn. */
const triesForContract = 25;
/** The same call with the same key, as a careful client repeats it. */
const repetitions = 3;

/** One adviser who plans and executes one contract after the other, through every fault and kill. */
export class Executor {
  readonly #product: Product;
  readonly #bank: PracticeBankProcess;
  readonly #userName: string;
  readonly #round: Round;
  #token = '';
  #signedInAt = 0;

  constructor(product: Product, bank: PracticeBankProcess, userName: string, round: Round) {
    this.#product = product;
    this.#bank = bank;
    this.#userName = userName;
    this.#round = round;
  }

  /** Gives the bank passwords. */
  async prepare(passwords: ReadonlyMap<number, string>): Promise<void> {
    for (const [issuerId, password] of passwords) {
      const answer = await this.#call('POST', `/trader-credentials/set-password?issuerId=${issuerId}`, {
        password,
      });
      if (answer.status !== 204) throw new Error(`${this.#userName} at bank ${issuerId}: ${answer.code}`);
    }
  }

  /** The first contracts of a list that this adviser sees and whose plan no check forbids. */
  async choose(candidates: readonly Candidate[], wanted: number): Promise<Candidate[]> {
    const chosen: Candidate[] = [];
    for (const candidate of candidates) {
      if (chosen.length >= wanted) break;
      if ((await this.#plan(candidate)) === 'checked') chosen.push(candidate);
    }
    return chosen;
  }

  /** Goes round and round; money added each time gives every plan something to buy. */
  async run(candidates: readonly Candidate[]): Promise<void> {
    while (!this.#round.isOver && candidates.length > 0) {
      for (const candidate of candidates) {
        const planned = await this.#plan(candidate);
        this.#count(`plan ${planned}`);
        if (planned === 'checked') await this.#execute(candidate);
        else await sleep(200);
        if (this.#round.isOver) return;
      }
    }
  }

  /** State of a new plan, or why there is none. */
  async #plan({ contractId }: Candidate): Promise<string> {
    const cashAmount = 200 + Math.floor(Math.random() * 1800);
    const plan = { mode: 'full', cashAmount };
    const { status, body, code } = await this.#call(
      'POST',
      `/contracts/${contractId}/plan-optimization`,
      plan,
    );
    if (status === 200) await this.#handOver(contractId);
    return status === 200 ? (body?.state ?? 'without state') : code;
  }

  /** The holders get the key information of what the plan buys; a refused execution tells where a fund has none. */
  async #handOver(contractId: string): Promise<void> {
    const path = `/contracts/${contractId}/planned-optimization/key-information`;
    const { body } = await this.#call('GET', path);
    const documents = (body?.funds ?? []).flatMap(({ fundId, document }) =>
      document === null ? [] : [{ fundId, version: document.version }],
    );
    if (documents.length === 0) return;
    const customerIds = (body?.holders ?? []).map(({ customerId }) => customerId);
    await this.#call('POST', path, { form: 'mail', customerIds, documents });
  }

  async #execute({ depotId }: Candidate): Promise<void> {
    for (let attempt = 0; attempt < triesForContract && !this.#round.isOver; attempt += 1) {
      const outcome = await this.#tryOnce(`/trader-depots/${depotId}/execute-plannedoptimization`);
      this.#count(outcome);
      if (outcome === 'executed' || outcome === 'common.notFound' || outcome.startsWith('optimization.'))
        return;
      await sleep(100 + Math.random() * 400);
    }
  }

  async #tryOnce(path: string): Promise<string> {
    const nothing = { tokenProviderType: null, tokenProviderId: null, token: null };
    const challenge = await this.#call('POST', path, nothing);
    const provider = challenge.body?.tokenProviders?.find((each) => each.tokenProviderType !== 'totp');
    if (challenge.status !== 200 || !provider) return challenge.code;
    const chosen = {
      tokenProviderType: provider.tokenProviderType,
      tokenProviderId: provider.tokenProviderId,
    };
    const asked = await this.#call('POST', path, { ...chosen, token: null });
    if (asked.status !== 200) return asked.code;
    const token = await this.#confirm(chosen);
    this.#round.inFlight += 1;
    const last = await this.#call('POST', path, { ...chosen, token }).finally(() => {
      this.#round.inFlight -= 1;
    });
    return last.status === 204 ? 'executed' : last.status === 200 ? 'approval pending' : last.code;
  }

  async #confirm({ tokenProviderType }: Provider): Promise<string | null> {
    if (tokenProviderType === 'bankDecoupled') {
      await this.#bank.approve(this.#userName).catch(() => {});
      return null;
    }
    return (await this.#bank.newestCode(this.#userName).catch(() => null)) ?? '000000';
  }

  /** A call under a key of its own, repeated with that key when no answer came. */
  async #call(method: string, path: string, body?: object): Promise<Answer> {
    const key = randomUUID();
    for (let attempt = 0; ; attempt += 1) {
      const answer = await this.#send(method, path, body, key);
      if (answer.status !== 0 || attempt >= repetitions) return answer;
      await sleep(300);
    }
  }

  async #send(method: string, path: string, body: object | undefined, key: string): Promise<Answer> {
    try {
      if (Date.now() - this.#signedInAt > 300_000) {
        this.#token = await this.#product.signIn(this.#userName);
        this.#signedInAt = Date.now();
      }
      const answer = await fetch(`${this.#product.url}/api${path}`, {
        method,
        signal: AbortSignal.timeout(40_000),
        headers: {
          authorization: `Bearer ${this.#token}`,
          ...(body && { 'content-type': 'application/json' }),
          'idempotency-key': key,
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      if (answer.status === 401) this.#signedInAt = 0;
      if (answer.status === 429) await sleep(2000);
      const text = await answer.text();
      // Answers of our own product.
      const parsed =
        text === ''
          ? null
          : (JSON.parse(text) as Answer['body'] & { code?: string; params?: { reason?: string } });
      const code = [parsed?.code ?? String(answer.status), parsed?.params?.reason ?? ''].join(' ').trim();
      return { status: answer.status, code, body: parsed };
    } catch {
      return { status: 0, code: 'no answer', body: null };
    }
  }

  #count(outcome: string): void {
    this.#round.tally.set(outcome, (this.#round.tally.get(outcome) ?? 0) + 1);
  }
}
