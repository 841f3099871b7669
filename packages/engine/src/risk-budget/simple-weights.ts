import { EngineError } from '../engine-error.ts';
import { buildFrontier } from '../frontier/efficient-frontier.ts';
import type { GroupRow } from '../frontier/problem.ts';
import { atMaximumSharpe } from '../frontier/read-off.ts';
import { factorCholesky, solveCholesky } from '../linear-algebra/cholesky.ts';
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

/**
 * Weights of the highest ratio return / volatility without short sales and other bounds: min 1/2 y'Sy - mu'y over y >= 0,
 * then y / sum y. One asset enters at a time, those that would turn negative leave (Lawson & Hanson 1974), so the work is
 * a few small Cholesky factors instead of a whole frontier.
 *
 * @param covariance row-major, positive definite; `returns` with at least one positive element
 * @param start assets to begin with, e.g. those of a neighbouring problem
 */
export function tangencyWeights(
  covariance: Float64Array,
  returns: ArrayLike<number>,
  start: readonly number[] = [],
): Float64Array {
  const n = returns.length;
  const y = new Float64Array(n);
  let support = [...start];
  let isFresh = start.length > 0;
  for (let step = 0; step < 20 * n + 50; step++) {
    if (!isFresh) {
      const entering = mostPromising(covariance, returns, y, support);
      if (entering < 0) return normalised(y);
      support.push(entering);
    }
    isFresh = false;
    support = moveInto(covariance, returns, y, support);
  }
  throw new EngineError('NOT_CONVERGED', 'the tangency portfolio was not found', 'covariance');
}

/** The asset outside the support whose gradient mu - Sy promises most; -1 if none does. */
function mostPromising(
  covariance: Float64Array,
  returns: ArrayLike<number>,
  y: Float64Array,
  support: readonly number[],
): number {
  const n = returns.length;
  let best = 1e-10;
  let found = -1;
  for (let i = 0; i < n; i++) {
    if (support.includes(i)) continue;
    let gradient = returns[i]!;
    for (const j of support) gradient -= covariance[i * n + j]! * y[j]!;
    // Relative to its own scale: S y on the support equals mu, which has the size of a volatility.
    const promise = gradient / Math.max(Math.abs(returns[i]!), 1e-300);
    if (promise > best) {
      best = promise;
      found = i;
    }
  }
  return found;
}

/** Moves y to the minimum over the support; assets that reach 0 on the way leave it. Returns the support left. */
function moveInto(
  covariance: Float64Array,
  returns: ArrayLike<number>,
  y: Float64Array,
  wanted: readonly number[],
): number[] {
  const n = returns.length;
  let support = [...wanted];
  const factor = new Float64Array(support.length * support.length);
  for (;;) {
    const m = support.length;
    const target = Float64Array.from(support, (i) => returns[i]!);
    support.forEach((i, a) => {
      for (let b = 0; b <= a; b++) factor[a * m + b] = covariance[i * n + support[b]!]!;
    });
    if (!factorCholesky(factor, m))
      throw new EngineError('COV_NOT_PSD', 'the covariance is singular', 'covariance');
    solveCholesky(factor, m, target);
    let fraction = 1;
    support.forEach((i, k) => {
      if (target[k]! <= 0) fraction = Math.min(fraction, y[i]! > 0 ? y[i]! / (y[i]! - target[k]!) : 0);
    });
    support.forEach((i, k) => {
      y[i] = fraction === 1 ? target[k]! : y[i]! + fraction * (target[k]! - y[i]!);
    });
    if (fraction === 1) return support;
    const left = support.filter((i, k) => target[k]! > 0 || y[i]! > 1e-14 * Math.abs(target[k]!));
    for (const i of support) if (!left.includes(i)) y[i] = 0;
    support = left;
  }
}

function normalised(y: Float64Array): Float64Array {
  let sum = 0;
  for (const value of y) sum += value;
  return y.map((value) => value / sum);
}
