import { EngineError } from '../engine-error.ts';
import { buildFrontier } from '../frontier/efficient-frontier.ts';
import type { GroupRow } from '../frontier/problem.ts';
import { atMaximumSharpe } from '../frontier/read-off.ts';
import { toRows } from '../linear-algebra/matrix.ts';

/** 1/n each. */
export function equalWeights(n: number): number[] {
  return Array.from({ length: n }, () => 1 / n);
}

/** Weights proportional to 1 / volatility; every asset needs a positive variance. */
export function inverseVolatilityWeights(covariance: Float64Array, n: number): number[] {
  const inverse = Array.from({ length: n }, (_, i) => {
    const variance = covariance[i * n + i]!;
    if (!(variance > 0)) {
      throw new EngineError(
        'INPUT_INVALID',
        `asset ${i} has no risk: its inverse volatility is unbounded`,
        `covariance[${i}][${i}]`,
      );
    }
    return 1 / Math.sqrt(variance);
  });
  const sum = inverse.reduce((total, value) => total + value, 0);
  return inverse.map((value) => value / sum);
}

/**
 * Most diversified portfolio: maximises w'sigma / sqrt(w'Sw), which is the maximum-Sharpe point of the frontier
 * whose "returns" are the volatilities. Choueifaty & Coignard (2008).
 *
 * @param tilt factors on the volatilities in the numerator, to favour some assets
 */
export function maximumDiversificationWeights(
  covariance: Float64Array,
  lowerBounds: readonly number[],
  upperBounds: readonly number[],
  groups: readonly GroupRow[] = [],
  tilt?: readonly number[],
): number[] {
  const n = lowerBounds.length;
  const expectedReturns = lowerBounds.map(
    (_, i) => Math.sqrt(Math.max(0, covariance[i * n + i]!)) * (tilt?.[i] ?? 1),
  );
  const frontier = buildFrontier({
    expectedReturns,
    covariance: toRows(covariance, n, n),
    lowerBounds,
    upperBounds,
    groups,
  });
  return atMaximumSharpe(frontier, 0).weights;
}
