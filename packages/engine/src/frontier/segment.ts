import { factorCholesky, solveCholesky } from '../linear-algebra/cholesky.ts';
import { atLower, atUpper, free } from './active-set.ts';
import { eliminateSegment } from './eliminate-segment.ts';
import type { ScaledProblem } from './problem.ts';
import { refineSegment } from './refine-segment.ts';
import { coefficient, type Segment } from './segment-memory.ts';

/** Collects free assets, active rows and load = S w of the fixed part. */
function collect(
  problem: ScaledProblem,
  assets: Int8Array,
  rows: Int8Array,
  weights: Float64Array,
  segment: Segment,
): void {
  const { size: n, exactCovariance: covariance } = problem;
  const { freeAssets, activeRows, load } = segment;
  load.fill(0);
  let count = 0;
  for (let i = 0; i < n; i++) {
    if (assets[i] === free) freeAssets[count++] = i;
    if (assets[i] === free && !problem.isDelicate) continue;
    const w = weights[i]!;
    if (w === 0) continue;
    const row = i * n;
    for (let j = 0; j < n; j++) load[j]! += w * covariance[row + j]!;
  }
  segment.freeCount = count;
  let active = 0;
  for (let r = 0; r < rows.length; r++) {
    if (rows[r] === atLower || rows[r] === atUpper) activeRows[active++] = r;
  }
  segment.rowCount = active;
}

/**
 * The line w(lambda) = a + lambda d that is optimal for an active set, its multipliers and reduced gradients
 * (algorithm.md section 2): block elimination with a fresh Cholesky factor of S_FF, so nothing drifts.
 *
 * @param lambda where the segment begins. A delicate problem is solved for the correction of its weights there: on a
 *   singular covariance the line is so steep that its value at lambda 0 would leave nothing of the digits at hand
 * @returns false if the active set is degenerate (a factor fails); the caller restarts beside it
 */
export function computeSegment(
  problem: ScaledProblem,
  assets: Int8Array,
  rows: Int8Array,
  weights: Float64Array,
  segment: Segment,
  lambda = 0,
): boolean {
  const { isDelicate } = problem;
  collect(problem, assets, rows, weights, segment);
  const origin = isDelicate ? lambda : 0;
  segment.origin = origin;
  const { freeAssets, freeCount: f, constant } = segment;
  const m = segment.rowCount + 1;
  if (f < m) return false;
  if (problem.isEliminated || !factorSegment(problem, assets, rows, weights, segment)) {
    // What is sound factors; a failure there is a degenerate active set.
    if (!isDelicate) return false;
    readRightSides(problem, assets, rows, weights, segment);
    if (!eliminateSegment(problem, segment)) return false;
  }
  settleSlope(problem, segment);
  computeGradients(problem, assets, segment, m);
  if (isDelicate) for (let k = 0; k < f; k++) constant[k]! += weights[freeAssets[k]!]!;
  return true;
}

/** Block elimination: the free block of S by its Cholesky factor, then the rows by theirs. */
function factorSegment(
  problem: ScaledProblem,
  assets: Int8Array,
  rows: Int8Array,
  weights: Float64Array,
  segment: Segment,
): boolean {
  const { size: n, covariance, returns, isDelicate } = problem;
  const { freeAssets, freeCount: f, factor, constant, slope, y, load, origin } = segment;
  const m = segment.rowCount + 1;
  for (let k = 0; k < f; k++) {
    const source = freeAssets[k]! * n;
    for (let l = 0; l <= k; l++) factor[k * n + l] = covariance[source + freeAssets[l]!]!;
    constant[k] = origin * returns[freeAssets[k]!]! - load[freeAssets[k]!]!;
    slope[k] = returns[freeAssets[k]!]!;
  }
  if (!factorCholesky(factor, f, n, problem.leastPivot)) return false;
  solveCholesky(factor, f, constant, n);
  solveCholesky(factor, f, slope, n);
  for (let e = 0; e < m; e++) {
    const column = y.subarray(e * n, e * n + f);
    for (let k = 0; k < f; k++) column[k] = coefficient(problem, segment, e, freeAssets[k]!);
    solveCholesky(factor, f, column, n);
  }
  if (!computeMultipliers(problem, assets, rows, weights, segment, m)) return false;
  const { nu0, nu1 } = segment;
  for (let e = 0; e < m; e++) {
    const a = nu0[e]!;
    const b = nu1[e]!;
    for (let k = 0; k < f; k++) {
      constant[k]! += a * y[e * n + k]!;
      slope[k]! += b * y[e * n + k]!;
    }
  }
  const passes = isDelicate ? 2 : 0;
  for (let pass = 0; pass < passes; pass++) refineSegment(problem, segment);
  return true;
}

