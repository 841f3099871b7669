/**
 * Gives every attempt of an action its idempotency key. The same payload keeps its key until an answer is known, so that
 * a repetition after a lost answer is recognised by the server and nothing is done twice.
 */
export class AttemptKeys {
  #payload: string | null = null;
  #key = '';
  readonly #makeKey: () => string;

  constructor(makeKey: () => string = () => crypto.randomUUID()) {
    this.#makeKey = makeKey;
  }

  /** Key to send the payload with. */
  keyFor(payload: unknown): string {
    const text = JSON.stringify(payload);
    if (text !== this.#payload) {
      this.#payload = text;
      this.#key = this.#makeKey();
    }
    return this.#key;
  }

  /** The server has answered: the next attempt is a new one. */
  settle(): void {
    this.#payload = null;
  }
}

/** How long somebody may try again what got no answer, in milliseconds; later the same words mean something new. */
const longestPause = 10 * 60_000;

/**
 * Keys of calls that named none of their own and got no answer: nobody knows whether the server did what was asked. The
 * same request takes its key again, so that pressing the button once more does nothing twice.
 */
export class UnansweredKeys {
  readonly #kept = new Map<string, { readonly key: string; readonly at: number }>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** The key of the request that got no answer, for this one try; null when there is none. */
  take(request: string): string | null {
    const kept = this.#kept.get(request);
    this.#kept.delete(request);
    return kept === undefined || this.#now() - kept.at > longestPause ? null : kept.key;
  }

  /** The request got no answer. */
  keep(request: string, key: string): void {
    const at = this.#now();
    for (const [other, kept] of this.#kept) if (at - kept.at > longestPause) this.#kept.delete(other);
    this.#kept.set(request, { key, at });
  }
}
