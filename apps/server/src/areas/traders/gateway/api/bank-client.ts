import { createHmac, randomBytes } from 'node:crypto';
import type * as z from 'zod/mini';
import { Slots } from '../../../../platform/slots.ts';
import { type TraderAccess, TraderFault } from '../trader-gateway.ts';
import { session } from './bank-answers.ts';
import { faultOf, parseJson, readRefusal, sessionExpiredCode } from './bank-fault.ts';
import { Breaker } from './breaker.ts';
import { type Exchange, ExchangeFailed, exchange, type RawAnswer } from './http-exchange.ts';

const totalMs = 10_000;
const callsAtOnce = 4;
/** A session is left alone this long before the bank ends it. */
const sessionReserveMs = 30_000;

export interface BankRequest<Answer extends z.ZodMiniType> {
  readonly method: Exchange['method'];
  /** Below `/banks/{bankId}`; parameters are encoded by the caller. */
  readonly path: string;
  readonly body?: unknown;
  /** null = any 2xx will do. */
  readonly answer: Answer | null;
}

interface Session {
  readonly token: string;
  readonly expiresAt: string;
}

interface Line {
  readonly slots: Slots;
  readonly breaker: Breaker;
}

/**
 * Speaks HTTP with the banks behind one configured address and keeps its limits: connect 2 s, total 10 s, four calls at once
 * a bank, a breaker each. Sessions live in memory only, found by a keyed hash of the password, never by itself.
 */
export class BankClient {
  readonly #baseUrl: URL;
  readonly #lines = new Map<string, Line>();
  readonly #sessions = new Map<string, Session>();
  readonly #hashKey = randomBytes(32);

  /** @param baseUrl the only address ever called */
  constructor(baseUrl: string) {
    this.#baseUrl = new URL(baseUrl);
  }

  /** A call without a session, or within one the caller keeps himself. @throws TraderFault */
  async open<Answer extends z.ZodMiniType>(
    bankId: string,
    request: BankRequest<Answer>,
    own: { readonly token?: string; readonly signal?: AbortSignal } = {},
  ): Promise<z.output<Answer>> {
    return this.#read(request, await this.#send(bankId, request, own.token ?? null, limitOf(own.signal)));
  }

  /** Signs in whatever sessions there are, and keeps the new one. @throws TraderFault */
  signIn(access: TraderAccess): Promise<Session> {
    return this.#signIn(access, limitOf(access.signal));
  }

  async #signIn(access: TraderAccess, signal: AbortSignal): Promise<Session> {
    const { bankId, loginName, password } = access;
    const request: BankRequest<typeof session> = {
      method: 'POST',
      path: '/sessions',
      body: { loginName, password },
      answer: session,
    };
    const opened = this.#read(request, await this.#send(bankId, request, null, signal));
    this.#forgetEnded();
    this.#sessions.set(this.#keyOf(access), opened);
    return opened;
  }

  /**
   * A call within the user's session; one that has ended is renewed once. Signing in, the call and its repetition share
   * one limit: whoever waits for them has to know for how long. @throws TraderFault
   */
  async call<Answer extends z.ZodMiniType>(
    access: TraderAccess,
    request: BankRequest<Answer>,
  ): Promise<z.output<Answer>> {
    const signal = limitOf(access.signal);
    const kept = this.#sessions.get(this.#keyOf(access));
    const isGood = kept !== undefined && Date.parse(kept.expiresAt) - sessionReserveMs > Date.now();
    const first = isGood ? kept : await this.#signIn(access, signal);
    const answer = await this.#send(access.bankId, request, first.token, signal);
    if (answer.status !== 401 || readRefusal(answer.text)?.code !== sessionExpiredCode) {
      return this.#read(request, answer);
    }
    const renewed = await this.#signIn(access, signal);
    return this.#read(request, await this.#send(access.bankId, request, renewed.token, signal));
  }

  /** Forgets the session of an access whose password is no longer good. */
  forget(access: TraderAccess): void {
    this.#sessions.delete(this.#keyOf(access));
  }

  #keyOf({ bankId, loginName, password }: TraderAccess): string {
    const mac = createHmac('sha256', this.#hashKey);
    return mac.update(JSON.stringify([bankId, loginName, password])).digest('base64');
  }

  #forgetEnded(): void {
    const now = Date.now();
    for (const [key, { expiresAt }] of this.#sessions) {
      if (Date.parse(expiresAt) <= now) this.#sessions.delete(key);
    }
  }

  #lineOf(bankId: string): Line {
    let line = this.#lines.get(bankId);
    if (!line) {
      line = { slots: new Slots(callsAtOnce), breaker: new Breaker(() => performance.now()) };
      this.#lines.set(bankId, line);
    }
    return line;
  }

  async #send(
    bankId: string,
    request: Pick<BankRequest<z.ZodMiniType>, 'method' | 'path' | 'body'>,
    token: string | null,
    signal: AbortSignal,
  ): Promise<RawAnswer> {
    const { slots, breaker } = this.#lineOf(bankId);
    const url = new URL(`banks/${encodeURIComponent(bankId)}${request.path}`, this.#baseUrl);
    if (url.origin !== this.#baseUrl.origin) throw new TraderFault('notSupported', 'Unbekannte Adresse.');
    const busy = new TraderFault('unavailable', 'Die Bank ist überlastet.', { isRetryable: true });
    return slots
      .use(async () => {
        if (!breaker.admit()) {
          throw new TraderFault('unavailable', 'Die Bank ist zurzeit nicht erreichbar.', {
            isRetryable: true,
          });
        }
        try {
          const { method, body } = request;
          const answer = await exchange({ method, url, token, body }, signal);
          // A closed bank answers well; 500, HTML and the like count as failures.
          if (answer.status >= 500 && readRefusal(answer.text)?.code !== 'bank.closed') breaker.failed();
          else breaker.succeeded();
          return answer;
        } catch (error) {
          breaker.failed();
          throw toFault(error);
        }
      }, signal)
      .catch((error: unknown) => {
        throw error === signal.reason ? busy : error;
      });
  }

  #read<Answer extends z.ZodMiniType>(request: BankRequest<Answer>, raw: RawAnswer): z.output<Answer> {
    if (raw.status >= 400) throw faultOf(raw.status, readRefusal(raw.text));
    if (raw.status < 200 || raw.status > 299) throw new TraderFault('unknown', `HTTP ${raw.status}`);
    // Without a schema nothing is read, and the type parameter stands for nothing.
    if (request.answer === null) return undefined as z.output<Answer>;
    const parsed = request.answer.safeParse(parseJson(raw.text));
    if (parsed.success) return parsed.data;
    throw new TraderFault('unknown', 'Die Antwort der Bank ist nicht lesbar.');
  }
}

/** The limit of one call, or what is left of the step it belongs to. */
function limitOf(step?: AbortSignal): AbortSignal {
  const own = AbortSignal.timeout(totalMs);
  return step ? AbortSignal.any([own, step]) : own;
}

function toFault(error: unknown): TraderFault {
  if (error instanceof ExchangeFailed && !error.wasSent) {
    return new TraderFault('unavailable', 'Die Bank ist zurzeit nicht erreichbar.', {
      isRetryable: true,
      cause: error,
    });
  }
  return new TraderFault('unknown', 'Die Bank hat nicht geantwortet.', { cause: error });
}
