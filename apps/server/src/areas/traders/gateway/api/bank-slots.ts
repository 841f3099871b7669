/** At most so many calls to one bank at once; the others wait their turn, first come first served (R10). */
export class BankSlots {
  readonly #limit: number;
  readonly #waiting: (() => void)[] = [];
  #taken = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Runs `work` when a slot is free. @throws the signal's reason when it ends before */
  async use<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    await this.#take(signal);
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#taken -= 1;
    }
  }

  #take(signal: AbortSignal): Promise<void> {
    if (this.#taken < this.#limit) {
      this.#taken += 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const admit = (): void => {
        signal.removeEventListener('abort', give);
        resolve();
      };
      const give = (): void => {
        const place = this.#waiting.indexOf(admit);
        if (place >= 0) this.#waiting.splice(place, 1);
        reject(signal.reason);
      };
      this.#waiting.push(admit);
      signal.addEventListener('abort', give, { once: true });
    });
  }
}
