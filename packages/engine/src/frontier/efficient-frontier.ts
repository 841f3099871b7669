import { EngineError } from '../engine-error.ts';
import { dot, multiply, volatilityOf } from '../linear-algebra/matrix.ts';
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

/** The cheap checks of algorithm.md section 4; a violation is our error, never a result. */
function checkCorners(problem: ScaledProblem, corners: readonly Corner[]): void {
  const { size: n, rows, rowLower, rowUpper, groupCount } = problem;
  const returnSize = problem.originalReturns.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const varianceSize = corners.at(-1)?.variance ?? 0;
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
      if (corner.expectedReturn < before.expectedReturn - 1e-9 * returnSize) isWrong = true;
      if (corner.variance < before.variance * (1 - 1e-8) - 1e-12 * varianceSize) isWrong = true;
    }
    if (isWrong)
      throw new EngineError('NOT_CONVERGED', 'the frontier failed its own check of rows and monotony');
    before = corner;
  }
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
