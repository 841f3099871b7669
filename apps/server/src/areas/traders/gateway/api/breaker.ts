/** Failures within `windowMs` that open the breaker, and how long it then stays open. */
const failureLimit = 5;
const windowMs = 10_000;
const openMs = 15_000;

/**
 * Keeps calls away from a bank that does not work: opens after five failures in ten seconds, lets one call
 * through after fifteen, and closes when that one succeeds.
 */
export class Breaker {
  readonly #clock: () => number;
  #failures: number[] = [];
  #openUntil = 0;
  #isTrying = false;

  /** @param clock milliseconds of a clock that never runs backwards */
  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** Whether a call may go now; a half-open breaker gives its single trial away by answering true. */
  admit(): boolean {
    if (this.#openUntil === 0) return true;
    if (this.#isTrying || this.#clock() < this.#openUntil) return false;
    this.#isTrying = true;
    return true;
  }

  succeeded(): void {
    this.#failures = [];
    this.#openUntil = 0;
    this.#isTrying = false;
  }

  failed(): void {
    const now = this.#clock();
    this.#failures = [...this.#failures.filter((at) => at > now - windowMs), now];
    if (this.#isTrying || this.#failures.length >= failureLimit) this.#openUntil = now + openMs;
    this.#isTrying = false;
  }
}
