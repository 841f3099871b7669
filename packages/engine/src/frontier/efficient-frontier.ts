import { EngineError } from '../engine-error.ts';
import { dot, multiply, volatilityOf } from '../linear-algebra/matrix.ts';
import type { Multipliers } from '../optimality/duality-gap.ts';
import { checkCorners } from './check-corners.ts';
import type { Corner } from './corner.ts';
import { type FrontierInput, prepareProblem, type ScaledProblem } from './problem.ts';
import {
  multipliersBetween,
  type OptimalityProof,
  proofOf,
  provenGap,
  toCaller,
  worstGap,
} from './prove-frontier.ts';
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
  /** That no feasible portfolio is better for this lambda; tests and readers can check it without the solver. */
  readonly proof: OptimalityProof;
}

/** The whole frontier from minimum variance (first) to maximum return (last). */
export interface Frontier {
  readonly corners: readonly Corner[];
  readonly input: FrontierInput;
  /** Growth of the multipliers beyond the last corner, which prove that its return is the greatest; null for a part. */
  readonly top: Multipliers | null;
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
 * Every corner and every line between them is proven optimal by its multipliers before it is given; where rounding on a
 * nearly singular covariance stands in the way, another ridge is tried, and the proof is against the covariance itself.
 *
 * @throws EngineError INPUT_INVALID, INFEASIBLE (naming the row), COV_NOT_PSD, NOT_CONVERGED if nothing can be proven
 */
export function buildFrontier(input: FrontierInput, options: TraceOptions = {}): Frontier {
  let failure: unknown;
  for (const ridge of [0, 1e-11, 1e-12, 1e-9, 1e-8, 1e-7, 1e-6]) {
    const problem = prepareProblem(input, ridge);
    // What is sound without a ridge is not tried with one: its failures are real.
    try {
      return provenFrontier(input, problem, options);
    } catch (error) {
      failure ??= error;
      if (!problem.isDelicate) break;
    }
  }
  throw failure;
}

function provenFrontier(input: FrontierInput, problem: ScaledProblem, options: TraceOptions): Frontier {
  const trace = traceFrontier(problem, options);
  const corners = measureCorners(problem, trace);
  checkCorners(problem, corners);
  const gap = worstGap(input, corners);
  if (!(gap <= provenGap))
    throw new EngineError('NOT_CONVERGED', `the frontier could not be proven optimal: gap ${gap}`);
  return {
    corners,
    input,
    top: trace.top && toCaller(problem, trace.top, problem.lambdaScale),
    covariance: problem.originalCovariance,
    expectedReturns: problem.originalReturns,
    size: problem.size,
    ridge: problem.ridge,
    steps: trace.steps,
    restarts: trace.restarts,
  };
}

/** A portfolio of at most this part of the mean variance is riskless up to rounding. */
const riskless = 1e-15;

function measureCorners(problem: ScaledProblem, trace: Trace): Corner[] {
  const { size: n, originalCovariance: s, originalReturns: mu, lambdaScale } = problem;
  const corners: Corner[] = [];
  const none = new Float64Array(1 + problem.groupCount);
  for (const { lambda: scaled, weights, line } of trace.corners) {
    const variance = Math.max(0, dot(weights, multiply(s, weights, n)));
    const expectedReturn = dot(mu, weights);
    const last = corners.at(-1);
    const lambda = scaled * lambdaScale;
    const before = last?.lambda ?? lambda;
    corners.push({
      lambda,
      weights,
      expectedReturn,
      variance,
      // Only the ridge makes a risk of what has none: without risk, return costs nothing.
      isRiskless: problem.ridge > 0 && variance <= riskless * problem.varianceScale,
      line: {
        from: toCaller(problem, line?.from ?? none, before),
        to: toCaller(problem, line?.to ?? none, lambda),
      },
    });
  }
  return corners;
}

/** A corner or an inner point as plain numbers. */
export function toPoint(
  frontier: Frontier,
  lambda: number,
  weights: ArrayLike<number>,
  multipliers: Multipliers,
): FrontierPoint {
  const volatility = volatilityOf(frontier.covariance, weights, frontier.size);
  return {
    lambda,
    weights: Array.from(weights),
    expectedReturn: dot(frontier.expectedReturns, weights),
    volatility,
    proof: proofOf(frontier.input, weights, lambda, volatility * volatility, multipliers),
  };
}

/** A corner as plain numbers. */
export const cornerPoint = (frontier: Frontier, corner: Corner): FrontierPoint =>
  toPoint(frontier, corner.isRiskless ? 0 : corner.lambda, corner.weights, corner.line.to);

/** The portfolio a fraction t of the way from a corner to the next. */
export function pointBetween(frontier: Frontier, a: Corner, b: Corner, t: number): FrontierPoint {
  const weights = a.weights.map((value, i) => value + t * (b.weights[i]! - value));
  const lambda = a.isRiskless && b.isRiskless ? 0 : a.lambda + t * (b.lambda - a.lambda);
  return toPoint(frontier, lambda, weights, multipliersBetween(b, t));
}
