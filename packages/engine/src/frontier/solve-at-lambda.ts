import { EngineError, InfeasibleError } from '../engine-error.ts';
import type { ActiveSet } from './active-set.ts';
import { solveDual } from './dual-active-set.ts';
import type { ScaledProblem } from './problem.ts';
import { solvePrimal } from './solve-primal.ts';

/**
 * min 1/2 w'Sw - lambda mu'w under budget, bounds and group rows, by the dual method; where rounding takes it for
 * infeasible although there are weights, by the primal one.
 *
 * @param lambda risk tolerance in the solver's scale; 0 gives minimum variance
 * @throws InfeasibleError naming the row that cannot be met; EngineError NOT_CONVERGED where there are weights, but the
 *   volatilities lie too far apart to find the best
 */
export function solveAtLambda(problem: ScaledProblem, lambda: number): ActiveSet {
  try {
    return solveDual(problem, lambda);
  } catch (error) {
    if (!(error instanceof InfeasibleError)) throw error;
    const start = someWeights(problem);
    if (start === null) throw error;
    const solution = solvePrimal(problem, lambda, start);
    if (solution) return solution;
    throw new EngineError('NOT_CONVERGED', 'the volatilities lie too far apart for an exact answer');
  }
}

/** Feasible weights, or null: whether rows contradict each other does not depend on risk, and without it rounding is harmless. */
function someWeights(problem: ScaledProblem): ActiveSet | null {
  const n = problem.size;
  const covariance = Float64Array.from({ length: n * n }, (_, k) => (k % (n + 1) === 0 ? 1 : 0));
  try {
    return solveDual({ ...problem, covariance }, 0);
  } catch (error) {
    if (error instanceof InfeasibleError) return null;
    throw error;
  }
}
