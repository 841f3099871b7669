import { EngineError, InfeasibleError } from '../engine-error.ts';
import { factorCholesky, solveCholesky } from '../linear-algebra/cholesky.ts';
import { multiply } from '../linear-algebra/matrix.ts';

const maximumSweeps = 20_000;
/** Relative step of Newton's method above which coordinate steps are made instead. */
const farAway = 0.3;
/** Sum of relative steps after which a factor is made anew. */
const hardly = 0.05;

/**
 * Risk budgets: weights whose risk contributions w_i (S w)_i are proportional to the budgets (equal budgets give
 * equal risk contribution). Cyclical coordinate descent on min 1/2 y'Sy - sum b_i ln y_i, then w = y / sum y.
 * Spinu (2013); Griveau-Billion, Richard & Roncalli (2013).
 *
 * @param covariance row-major, positive semidefinite with positive variances
 * @param budgets positive, any scale
 * @param start positive weights near the answer, e.g. those of slightly other budgets
 * @param lastStep relative step of Newton's method after which it may end; the error is about its square
 * @throws EngineError NOT_CONVERGED, INPUT_INVALID for an asset without risk
 */
export function riskBudgetWeights(
  covariance: Float64Array,
  budgets: ArrayLike<number>,
  start: ArrayLike<number> | null = null,
  lastStep = 1e-8,
): Float64Array {
  const n = budgets.length;
  checkRisky(covariance, n);
  const y = startingPoint(covariance, budgets, start);
  if (!convergeByNewton(covariance, budgets, y, lastStep)) descend(covariance, budgets, 1, y);
  let sum = 0;
  for (const value of y) sum += value;
  return y.map((value) => value / sum);
}

/** y_i = sqrt(b_i / s_ii), or the given weights at the scale where y'Sy equals the sum of the budgets. */
function startingPoint(
  covariance: Float64Array,
  budgets: ArrayLike<number>,
  start: ArrayLike<number> | null,
): Float64Array {
  const n = budgets.length;
  const y = new Float64Array(n);
  let total = 0;
  let variance = 0;
  if (start) {
    const sy = multiply(covariance, start, n);
    for (let i = 0; i < n; i++) {
      total += budgets[i]!;
      variance += start[i]! * sy[i]!;
    }
  }
  for (let i = 0; i < n; i++) {
    const scaled = start && variance > 0 ? start[i]! * Math.sqrt(total / variance) : 0;
    y[i] = scaled > 0 ? scaled : Math.sqrt(budgets[i]! / covariance[i * n + i]!);
  }
  return y;
}

/**
 * Newton's method on the same function in relative steps, y_i (1 + d_i): (Y S Y + diag b) d = b - y Sy. Quadratic near the
 * answer, where coordinate steps are only linear; far away, where budgets differ a thousandfold, those arrive sooner and
 * go first. A factor serves again while y has hardly moved since.
 *
 * @returns false, with y left positive, if it does not arrive
 */
function convergeByNewton(
  covariance: Float64Array,
  budgets: ArrayLike<number>,
  y: Float64Array,
  lastStep: number,
): boolean {
  const n = y.length;
  const matrix = new Float64Array(n * n);
  const d = new Float64Array(n);
  let drift = Number.POSITIVE_INFINITY;
  for (let iteration = 0; iteration < 40; iteration++) {
    const sy = multiply(covariance, y, n);
    for (let i = 0; i < n; i++) d[i] = budgets[i]! - y[i]! * sy[i]!;
    if (drift > hardly) {
      if (!factorRelative(covariance, budgets, y, matrix)) return false;
      drift = 0;
    }
    solveCholesky(matrix, n, d);
    let largest = 0;
    for (let i = 0; i < n; i++) largest = Math.max(largest, Math.abs(d[i]!));
    if (!(largest < Number.POSITIVE_INFINITY)) return false;
    if (largest > farAway) {
      for (let k = 0; k < 3; k++) sweep(covariance, budgets, 1, y, sy);
      drift = Number.POSITIVE_INFINITY;
      continue;
    }
    for (let i = 0; i < n; i++) y[i]! *= 1 + d[i]!;
    drift += largest;
    // What is left is about the step by how far the factor is off.
    if (largest * drift <= lastStep * lastStep) return true;
  }
  return false;
}

/** The Cholesky factor of Y S Y + diag b. */
function factorRelative(
  covariance: Float64Array,
  budgets: ArrayLike<number>,
  y: Float64Array,
  matrix: Float64Array,
): boolean {
  const n = y.length;
  for (let i = 0; i < n; i++) {
    const row = i * n;
    const own = y[i]!;
    for (let j = 0; j < i; j++) matrix[row + j] = own * covariance[row + j]! * y[j]!;
    matrix[row + i] = own * covariance[row + i]! * own + budgets[i]!;
  }
  return factorCholesky(matrix, n);
}

/**
 * The same with bounds: y_i is clipped to [lower_i, upper_i] in every coordinate step, and the multiplier of the
 * log barrier is found by bisection so that the weights sum to 1. Richard & Roncalli (2019, arXiv:1902.05710).
 * Inside its bounds an asset keeps its budget relative to the others inside theirs.
 */