/**
 * Weights that the rows alone determine, or whose expected returns the multipliers explain to rounding, stand still.
 * Otherwise a noisy slope would carry the trace on for ever.
 */
function settleSlope(problem: ScaledProblem, segment: Segment): void {
  const { freeAssets, freeCount: f, slope, nu1 } = segment;
  const m = segment.rowCount + 1;
  let tilt = 0;
  let size = 1;
  for (let k = 0; k < f; k++) {
    const i = freeAssets[k]!;
    let value = problem.returns[i]!;
    let terms = Math.abs(value);
    for (let e = 0; e < m; e++) {
      const term = coefficient(problem, segment, e, i) * nu1[e]!;
      value += term;
      terms += Math.abs(term);
    }
    tilt = Math.max(tilt, Math.abs(value));
    size = Math.max(size, terms);
  }
  let most = 0;
  if (f === m || tilt <= 1e-13 * size) slope.fill(0, 0, f);
  else for (let k = 0; k < f; k++) most = Math.max(most, Math.abs(slope[k]!));
  segment.slopeNoise = problem.isDelicate ? 1e-15 * most : 1e-12;
}

/** Right sides of budget and active rows, less what does not move with the line. */
function readRightSides(
  problem: ScaledProblem,
  assets: Int8Array,
  rows: Int8Array,
  weights: Float64Array,
  segment: Segment,
): void {
  const { size: n, rowLower, rowUpper } = problem;
  for (let e = 0; e <= segment.rowCount; e++) {
    const r = e === 0 ? -1 : segment.activeRows[e - 1]!;
    let rest = r < 0 ? 1 : rows[r] === atLower ? rowLower[r]! : rowUpper[r]!;
    for (let i = 0; i < n; i++) {
      if ((assets[i] !== free || problem.isDelicate) && weights[i] !== 0)
        rest -= coefficient(problem, segment, e, i) * weights[i]!;
    }
    segment.rightSide[e] = rest;
  }
}

/** nu0 = C^-1 (rhs - A_B w_B - A_F y0), nu1 = -C^-1 A_F y1 with C = A_F Y. */
function computeMultipliers(
  problem: ScaledProblem,
  assets: Int8Array,
  rows: Int8Array,
  weights: Float64Array,
  segment: Segment,
  m: number,
): boolean {
  const { size: n } = problem;
  const { freeAssets, freeCount: f, constant, slope, y, schur, nu0, nu1 } = segment;
  readRightSides(problem, assets, rows, weights, segment);
  for (let e = 0; e < m; e++) {
    let rest = segment.rightSide[e]!;
    let tilt = 0;
    schur.fill(0, e * m, e * m + m);
    for (let k = 0; k < f; k++) {
      const c = coefficient(problem, segment, e, freeAssets[k]!);
      if (c === 0) continue;
      rest -= c * constant[k]!;
      tilt -= c * slope[k]!;
      for (let other = 0; other <= e; other++) schur[e * m + other]! += c * y[other * n + k]!;
    }
    nu0[e] = rest;
    nu1[e] = tilt;
  }
  if (!factorCholesky(schur, m, m, 1e-12)) return false;
  solveCholesky(schur, m, nu0);
  solveCholesky(schur, m, nu1);
  return true;
}

/** g = S w - lambda mu - A'nu of the fixed assets, as a line in lambda. */
function computeGradients(problem: ScaledProblem, assets: Int8Array, segment: Segment, m: number): void {
  const { size: n, exactCovariance: covariance, returns } = problem;
  const { freeAssets, freeCount: f, constant, slope, nu0, nu1, gradient0, gradient1, load } = segment;
  for (let j = 0; j < n; j++) {
    if (assets[j] === free) {
      gradient0[j] = gradient1[j] = 0;
      continue;
    }
    const row = j * n;
    let g0 = load[j]! - segment.origin * returns[j]!;
    let g1 = -returns[j]!;
    for (let k = 0; k < f; k++) {
      const s = covariance[row + freeAssets[k]!]!;
      g0 += s * constant[k]!;
      g1 += s * slope[k]!;
    }
    for (let e = 0; e < m; e++) {
      const c = coefficient(problem, segment, e, j);
      g0 -= c * nu0[e]!;
      g1 -= c * nu1[e]!;
    }
    gradient0[j] = g0;
    gradient1[j] = g1;
  }
}
