import { paidValuations } from '@depotwerk/domain/contracts/known-contributions';
import { performanceOf } from '@depotwerk/engine/figures/contract-performance';

/** Point of a series: day and euro. */
export interface SeriesPoint {
  x: string;
  y: number;
}

/** What happened to a value over a period, contributions taken out. */
export interface ValueChange {
  /** Value at the end less value at the start less contributions of the period, in euro. */
  gain: number;
  /** Time-weighted, as a fraction; null where no rate can be told. */
  rate: number | null;
  /** First day of the period. */
  since: string;
  /** Whether it is about a year: a contract begun lately may have a few weeks only, one seldom valued two years. */
  isWholeYear: boolean;
}

/** Milliseconds of eleven and of thirteen months: whoever values monthly has a value within a month of the year's beginning. */
const aboutAYear = { least: 335 * 86_400_000, most: 396 * 86_400_000 };

/**
 * Change of a contract's value that is not money paid in: in euro, and time-weighted by the rule of the engine, so that the head
 * of a contract, its analysis and its papers tell the same of a year. Nothing is said where nobody knows what was paid in.
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
  const figures = performanceOf(valuations);
  const { from, to } = figures ?? { from: first, to: last };
  const length = Date.parse(to.date) - Date.parse(from.date);
  return {
    gain: figures?.gain ?? last.value - first.value - (last.paidIn - first.paidIn),
    rate: figures?.timeWeighted ?? null,
    since: from.date,
    isWholeYear: length >= aboutAYear.least && length <= aboutAYear.most,
  };
}
