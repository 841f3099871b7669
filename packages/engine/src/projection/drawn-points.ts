import type { MonthlyGrowth } from './log-distribution.ts';
import { normalQuantile } from './normal-quantile.ts';
import {
  contributionOf,
  flowOf,
  netContributionOf,
  type ProjectionInput,
  type ProjectionPoint,
} from './projection-input.ts';

/** All paths: their values at each of the wanted months, in any order, and what was paid out until then. */
interface DrawnPaths {
  readonly values: readonly Float64Array[];
  /** Sums over all paths. */
  readonly paidOut: Float64Array;
  /** How many paths are empty from a month on. */
  readonly emptied: Float64Array;
}

function draw(
  input: ProjectionInput,
  months: readonly number[],
  growthOf: (month: number) => MonthlyGrowth,
): DrawnPaths {
  const random = seededUniform(input.seed);
  const isOut = flowOf(input) !== 'in';
  const values = months.map(() => new Float64Array(input.paths));
  const paidOut = new Float64Array(months.length);
  const emptied = new Float64Array(input.months + 1);
  // The same for all paths.
  const contributions = Float64Array.from({ length: input.months + 1 }, (_, month) =>
    netContributionOf(input, month),
  );
  const growths = Array.from({ length: input.months + 1 }, (_, month) => growthOf(month));
  for (let path = 0; path < input.paths; path++) {
    let value = input.startValue;
    let taken = 0;
    let at = 0;
    if (value <= 0) emptied[0]! += 1;
    for (let month = 0; month <= input.months; month++) {
      if (month > 0) {
        const { drift, deviation } = growths[month]!;
        const before = value * Math.exp(drift + deviation * normalQuantile(random()));
        value = Math.max(0, before + contributions[month]!);
        if (isOut) taken += Math.max(0, before - value);
        if (value === 0 && before > 0) emptied[month]! += 1;
      }
      if (months[at] === month) {
        paidOut[at]! += taken;
        values[at++]![path] = value;
      }
    }
  }
  return { values, paidOut, emptied };
}

/** Seeded paths: mean and percentiles with their errors; for withdrawals also what is paid out and when nothing is left. */
export function drawnPoints(
  input: ProjectionInput,
  months: readonly number[],
  growthOf: (month: number) => MonthlyGrowth,
) {
  const { values, paidOut, emptied } = draw(input, months, growthOf);
  const flow = flowOf(input);
  const isOut = flow !== 'in';
  const count = input.paths;
  let paidIn = input.startValue;
  let paidUntil = 0;
  const points = months.map((month, k): ProjectionPoint => {
    for (; paidUntil < month; paidUntil++) paidIn += Math.max(0, contributionOf(input, paidUntil + 1));
    const ordered = values[k]!.sort();
    const mean = ordered.reduce((sum, value) => sum + value, 0) / count;
    const at = (rank: number) => ordered[Math.min(count - 1, Math.max(0, Math.floor(rank)))]!;
    const percentiles = input.percentiles.map((p) => at(p * count));
    // The rank of a percentile among the paths is binomial: 1.96 standard deviations to both sides.
    const errors = input.percentiles.map((p) => {
      const reach = 1.96 * Math.sqrt(count * p * (1 - p));
      return (at(p * count + reach) - at(p * count - reach)) / 2;
    });
    const drained = isOut
      ? { paidOut: paidOut[k]! / count, emptyShare: ordered.filter((value) => value === 0).length / count }
      : {};
    return { month, paidIn, mean, percentiles, errors, ...drained };
  });
  // What is empty for a while and filled again has no month from which on it is empty.
  return { points, emptyMonths: flow === 'out' ? emptyMonthsOf(emptied, input) : undefined };
}

/** The first month in which as many paths are empty as a percentile needs to be 0. */
function emptyMonthsOf(emptied: Float64Array, { percentiles, paths }: ProjectionInput): (number | null)[] {
  return percentiles.map((p) => {
    let sum = 0;
    const month = emptied.findIndex((count) => (sum += count) > Math.min(paths - 1, Math.floor(p * paths)));
    return month < 0 ? null : month;
  });
}

/** Seeded uniform numbers in (0, 1): no randomness of the machine enters (mulberry32). */
function seededUniform(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296 + 1 / 8589934592;
  };
}
