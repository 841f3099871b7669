import { EngineError, InfeasibleError } from '../engine-error.ts';
import type { ActiveSet } from './active-set.ts';
import { solveDual } from './dual-active-set.ts';
import type { ScaledProblem } from './problem.ts';

/**
 * min 1/2 w'Sw - lambda mu'w under budget, bounds and group rows.
 *
 * @param lambda risk tolerance in the solver's scale; 0 gives minimum variance
 * @throws InfeasibleError naming the row that cannot be met; EngineError NOT_CONVERGED where there are weights, but the
 *   volatilities lie too far apart to find the best
 */
export function solveAtLambda(problem: ScaledProblem, lambda: number): ActiveSet {
  try {
    return solveDual(problem, lambda);
  } catch (error) {
    if (!(error instanceof InfeasibleError && hasWeights(problem))) throw error;
    throw new EngineError('NOT_CONVERGED', 'the volatilities lie too far apart for an exact answer');
  }
}

/** Whether rows contradict each other does not depend on risk: asked without it, rounding cannot spoil the answer. */
function hasWeights(problem: ScaledProblem): boolean {
  const n = problem.size;
  const covariance = Float64Array.from({ length: n * n }, (_, k) => (k % (n + 1) === 0 ? 1 : 0));
  try {
    solveDual({ ...problem, covariance }, 0);
    return true;
  } catch (error) {
    if (error instanceof InfeasibleError) return false;
    throw error;
  }
}
