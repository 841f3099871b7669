import { paidValuations } from '@depotwerk/domain/contracts/known-contributions';

/** Point of a series: day and euro. */
export interface SeriesPoint {
  x: string;
  y: number;
}

/** What happened to a value over a period, contributions taken out. */
export interface ValueChange {
  /** Value at the end less value at the start less contributions of the period, in euro. */
  gain: number;
  /** The gain against the capital at work, as a fraction (modified Dietz); null when there was none, or less than was lost. */
  rate: number | null;
  /** First day of the period. */
  since: string;
  /** Whether it is about a year: a contract begun lately may have a few weeks only, one seldom valued two years. */
  isWholeYear: boolean;
}

/** Milliseconds of eleven and of thirteen months: whoever values monthly has a value within a month of the year's beginning. */
const aboutAYear = { least: 335 * 86_400_000, most: 396 * 86_400_000 };

/**
 * Change of a contract's value that is not money paid in. The capital at work is the starting value plus each
 * contribution weighted with the share of the period it was invested (modified Dietz method), so that a savings
 * plan does not look like a gain. Nothing is said where nobody knows what was paid in.
 */
export function valueChange(
  value: readonly SeriesPoint[],
  contributions: readonly SeriesPoint[],
): ValueChange | undefined {
  const paidOn = new Map(contributions.map(({ x, y }) => [x, y]));
  const { areKnown, valuations } = paidValuations(
    value.map(({ x, y }) => ({ date: x, value: y, paidIn: paidOn.get(x) ?? null })),
  );
  const first = valuations[0];
  const last = valuations.at(-1);
  if (!areKnown || !first || !last || first.date === last.date) return undefined;
  const gain = last.value - first.value - (last.paidIn - first.paidIn);
  const start = Date.parse(first.date);
  const length = Date.parse(last.date) - start;
  let capital = first.value;
  let paid = first.paidIn;
  for (const { date, paidIn } of valuations.slice(1)) {
    capital += (paidIn - paid) * (1 - (Date.parse(date) - start) / length);
    paid = paidIn;
  }
  // More than all of it cannot be lost: where money came in shortly before, this measure is none.
  const rate = capital > 0 && gain >= -capital ? gain / capital : null;
  return {
    gain,
    rate,
    since: first.date,
    isWholeYear: length >= aboutAYear.least && length <= aboutAYear.most,
  };
}
