/** What a run of many requests came to; times in milliseconds. */
export interface LoadResult {
  readonly requests: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly longest: number;
  /** Answers other than 200 by status, e.g. "503: 12"; empty when there were none. */
  readonly failures: string;
  readonly bytes: number;
}

/** Value below which `share` of the sorted values lie (nearest rank). */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0;
}

export function summarise(
  durations: readonly number[],
  seconds: number,
  failures: ReadonlyMap<number, number>,
  bytes: number,
): LoadResult {
  const sorted = durations.toSorted((a, b) => a - b);
  return {
    requests: sorted.length,
    perSecond: sorted.length / seconds,
    p50: percentile(sorted, 0.5),
    p95: percentile(sorted, 0.95),
    p99: percentile(sorted, 0.99),
    longest: sorted.at(-1) ?? 0,
    failures: [...failures].map(([status, count]) => `${status}: ${count}`).join(', '),
    bytes,
  };
}
