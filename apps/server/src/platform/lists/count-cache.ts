import { onPrimary } from '../database/asked-reads.ts';

/** Milliseconds; a count that took long to take is kept fifty times as long, at most a minute. */
const shortestLife = 5_000;
const longestLife = 60_000;
const lifePerDuration = 50;
const maximumEntries = 5_000;

/** Counts of tasks in the cache: what somebody does with a task leaves those of contracts and customers. */
export const taskCounts = 'tasks';

interface Entry {
  /** Infinity while the value is being computed. */
  expires: number;
  readonly value: Promise<unknown>;
}

/**
 * Keeps counts and sums of a list for a few seconds, keyed by tenant, caller's scope and filter: paging through a
 * large stock does not count it again for each page, and callers asking at once share one query. A write through
 * this process drops the tenant's entries at once, or those of the one list it changes; what other processes change is heard of
 * (`live/follow-changes.ts`).
 */
export class CountCache {
  readonly #entries = new Map<string, Entry>();
  readonly #clock: () => number;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** The kept value, or what `compute` finds now; a failure is not kept. */
  get<Value>(tenantId: string, key: string, compute: () => Promise<Value>): Promise<Value> {
    const fullKey = `${tenantId}:${key}`;
    const started = this.#clock();
    const known = this.#entries.get(fullKey);
    // Only this method stores under the key, always with the same compute function's type.
    if (known && known.expires > started) return known.value as Promise<Value>;
    if (this.#entries.size >= maximumEntries) this.#dropOldest();
    // Given to others too, who may have seen more than who asks now.
    const value = onPrimary(compute);
    const entry: Entry = { expires: Number.POSITIVE_INFINITY, value };
    // Inserted anew, so that the order of the map is the order of age.
    this.#entries.delete(fullKey);
    this.#entries.set(fullKey, entry);
    void this.#watch(fullKey, entry, started);
    return value;
  }

  /** After a write: counts of this tenant are taken anew; of one list alone where the write changes nothing else. */
  forget(tenantId: string, list?: string): void {
    const prefix = `${tenantId}:${list === undefined ? '' : keyPrefix(list)}`;
    for (const key of this.#entries.keys()) if (key.startsWith(prefix)) this.#entries.delete(key);
  }

  /** Changes may have been missed: everything is counted anew. */
  forgetAll(): void {
    this.#entries.clear();
  }

  /** Sets how long an entry lives once its value is there; a failure leaves at once. */
  async #watch(key: string, entry: Entry, started: number): Promise<void> {
    try {
      await entry.value;
      const now = this.#clock();
      const life = (now - started) * lifePerDuration;
      entry.expires = now + Math.min(Math.max(life, shortestLife), longestLife);
    } catch {
      // Who asked gets the error; here it only must not stay.
      if (this.#entries.get(key) === entry) this.#entries.delete(key);
    }
  }

  #dropOldest(): void {
    const oldest = this.#entries.keys().next().value;
    if (oldest !== undefined) this.#entries.delete(oldest);
  }
}

const keyPrefix = (list: string) => `${list} `;

/** Cache key of a list, a visibility and a filter, independent of the order of members. */
export function countKey(
  list: string,
  visibility: {
    groupIds: readonly string[] | null;
    includesWithoutGroup: boolean;
    ownCustomerId: string | null;
  },
  filter: Readonly<Record<string, unknown>>,
): string {
  const members = Object.entries(filter)
    .filter(([, value]) => value !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  const seen = [visibility.groupIds, visibility.includesWithoutGroup, visibility.ownCustomerId, members];
  return `${keyPrefix(list)}${JSON.stringify(seen)}`;
}
