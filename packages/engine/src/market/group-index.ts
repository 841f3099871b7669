import { type Observations, smoothingOf, unsmoothReturns } from '../estimation/returns.ts';
import { shrunkCovariance } from '../shrinkage.ts';
import { weeksInWindow } from './fund-series.ts';

/** Fewest weekly returns an index must have to be used (engine.md section 1). */
export const leastWeeks = 156;

/** Mean across the funds of a group, period by period; null where no fund has a return (engine.md section 4). */
export function meanReturns(series: readonly Observations[], periods: number): (number | null)[] {
  const sums = new Float64Array(periods);
  const counts = new Uint32Array(periods);
  for (const returns of series) {
    const offset = periods - returns.length;
    returns.forEach((value, at) => {
      if (value === null || offset + at < 0) return;
      sums[offset + at]! += value;
      counts[offset + at]! += 1;
    });
  }
  return Array.from(sums, (sum, at) => (counts[at] ? sum / counts[at] : null));
}

/** A peer group's weekly index returns over the window. */
export interface IndexedGroup {
  readonly id: number;
  readonly isAppraisalSmoothed: boolean;
  readonly weekly: Observations;
}

/** Annual covariance of the groups that have enough history; rows and columns in the order of `groupIds`. */
export interface MarketCovariance {
  readonly groupIds: readonly number[];
  readonly covariance: readonly (readonly number[])[];
  /** Weekly returns every group of it has; the newest are used. */
  readonly weeks: number;
}

/**
 * Covariance over the longest common window (Ledoit and Wolf 2003, engine.md section 1). A group that would shorten the
 * window of all below three years stays out: unknown is better than a guess for everybody. Groups whose prices are
 * appraised are unsmoothed first (Geltner).
 */
export function marketCovariance(groups: readonly IndexedGroup[]): MarketCovariance {
  const lengths = groups.map(({ weekly }) => {
    let length = 0;
    while (length < weekly.length && weekly[weekly.length - 1 - length] !== null) length += 1;
    return length;
  });
  const used = groups.filter((_, at) => lengths[at]! >= leastWeeks);
  if (used.length === 0) return { groupIds: [], covariance: [], weeks: 0 };
  const weeks = Math.min(weeksInWindow, ...lengths.filter((length) => length >= leastWeeks));
  const needsFirst = used.some(({ isAppraisalSmoothed }) => isAppraisalSmoothed) ? 1 : 0;
  const series = used.map(({ weekly, isAppraisalSmoothed }) => {
    const own = weekly.slice(-weeks).map((value) => value ?? 0);
    return isAppraisalSmoothed ? unsmoothReturns(own, smoothingOf(own)) : own.slice(needsFirst);
  });
  return { groupIds: used.map(({ id }) => id), covariance: shrunkCovariance(series, 52), weeks };
}
