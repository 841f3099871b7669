import { factorElimination, solveElimination } from '../linear-algebra/elimination.ts';
import type { ScaledProblem } from './problem.ts';
import { coefficient, type Segment } from './segment-memory.ts';

/**
 * Constant, slope and multipliers of a segment from budget, rows and gradients at once,
 *
 *   S w - A'nu = -load + lambda mu,   A w = b,
 *
 * by elimination with exchange of rows. Where an almost riskless asset stands in several rows, what the rows differ by is
 * lost in the block A S^-1 A' of the quicker way; here it is not. Expects the right side of the rows in `rightSide` and
 * load and free assets as collected; corrects several times with the exact covariance.
 *
 * @returns false if the system is singular to rounding
 */
export function eliminateSegment(problem: ScaledProblem, segment: Segment): boolean {
  const { size: n, covariance, returns } = problem;
  const { freeAssets, freeCount: f, constant, slope, nu0, nu1, load, rightSide, origin } = segment;
  const m = segment.rowCount + 1;
  const size = f + m;
  const matrix = new Float64Array(size * size);
  for (let k = 0; k < f; k++) {
    for (let l = 0; l < f; l++) matrix[k * size + l] = covariance[freeAssets[k]! * n + freeAssets[l]!]!;
    for (let e = 0; e < m; e++) {
      const c = coefficient(problem, segment, e, freeAssets[k]!);
      matrix[k * size + f + e] = -c;
      matrix[(f + e) * size + k] = c;
    }
  }
  const order = new Int32Array(size);
  if (!factorElimination(matrix, size, order)) return false;
  const solve = (values: Float64Array) => solveElimination(matrix, size, order, values);
  const write = (wanted: Float64Array, line: Float64Array, multipliers: Float64Array) => {
    const solution = solve(wanted);
    for (let pass = 0; pass < 4; pass++) {
      const step = solve(leftOf(problem, segment, wanted, solution));
      for (let k = 0; k < size; k++) solution[k]! += step[k]!;
    }
    for (let k = 0; k < f; k++) line[k] = solution[k]!;
    for (let e = 0; e < m; e++) multipliers[e] = solution[f + e]!;
    return solution.every(Number.isFinite);
  };
  const wantedConstant = new Float64Array(size);
  const wantedSlope = new Float64Array(size);
  for (let k = 0; k < f; k++) {
    wantedConstant[k] = origin * returns[freeAssets[k]!]! - load[freeAssets[k]!]!;
    wantedSlope[k] = returns[freeAssets[k]!]!;
  }
  for (let e = 0; e < m; e++) wantedConstant[f + e] = rightSide[e]!;
  const isConstant = write(wantedConstant, constant, nu0);
  return write(wantedSlope, slope, nu1) && isConstant;
}

/** What a solution leaves of its equations, with the covariance as it is: a ridge is there for the factor only. */
function leftOf(
  problem: ScaledProblem,
  segment: Segment,
  wanted: Float64Array,
  solution: Float64Array,
): Float64Array {
  const { size: n, exactCovariance } = problem;
  const { freeAssets, freeCount: f } = segment;
  const m = segment.rowCount + 1;
  const left = Float64Array.from(wanted);
  for (let k = 0; k < f; k++) {
    const row = freeAssets[k]! * n;
    for (let l = 0; l < f; l++) left[k]! -= exactCovariance[row + freeAssets[l]!]! * solution[l]!;
    for (let e = 0; e < m; e++) {
      const c = coefficient(problem, segment, e, freeAssets[k]!);
      left[k]! += c * solution[f + e]!;
      left[f + e]! -= c * solution[k]!;
    }
  }
  return left;
}
