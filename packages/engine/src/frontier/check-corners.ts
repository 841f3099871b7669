import { EngineError } from '../engine-error.ts';
import type { Corner } from './corner.ts';
import type { ScaledProblem } from './problem.ts';

/**
 * The cheap checks of algorithm.md section 4: budget, group rows, return and variance that never fall along the corners.
 *
 * @throws EngineError NOT_CONVERGED: a violation is our error, never a result
 */
export function checkCorners(problem: ScaledProblem, corners: readonly Corner[]): void {
  const { size: n, rows, rowLower, rowUpper, groupCount } = problem;
  const returnSize = problem.originalReturns.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const varianceSize = corners.reduce((most, { variance }) => Math.max(most, variance), 0);
  // Among portfolios that a singular covariance cannot tell apart, rounding may turn the order a little.
  const slack = problem.ridge > 0 ? 1e-6 : 1e-9;
  let before: Corner | undefined;
  for (const corner of corners) {
    let sum = 0;
    for (let i = 0; i < n; i++) sum += corner.weights[i]!;
    let isWrong = !(Math.abs(sum - 1) <= 1e-8);
    for (let r = 0; r < groupCount; r++) {
      let value = 0;
      let size = 1;
      for (let i = 0; i < n; i++) {
        const term = rows[r * n + i]! * corner.weights[i]!;
        value += term;
        size = Math.max(size, Math.abs(term));
      }
      if (!(value >= rowLower[r]! - 1e-8 * size && value <= rowUpper[r]! + 1e-8 * size)) isWrong = true;
    }
    if (before) {
      if (corner.expectedReturn < before.expectedReturn - slack * returnSize) isWrong = true;
      if (
        corner.variance <
        before.variance * (1 - 10 * slack) - 1e-12 * varianceSize - 1e-15 * problem.varianceScale
      )
        isWrong = true;
    }
    if (isWrong)
      throw new EngineError('NOT_CONVERGED', 'the frontier failed its own check of rows and monotony');
    before = corner;
  }
}

/** The most by which corners miss the budget or a group row, by the size of its terms. */
export function worstBreach(
  { size: n, rows, rowLower, rowUpper, groupCount }: ScaledProblem,
  corners: readonly Corner[],
): number {
  let worst = 0;
  for (const { weights } of corners) {
    worst = Math.max(worst, Math.abs(weights.reduce((sum, w) => sum + w, 0) - 1));
    for (let r = 0; r < groupCount; r++) {
      let value = 0;
      let size = 1;
      for (let i = 0; i < n; i++) {
        const term = rows[r * n + i]! * weights[i]!;
        value += term;
        size = Math.max(size, Math.abs(term));
      }
      worst = Math.max(worst, (rowLower[r]! - value) / size, (value - rowUpper[r]!) / size);
    }
  }
  return worst;
}
