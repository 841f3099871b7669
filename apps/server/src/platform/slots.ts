/** At most so many pieces of work at once; the others wait their turn, first come first served. */
export class Slots {
  readonly #limit: number;
  readonly #waiting: (() => void)[] = [];
  #taken = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** How many wait; above 0 only while all slots are taken. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Runs `work` when a slot is free. @throws the signal's reason when it ends before */
  async use<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.#take(signal);
    try {
      return await work();
    } finally {
      // The slot goes straight to the next in line, so the number changes only when nobody waits.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#taken -= 1;
    }
  }

  #take(signal: AbortSignal | undefined): Promise<void> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    if (this.#taken < this.#limit) {
      this.#taken += 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const admit = (): void => {
        signal?.removeEventListener('abort', give);
        resolve();
      };
      const give = (): void => {
        const place = this.#waiting.indexOf(admit);
        if (place >= 0) this.#waiting.splice(place, 1);
        reject(signal?.reason);
      };
      this.#waiting.push(admit);
      signal?.addEventListener('abort', give, { once: true });
    });
  }
}
