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
