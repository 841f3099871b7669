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

/** A request under way or without an answer; those who ask for it again share it. */
export interface Attempt {
  readonly request: string;
  readonly key: string;
  readonly era: number;
  at: number;
  /** Number of its loss; infinite while it is under way. */
  loss: number;
  isSettled: boolean;
}

/**
 * Keys of calls that named none of their own and got no answer: nobody knows whether the server did what was asked. The
 * same request takes its key again, so that pressing the button once more does nothing twice; all who press it share the key
 * until one of them has an answer.
 *
 * Whatever else is changed in between ends that: who blocked, got no answer, lifted the block and blocks again wants a new
 * block, and under the old key the server would only say once more that the first one was done. So does signing out: the
 * next one at this screen is somebody else.
 */
export class UnansweredKeys {
  readonly #kept = new Map<string, Attempt>();
  readonly #now: () => number;
  #losses = 0;
  #era = 0;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** How many answers were lost so far: what a change remembers when it begins. */
  get losses(): number {
    return this.#losses;
  }

  /** @param freshKey for a request of which no answer was lost */
  begin(request: string, freshKey: string): Attempt {
    const kept = this.#kept.get(request);
    if (kept === undefined || this.#now() - kept.at > longestPause)
      return { request, key: freshKey, era: this.#era, at: 0, loss: Infinity, isSettled: false };
    kept.loss = Infinity;
    return kept;
  }

  /** It got no answer, or none that says whether it was done. */
  lose(attempt: Attempt): void {
    if (attempt.isSettled || attempt.era !== this.#era) return;
    const at = this.#now();
    for (const [other, kept] of this.#kept) if (at - kept.at > longestPause) this.#kept.delete(other);
    this.#losses += 1;
    Object.assign(attempt, { at, loss: this.#losses });
    this.#kept.set(attempt.request, attempt);
  }

  /** It was done or refused: asked for once more it is meant once more. */
  settle(attempt: Attempt): void {
    attempt.isSettled = true;
    if (this.#kept.get(attempt.request) === attempt) this.#kept.delete(attempt.request);
  }

  /**
   * A change was done.
   * @param losses when it began: what was lost later, or was under way beside it, is no thing of the past
   */
  goOn(losses: number): void {
    for (const kept of this.#kept.values()) if (kept.loss <= losses) this.settle(kept);
  }

  /** Forgets everything, and what is still under way as well. */
  clear(): void {
    this.#era += 1;
    this.#kept.clear();
  }
}
