import { filled } from '../linear-algebra/matrix.ts';
import type { Observations } from './returns.ts';

/** Covariance and correlation of series with gaps. */
export interface SampleCovariance {
  readonly covariance: number[][];
  readonly correlation: number[][];
  /** Observations that entered each pair, smallest of all. */
  readonly observations: number;
}

/** Moments of two series over the periods both have. */
function pairMoments(a: Observations, b: Observations) {
  let count = 0;
  let sumA = 0;
  let sumB = 0;
  for (let t = 0; t < a.length; t++) {
    const x = a[t];
    const y = b[t];
    if (x === null || x === undefined || y === null || y === undefined) continue;
    count += 1;
    sumA += x;
    sumB += y;
  }
  let ab = 0;
  let aa = 0;
  let bb = 0;
  for (let t = 0; t < a.length; t++) {
    const x = a[t];
    const y = b[t];
    if (x === null || x === undefined || y === null || y === undefined) continue;
    ab += (x - sumA / count) * (y - sumB / count);
    aa += (x - sumA / count) * (x - sumA / count);
    bb += (y - sumB / count) * (y - sumB / count);
  }
  return { count, ab, aa, bb };
}

/**
 * Sample covariance of return series (series[i] = observations of asset i, null = missing), pair by pair over the
 * common periods, times `periodsPerYear`.
 *
 * @param divisor `sample` divides by T - 1, `population` by T
 */
export function sampleCovariance(
  series: readonly Observations[],
  periodsPerYear = 1,
  divisor: 'sample' | 'population' = 'sample',
): SampleCovariance {
  const n = series.length;
  const covariance = Array.from({ length: n }, () => filled(n, 0));
  const correlation = Array.from({ length: n }, () => filled(n, 1));
  let observations = Number.POSITIVE_INFINITY;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      const { count, ab, aa, bb } = pairMoments(series[i]!, series[j]!);
      observations = Math.min(observations, count);
      const value = (ab / (divisor === 'sample' ? count - 1 : count)) * periodsPerYear;
      covariance[i]![j] = covariance[j]![i] = value;
      if (i !== j) correlation[i]![j] = correlation[j]![i] = aa > 0 && bb > 0 ? ab / Math.sqrt(aa * bb) : 0;
    }
  }
  return { covariance, correlation, observations };
}

/** Correlation matrix of a covariance; assets without variance correlate with nothing. */
export function toCorrelation(covariance: readonly (readonly number[])[]): number[][] {
  return covariance.map((row, i) =>
    row.map((value, j) => {
      const scale = Math.sqrt((covariance[i]?.[i] ?? 0) * (covariance[j]?.[j] ?? 0));
      return i === j ? 1 : scale > 0 ? value / scale : 0;
    }),
  );
}

/** Covariance of a correlation matrix and volatilities. */
export function fromCorrelation(
  correlation: readonly (readonly number[])[],
  volatilities: readonly number[],
): number[][] {
  return correlation.map((row, i) => row.map((value, j) => value * volatilities[i]! * volatilities[j]!));
}
