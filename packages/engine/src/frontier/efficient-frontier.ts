import { dot, multiply, volatilityOf } from '../linear-algebra/matrix.ts';
import { checkCorners } from './check-corners.ts';
import { type FrontierInput, prepareProblem, type ScaledProblem } from './problem.ts';
import { type Trace, type TraceOptions, traceFrontier } from './trace-frontier.ts';

/** A portfolio on the frontier. */
export interface FrontierPoint {
  /** Risk tolerance of min 1/2 w'Sw - lambda mu'w. */
  readonly lambda: number;
  readonly weights: number[];
  /** Per year, as a fraction. */
  readonly expectedReturn: number;
  /** Per year, as a fraction. */
  readonly volatility: number;
}

/** A corner with its moments, kept for the read-offs. */
export interface Corner {
  readonly lambda: number;
  readonly weights: Float64Array;
  readonly expectedReturn: number;
  readonly variance: number;
}

/** The whole frontier from minimum variance (first) to maximum return (last). */
export interface Frontier {
  readonly corners: readonly Corner[];
  readonly covariance: Float64Array;
  readonly expectedReturns: Float64Array;
  readonly size: number;
  /** Ridge that a singular covariance needed, relative to the mean variance; 0 if none. */
  readonly ridge: number;
  readonly steps: number;
  readonly restarts: number;
}

/**
 * The exact efficient frontier under budget, box bounds and group rows: every corner portfolio, traced upwards
 * from minimum variance.
 *
 * @throws EngineError INPUT_INVALID, INFEASIBLE (naming the row), COV_NOT_PSD
 */
export function buildFrontier(input: FrontierInput, options: TraceOptions = {}): Frontier {
  const problem = prepareProblem(input);
  const trace = traceFrontier(problem, options);
  const corners = measureCorners(problem, trace);
  checkCorners(problem, corners);
  return {
    corners,
    covariance: problem.originalCovariance,
    expectedReturns: problem.originalReturns,
    size: problem.size,
    ridge: problem.ridge,
    steps: trace.steps,
    restarts: trace.restarts,
  };
}

function measureCorners(problem: ScaledProblem, trace: Trace): Corner[] {
  const { size: n, originalCovariance: s, originalReturns: mu, lambdaScale } = problem;
  const corners: Corner[] = [];
  for (const { lambda, weights } of trace.corners) {
    const last = corners.at(-1);
    // A ridge splits a tie into corners that differ by rounding only; the first of them stands for all.
    if (last && problem.ridge > 0 && isSame(last.weights, weights, 1e-7)) continue;
    corners.push({
      lambda: lambda * lambdaScale,
      weights,
      expectedReturn: dot(mu, weights),
      variance: Math.max(0, dot(weights, multiply(s, weights, n))),
    });
  }
  return corners;
}

function isSame(a: Float64Array, b: Float64Array, tolerance: number): boolean {
  for (let i = 0; i < a.length; i++) {
    if (Math.abs(a[i]! - b[i]!) > tolerance) return false;
  }
  return true;
}

/** A corner or an inner point as plain numbers. */
export function toPoint(frontier: Frontier, lambda: number, weights: ArrayLike<number>): FrontierPoint {
  return {
    lambda,
    weights: Array.from(weights),
    expectedReturn: dot(frontier.expectedReturns, weights),
    volatility: volatilityOf(frontier.covariance, weights, frontier.size),
  };
}
