import { EngineError, InfeasibleError } from '../engine-error.ts';
import { dot, volatilityOf } from '../linear-algebra/matrix.ts';
import type { Multipliers } from '../optimality/duality-gap.ts';
import { checkCorners, worstBreach } from './check-corners.ts';
import type { Corner } from './corner.ts';
import { measureCorners } from './measure-corners.ts';
import { type FrontierInput, keepRidge, prepareProblem, type ScaledProblem } from './problem.ts';
import {
  multipliersBetween,
  type OptimalityProof,
  proofOf,
  provenGap,
  toCaller,
  toCentred,
  worstGap,
} from './prove-frontier.ts';
import { type TraceOptions, traceFrontier } from './trace-frontier.ts';

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
  /** What was asked for, with expected returns less `meanReturn`: what proofs are made with. */
  readonly centred: FrontierInput;
  readonly meanReturn: number;
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

/** A way to compute the segments, and the ridge it does so with. */
interface Attempt {
  readonly way: 'factored' | 'eliminated' | 'ridgeKept' | 'bounded';
  readonly ridge: number;
}

const attemptsOf = (way: Attempt['way'], ridges: readonly number[]): Attempt[] =>
  ridges.map((ridge) => ({ way, ridge }));

/** What is tried, in this order, until something is proven. */
const attempts: readonly Attempt[] = [
  ...attemptsOf('factored', [0, 1e-11, 1e-12, 1e-9, 1e-8, 1e-7, 1e-6]),
  ...attemptsOf('eliminated', [0, 1e-12, 1e-11]),
  ...attemptsOf('ridgeKept', [1e-14, 3e-15, 3e-14, 1e-13, 1e-12]),
  ...attemptsOf('bounded', [0, 1e-11, 1e-12, 1e-9, 1e-8, 1e-7, 1e-6]),
];

function attemptOf(input: FrontierInput, plain: ScaledProblem, { way, ridge }: Attempt): ScaledProblem {
  if (way === 'ridgeKept') return keepRidge(plain, ridge);
  if (way === 'bounded') return prepareProblem(boundedByRows(input), ridge);
  const prepared = ridge === 0 ? plain : prepareProblem(input, ridge);
  return way === 'factored' ? prepared : { ...prepared, isEliminated: true, isDelicate: true };
}

/**
 * The same problem with what rows of a single asset ask for as bounds of it as well. Where such rows and bounds meet in one
 * point among riskless assets, the trace may not find which of them holds; an asset with the bounds itself asks nothing of them.
 */
function boundedByRows(input: FrontierInput): FrontierInput {
  const [lowerBounds, upperBounds] = [[...input.lowerBounds], [...input.upperBounds]];
  for (const { weights, lower, upper } of input.groups ?? []) {
    const named = weights.flatMap((weight, i) => (weight === 0 ? [] : [i]));
    const [i] = named;
    if (named.length !== 1 || i === undefined) continue;
    const ends = [lower / weights[i]!, upper / weights[i]!];
    const [low, high] = [Math.min(...ends), Math.max(...ends)];
    // Rows that contradict each other are for the rows to name.
    if (Math.max(low, lowerBounds[i]!) > Math.min(high, upperBounds[i]!)) continue;
    lowerBounds[i] = Math.max(low, lowerBounds[i]!);
    upperBounds[i] = Math.min(high, upperBounds[i]!);
  }
  return { ...input, lowerBounds, upperBounds };
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
  const plain = prepareProblem(input);
  let failure: unknown;
  let best: Proven | null = null;
  for (const attempt of attempts) {
    // What is sound without a ridge is not tried with one.
    if (attempt.ridge > 0 && !plain.isDelicate) continue;
    try {
      const found = provenFrontier(input, attemptOf(input, plain, attempt), options);
      if (found.breach <= exact) return found.frontier;
      if (!best || found.breach < best.breach) best = found;
    } catch (error) {
      if (error instanceof InfeasibleError) throw error;
      failure ??= error;
    }
  }
  if (best) return best.frontier;
  throw failure;
}

/** How far budget and rows may be missed before it is tried another way. Bounds of the input may miss the budget by more. */
const exact = 5e-10;

interface Proven {
  readonly frontier: Frontier;
  readonly breach: number;
}

function provenFrontier(input: FrontierInput, problem: ScaledProblem, options: TraceOptions): Proven {
  const trace = traceFrontier(problem, options);
  const corners = measureCorners(problem, trace);
  checkCorners(problem, corners);
  const { meanReturn, lambdaScale } = problem;
  const centred = { ...input, expectedReturns: input.expectedReturns.map((value) => value - meanReturn) };
  const gap = worstGap(centred, corners);
  if (!(gap <= provenGap))
    throw new EngineError('NOT_CONVERGED', `the frontier could not be proven optimal: gap ${gap}`);
  const frontier = {
    corners,
    centred,
    meanReturn,
    top: trace.top && toCaller(toCentred(problem, trace.top), lambdaScale, meanReturn),
    covariance: problem.originalCovariance,
    expectedReturns: problem.originalReturns,
    size: problem.size,
    ridge: problem.ridge,
    steps: trace.steps,
    restarts: trace.restarts,
  };
  return { frontier, breach: worstBreach(problem, corners) };
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
    proof: toCaller(
      proofOf(frontier.centred, weights, lambda, volatility * volatility, multipliers),
      lambda,
      frontier.meanReturn,
    ),
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
