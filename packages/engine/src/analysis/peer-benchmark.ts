/** A fund held with a figure of its own and the median of its peer group; null = not known. */
export interface ComparedHolding {
  readonly value: number;
  readonly own: number | null;
  readonly median: number | null;
}

/** What is held beside the same mix at the medians of the peer groups; means by value. */
export interface PeerBenchmark {
  readonly own: number;
  readonly benchmark: number;
  readonly difference: number;
  /** Part of the funds' value of which both figures are known: only that is compared. */
  readonly coverage: number;
}

/**
 * Compares what is held with a benchmark of the same mix of peer groups, each at its median: what is left is the choice of funds
 * alone (ours). Null where both figures are known of no fund.
 */
export function peerBenchmark(holdings: readonly ComparedHolding[]): PeerBenchmark | null {
  let [total, compared, own, benchmark] = [0, 0, 0, 0];
  for (const held of holdings) {
    total += held.value;
    if (held.own === null || held.median === null) continue;
    compared += held.value;
    own += held.value * held.own;
    benchmark += held.value * held.median;
  }
  if (!(compared > 0)) return null;
  return {
    own: own / compared,
    benchmark: benchmark / compared,
    difference: (own - benchmark) / compared,
    coverage: compared / total,
  };
}
