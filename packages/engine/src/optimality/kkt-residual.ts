import type { FrontierInput } from '../frontier/problem.ts';
import { multiply } from '../linear-algebra/matrix.ts';
import { nonNegativeCombination } from './non-negative-combination.ts';

/** How far weights are from being the optimum of min 1/2 w'Sw - lambda mu'w; all 0 at the optimum. */
export interface OptimalityCheck {
  /** Largest breach of budget, bounds and rows (weights). */
  readonly feasibility: number;
  /**
   * Part of the gradient Sw - lambda mu that no multipliers of the right sign explain, relative to the size of the
   * gradient's terms.
   */
  readonly stationarity: number;
}

/** What counts as lying on a bound or side of a row. */
const contact = 1e-9;

/**
 * Checks the Karush-Kuhn-Tucker conditions at weights, without using how they were found: the gradient must be a
 * combination of the budget (any sign) and of the bounds and rows that are touched (sign by side). The combination is
 * the nearest one, by non-negative least squares, so degenerate contacts (ties, caps that sum to one) need no care.
 * The problem is convex: feasible and stationary is optimal.
 */
export function checkOptimality(
  input: FrontierInput,
  weights: ArrayLike<number>,
  lambda: number,
): OptimalityCheck {
  const { covariance, expectedReturns, lowerBounds, upperBounds, groups = [] } = input;
  const n = expectedReturns.length;
  const flat = new Float64Array(n * n);
  covariance.forEach((row, i) => flat.set(row, i * n));
  const sw = multiply(flat, weights, n);
  let size = 0;
  const gradient = Float64Array.from(expectedReturns, (mu, i) => {
    size = Math.max(size, Math.abs(sw[i]!), Math.abs(lambda * mu));
    return sw[i]! - lambda * mu;
  });
  let breach = 0;
  let sum = 0;
  // Both signs of the budget, so that its multiplier is free.
  const normals: Float64Array[] = [new Float64Array(n).fill(1), new Float64Array(n).fill(-1)];
  const touch = (normal: () => Float64Array, slack: number) => {
    breach = Math.max(breach, -slack);
    if (slack <= contact) normals.push(normal());
  };
  const unit = (i: number, sign: number) => () => {
    const vector = new Float64Array(n);
    vector[i] = sign;
    return vector;
  };
  for (let i = 0; i < n; i++) {
    sum += weights[i]!;
    touch(unit(i, 1), weights[i]! - lowerBounds[i]!);
    touch(unit(i, -1), upperBounds[i]! - weights[i]!);
  }
  for (const row of groups) {
    let value = 0;
    for (let i = 0; i < n; i++) value += row.weights[i]! * weights[i]!;
    touch(() => Float64Array.from(row.weights), value - row.lower);
    touch(() => Float64Array.from(row.weights, (c) => -c), row.upper - value);
  }
  breach = Math.max(breach, Math.abs(sum - 1));
  const { rest } = nonNegativeCombination(normals, gradient);
  let left = 0;
  for (const value of rest) left = Math.max(left, Math.abs(value));
  return { feasibility: breach, stationarity: size > 0 ? left / size : 0 };
}
