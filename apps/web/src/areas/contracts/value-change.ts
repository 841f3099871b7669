import { arePaymentsKnown } from '@depotwerk/domain/contracts/known-contributions';

/** Point of a series: day and euro. */
export interface SeriesPoint {
  x: string;
  y: number;
}

/** What happened to a value over a period, contributions taken out. */
export interface ValueChange {
  /** Value at the end less value at the start less contributions of the period, in euro. */
  gain: number;
  /** The gain against the capital at work, as a fraction (modified Dietz); null when there was none. */
  rate: number | null;
  /** First day of the period. */
  since: string;
  /** Whether it is about a year: a contract valued once a year, or begun lately, may have a few weeks only. */
  isWholeYear: boolean;
}

/** Milliseconds of eleven months: whoever values monthly has a first value within a month of the year's beginning. */
const wholeYear = 335 * 86_400_000;

/**
 * Change of a contract's value that is not money paid in. The capital at work is the starting value plus each
 * contribution weighted with the share of the period it was invested (modified Dietz method), so that a savings
 * plan does not look like a gain. Nothing is said where nobody knows what was paid in.
 */
export function valueChange(
  value: readonly SeriesPoint[],
  contributions: readonly SeriesPoint[],
): ValueChange | undefined {
  const first = value[0];
  const last = value.at(-1);
  if (!first || !last || first.x === last.x) return undefined;
  const paidAt = (day: string) =>
    contributions.findLast((point) => point.x <= day)?.y ?? contributions[0]?.y ?? 0;
  if (!arePaymentsKnown(value.map(({ x, y }) => ({ value: y, paidIn: paidAt(x) })))) return undefined;
  const gain = last.y - first.y - (paidAt(last.x) - paidAt(first.x));
  const start = Date.parse(first.x);
  const length = Date.parse(last.x) - start;
  let capital = first.y;
  let paid = paidAt(first.x);
  for (const point of contributions) {
    if (point.x <= first.x || point.x > last.x) continue;
    capital += (point.y - paid) * (1 - (Date.parse(point.x) - start) / length);
    paid = point.y;
  }
  const rate = capital > 0 ? gain / capital : null;
  return { gain, rate, since: first.x, isWholeYear: length >= wholeYear };
}
