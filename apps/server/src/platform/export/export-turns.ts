import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../http/app-error.ts';
import type { SignedInContext } from '../http/request-context.ts';
import { Slots } from '../slots.ts';

/** Files under way at once: each has the ids of its rows in memory until its reader has taken the last one. */
const mostOfPerson = 4;
const mostOfHouse = 20;

/** The pause behind each part at most: what people do at the screen goes first. */
const longestRestMs = 200;

type Owner = Pick<SignedInContext['actor'], 'userId' | 'tenantId'>;

/** Files of one person or house: how many are under way, and whose part is next. */
interface Line {
  readonly slots: Slots;
  open: number;
}

/**
 * One part of all files at a time, and a rest as long behind it: many files at once take longer, and the lists of others do
 * not. Houses take turns, and in each house its people, so that nobody's many files come before the one of somebody else.
 */
export class ExportTurns {
  readonly #all = new Slots(1);
  readonly #lines = new Map<string, Line>();

  /** Keeps a place for one more file. @throws 429 when the person or the house has enough under way */
  begin({ userId, tenantId }: Owner): ExportTurn {
    const house = `house ${tenantId}`;
    const person = `person ${userId}`;
    if (this.#openOf(person) >= mostOfPerson || this.#openOf(house) >= mostOfHouse)
      throw new AppError('common.tooManyRequests', { retryAfter: 5 });
    const lines = [this.#enter(person), this.#enter(house)] as const;
    let isOver = false;
    return {
      end: () => {
        if (isOver) return;
        isOver = true;
        this.#leave(person);
        this.#leave(house);
      },
      use: (work, signal) =>
        new Promise((resolve, reject) => {
          const [ofPerson, ofHouse] = lines;
          const worked = () => this.#workAndRest(work, resolve, reject);
          ofPerson.slots
            .use(() => ofHouse.slots.use(() => this.#all.use(worked, signal), signal), signal)
            .catch(reject);
        }),
    };
  }

  /** The turn ends with the rest, for which whoever waits for the part does not wait. */
  async #workAndRest<T>(
    work: () => Promise<T>,
    resolve: (result: T) => void,
    reject: (reason: unknown) => void,
  ): Promise<void> {
    const started = performance.now();
    await work().then(resolve, reject);
    await sleep(Math.min(longestRestMs, performance.now() - started), undefined, { ref: false });
  }

  #openOf(name: string): number {
    return this.#lines.get(name)?.open ?? 0;
  }

  #enter(name: string): Line {
    const line = this.#lines.get(name) ?? { slots: new Slots(1), open: 0 };
    line.open += 1;
    this.#lines.set(name, line);
    return line;
  }

  #leave(name: string): void {
    const line = this.#lines.get(name);
    if (!line) return;
    line.open -= 1;
    if (line.open === 0) this.#lines.delete(name);
  }
}

/** The place of one file. */
export interface ExportTurn {
  /** Does a piece of the file when it is its turn. @throws the signal's reason when it ends before */
  use<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T>;
  /** Gives the place away; more than once is once. */
  end(): void;
}
