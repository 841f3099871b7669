import { solveCholesky } from '../linear-algebra/cholesky.ts';
import type { ScaledProblem } from './problem.ts';
import { coefficient, type Segment } from './segment-memory.ts';

/**
 * One step of iterative refinement of a segment's line: what constant and slope leave of their equations
 * S w = -load + lambda mu + A'nu, A w = b is solved for again with the factors at hand and added. Where volatilities lie
 * decades apart or a ridge stands in for rank, the first solution is right to a few digits only; the residual, formed
 * from small numbers, brings back the others.
 */
export function refineSegment(problem: ScaledProblem, segment: Segment): void {
  const { load, rightSide, constant, slope, nu0, nu1 } = segment;
  const { origin } = segment;
  refine(problem, segment, constant, nu0, (i) => origin * problem.returns[i]! - load[i]!, rightSide);
  refine(problem, segment, slope, nu1, (i) => problem.returns[i]!, null);
}

function refine(
  problem: ScaledProblem,
  segment: Segment,
  line: Float64Array,
  multipliers: Float64Array,
  gradientOf: (asset: number) => number,
  rightSide: Float64Array | null,
): void {
  const { size: n, exactCovariance: covariance } = problem;
  const { freeAssets, freeCount: f, factor, y, schur } = segment;
  const m = segment.rowCount + 1;
  const step = new Float64Array(f);
  for (let k = 0; k < f; k++) {
    const i = freeAssets[k]!;
    let rest = gradientOf(i);
    for (let e = 0; e < m; e++) rest += coefficient(problem, segment, e, i) * multipliers[e]!;
    for (let l = 0; l < f; l++) rest -= covariance[i * n + freeAssets[l]!]! * line[l]!;
    step[k] = rest;
  }
  solveCholesky(factor, f, step, n);
  const change = new Float64Array(m);
  for (let e = 0; e < m; e++) {
    let rest = rightSide ? rightSide[e]! : 0;
    for (let k = 0; k < f; k++)
      rest -= coefficient(problem, segment, e, freeAssets[k]!) * (line[k]! + step[k]!);
    change[e] = rest;
  }
  solveCholesky(schur, m, change);
  for (let e = 0; e < m; e++) {
    multipliers[e]! += change[e]!;
    for (let k = 0; k < f; k++) step[k]! += change[e]! * y[e * n + k]!;
  }
  for (let k = 0; k < f; k++) line[k]! += step[k]!;
}