export function boundedRiskBudgetWeights(
  covariance: Float64Array,
  budgets: ArrayLike<number>,
  lower: ArrayLike<number>,
  upper: ArrayLike<number>,
): Float64Array {
  const n = budgets.length;
  checkRisky(covariance, n);
  let low = 0;
  let high = 0;
  for (let i = 0; i < n; i++) {
    if (lower[i]! > upper[i]!)
      throw new InfeasibleError(`lower bound of asset ${i} is above its upper bound`, `lowerBounds[${i}]`);
    low += lower[i]!;
    high += upper[i]!;
  }
  if (low > 1 + 1e-12)
    throw new InfeasibleError(`the lower bounds sum to ${low}, more than 1`, 'lowerBounds');
  if (high < 1 - 1e-12)
    throw new InfeasibleError(`the upper bounds sum to ${high}, less than 1`, 'upperBounds');
  const free = riskBudgetWeights(covariance, budgets);
  if (free.every((w, i) => w >= lower[i]! && w <= upper[i]!)) return free;
  const y = Float64Array.from(free);
  const sumAt = (multiplier: number) => {
    descend(covariance, budgets, multiplier, y, lower, upper);
    let sum = 0;
    for (const value of y) sum += value;
    return sum;
  };
  let below = 0;
  let above = 1;
  for (let i = 0; i < n; i++) above = Math.max(above * 1e-300, covariance[i * n + i]!);
  for (let doubling = 0; sumAt(above) < 1 && doubling < 400; doubling++) {
    below = above;
    above *= 4;
  }
  for (let k = 0; k < 200 && above - below > 1e-16 * above; k++) {
    const middle = below + (above - below) / 2;
    if (sumAt(middle) < 1) below = middle;
    else above = middle;
  }
  sumAt(above);
  return y;
}

function checkRisky(covariance: Float64Array, n: number): void {
  for (let i = 0; i < n; i++) {
    if (!(covariance[i * n + i]! > 0)) {
      throw new EngineError(
        'INPUT_INVALID',
        `asset ${i} has no risk and cannot carry a risk budget`,
        `covariance[${i}][${i}]`,
      );
    }
  }
}

/** Sweeps until the largest relative change is below 1e-14. */
function descend(
  covariance: Float64Array,
  budgets: ArrayLike<number>,
  multiplier: number,
  y: Float64Array,
  lower?: ArrayLike<number>,
  upper?: ArrayLike<number>,
): void {
  const n = y.length;
  const sy = multiply(covariance, y, n);
  for (let k = 0; k < maximumSweeps; k++) {
    const change = sweep(covariance, budgets, multiplier, y, sy, lower, upper);
    if (!(change > 1e-14)) return;
    // Sums of small differences drift; a fresh product now and then removes it.
    if (k % 50 === 49) sy.set(multiply(covariance, y, n));
    if (k > 2000 && change < 1e-12) return;
  }
  throw new EngineError(
    'NOT_CONVERGED',
    'risk budgets did not converge: the covariance is not positive definite',
    'covariance',
  );
}

/**
 * One sweep y_i = (-c_i + sqrt(c_i^2 + 4 s_ii m b_i)) / (2 s_ii) over all assets, inside their bounds.
 *
 * @param sy the product S y, kept up to date
 * @returns the largest relative change
 */
function sweep(
  covariance: Float64Array,
  budgets: ArrayLike<number>,
  multiplier: number,
  y: Float64Array,
  sy: Float64Array,
  lower?: ArrayLike<number>,
  upper?: ArrayLike<number>,
): number {
  const n = y.length;
  let change = 0;
  for (let i = 0; i < n; i++) {
    const s = covariance[i * n + i]!;
    const c = sy[i]! - s * y[i]!;
    const product = 4 * s * multiplier * budgets[i]!;
    const root = Math.sqrt(c * c + product);
    // The form without cancellation: for c > 0 the numerator would be a difference of near equals.
    let next = c > 0 ? product / (2 * s * (c + root)) : (root - c) / (2 * s);
    if (lower && next < lower[i]!) next = lower[i]!;
    if (upper && next > upper[i]!) next = upper[i]!;
    const delta = next - y[i]!;
    if (delta === 0) continue;
    change = Math.max(change, Math.abs(delta) / Math.max(Math.abs(next), 1e-300));
    y[i] = next;
    for (let j = 0; j < n; j++) sy[j]! += covariance[j * n + i]! * delta;
  }
  return change;
}

/** Share of each asset in the portfolio's variance, w_i (S w)_i / w'Sw; sums to 1 (zeros for a riskless portfolio). */
export function riskShares(covariance: Float64Array, weights: ArrayLike<number>): number[] {
  const n = weights.length;
  const sw = multiply(covariance, weights, n);
  let variance = 0;
  for (let i = 0; i < n; i++) variance += weights[i]! * sw[i]!;
  return Array.from({ length: n }, (_, i) => (variance > 0 ? (weights[i]! * sw[i]!) / variance : 0));
}
