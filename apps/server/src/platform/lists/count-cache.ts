const lifetime = 5_000;
const maximumEntries = 5_000;

interface Entry {
  readonly expires: number;
  readonly value: Promise<unknown>;
}

/**
 * Keeps counts and sums of a list for at most five seconds, keyed by tenant, caller's scope and filter: paging
 * through a large stock does not count it again for each page, and callers asking at once share one query.
 * A write through this process drops the tenant's entries at once; other processes see it five seconds later.
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
    const now = this.#clock();
    const known = this.#entries.get(fullKey);
    // Only this method stores under the key, always with the same compute function's type.
    if (known && known.expires > now) return known.value as Promise<Value>;
    if (this.#entries.size >= maximumEntries) this.#dropOldest();
    const value = compute();
    // Inserted anew, so that the order of the map is the order of age.
    this.#entries.delete(fullKey);
    this.#entries.set(fullKey, { expires: now + lifetime, value });
    value.catch(() => {
      if (this.#entries.get(fullKey)?.value === value) this.#entries.delete(fullKey);
    });
    return value;
  }

  /** After a write: counts of this tenant are taken anew. */
  forget(tenantId: string): void {
    for (const key of this.#entries.keys()) if (key.startsWith(`${tenantId}:`)) this.#entries.delete(key);
  }

  #dropOldest(): void {
    const oldest = this.#entries.keys().next().value;
    if (oldest !== undefined) this.#entries.delete(oldest);
  }
}

/** Cache key of a visibility and a filter, independent of the order of members. */
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
  return JSON.stringify([
    list,
    visibility.groupIds,
    visibility.includesWithoutGroup,
    visibility.ownCustomerId,
    members,
  ]);
}
