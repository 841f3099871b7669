import { shrinkCovariance } from './estimation/ledoit-wolf.ts';

/**
 * Covariance of several return series, shrunk towards constant correlation (Ledoit & Wolf 2003;
 * engine rules, section 1). `series[i]` are the returns of asset i, all of one length; the result is
 * multiplied by `periodsPerYear` (1 keeps the period's covariance).
 */
export function shrunkCovariance(series: readonly (readonly number[])[], periodsPerYear: number): number[][] {
  const { covariance } = shrinkCovariance(series, 'constantCorrelation');
  return covariance.map((row) => row.map((value) => value * periodsPerYear));
}
