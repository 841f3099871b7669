import { EngineError } from '../engine-error.ts';
import type { FrontierPoint } from '../frontier/efficient-frontier.ts';
import type { FrontierInput, GroupRow } from '../frontier/problem.ts';
import { atMaximumSharpe, atVolatility } from '../frontier/read-off.ts';
import type { TraceOptions } from '../frontier/trace-frontier.ts';
import { checkOptimality, type OptimalityCheck } from '../optimality/kkt-residual.ts';
import { riskBandStatus } from '../risk-band.ts';
import {
  type ColumnFrontier,
  type ColumnMemory,
  type ColumnProblem,
  columnFrontier,
  equityRow,
  measureOf,
  volatilityOfMeasure,
} from './column-problem.ts';
import { heuristicColumn } from './heuristic-column.ts';

/** Weights of a column before cleaning and rounding. */
export function solveColumn(problem: ColumnProblem): Float64Array {
  const { type, measure } = problem.input;
  if (
    type === 'MAX_RETURN' ||
    type === 'BLACK_LITTERMAN' ||
    type === 'MIN_VARIANCE' ||
    type === 'MAX_SHARPE'
  ) {
    return measure === 'EQUITY_QUOTA' ? byEquityQuota(problem) : byVolatility(problem);
  }
  return heuristicColumn(problem);
}

/** Refusal with the range of the measure that is reachable at all. */
export function infeasible(problem: ColumnProblem, low: number, high: number): EngineError {
  const { class: riskClass, band } = problem;
  const range = `${low.toFixed(2)} to ${high.toFixed(2)}`;
  return new EngineError(
    'ALLOC_INFEASIBLE',
    `class ${riskClass.id} needs ${band.low} to ${band.high}, reachable is ${range} (percentage points)`,
    `classes.${riskClass.id}`,
    { riskClass: riskClass.id, low, high, nearest: riskClass.target < low ? low : high },
  );
}

/** MAX_RETURN at sigma = t, MIN_VARIANCE at the lowest sigma in the band, MAX_SHARPE at the tangency clamped into it. */
function byVolatility(problem: ColumnProblem): Float64Array {
  const { input, band, class: riskClass, memory } = problem;
  const low = volatilityOfMeasure(input.measure, band.low);
  const high = volatilityOfMeasure(input.measure, band.high);
  const { point, expand } =
    input.type === 'MAX_SHARPE'
      ? sharpestBetween(problem, low, high)
      : pointAt(
          problem,
          volatilityOfMeasure(input.measure, input.type === 'MIN_VARIANCE' ? band.low : riskClass.target),
        );
  const weights = expand(point.weights);
  const value = measureOf(input.groups, problem.covariance, input.measure, weights);
  if (riskBandStatus(value, band).status !== 'in') {
    const all = wholeFrontier(problem);
    const ends = [all.frontier.corners[0]!, all.frontier.corners.at(-1)!].map((corner) =>
      measureOf(input.groups, problem.covariance, input.measure, all.expand(corner.weights)),
    );
    throw infeasible(problem, ends[0]!, ends[1]!);
  }
  memory.lambda = point.lambda;
  return weights;
}

/** A frontier point and the way back to all groups. */
interface FoundPoint {
  readonly point: FrontierPoint;
  readonly expand: ColumnFrontier['expand'];
}

function pointAt(problem: ColumnProblem, wanted: number): FoundPoint {
  const { frontier, expand } =
    problem.memory.lambda === 0 ? wholeFrontier(problem) : nearFrontier(problem, wanted);
  return { point: atVolatility(frontier, wanted), expand };
}

/**
 * The best Sharpe ratio between two volatilities. Along the frontier the ratio grows as long as lambda is below
 * variance / excess return and falls from there on, so an end of the band shows whether the best lies beyond it.
 */
function sharpestBetween(problem: ColumnProblem, low: number, high: number): FoundPoint {
  const { memory, input } = problem;
  const grows = ({ lambda, volatility, expectedReturn }: FrontierPoint) =>
    lambda * (expectedReturn - input.riskFreeRate) < volatility * volatility;
  if (memory.lambda === 0) {
    const { frontier, expand } = wholeFrontier(problem);
    const tangency = atMaximumSharpe(frontier, input.riskFreeRate).volatility;
    return { point: atVolatility(frontier, Math.min(high, Math.max(low, tangency))), expand };
  }
  const top = pointAt(problem, high);
  if (grows(top.point)) return top;
  const bottom = pointAt(problem, low);
  if (!grows(bottom.point)) return bottom;
  const options = { fromLambda: 0.9 * bottom.point.lambda, untilVariance: high * high };
  const { frontier, expand } = columnFrontier(problem, [], options);
  return { point: atMaximumSharpe(frontier, input.riskFreeRate), expand };
}

/** The whole frontier; before any cleaning it is shared by all columns. */
function wholeFrontier(problem: ColumnProblem): ColumnFrontier {
  const { memory, lower, upper, input } = problem;
  const isUntouched = input.groups.every((group, i) => lower[i] === group.lower && upper[i] === group.upper);
  if (!isUntouched) return columnFrontier(problem);
  memory.whole ??= columnFrontier(problem);
  return memory.whole;
}

/** The part of a cleaned column's frontier around the wanted volatility, beginning a little below the last lambda. */
function nearFrontier(problem: ColumnProblem, wanted: number): ColumnFrontier {
  const untilVariance = wanted * wanted;
  const near = columnFrontier(problem, [], { fromLambda: 0.6 * problem.memory.lambda, untilVariance });
  return near.frontier.corners[0]!.variance <= untilVariance
    ? near
    : columnFrontier(problem, [], { untilVariance });
}

/** The quota as an extra row: exactly t for MAX_RETURN (else the band), the band for the other two. */
function byEquityQuota(problem: ColumnProblem): Float64Array {
  const { input, band, class: riskClass } = problem;
  const solve = (low: number, high: number) => {
    const row = equityRow(input.groups, low, high);
    if (input.type !== 'MIN_VARIANCE') return sharpestUnder(problem, row);
    // The trace may end as soon as it has begun: minimum variance is its first corner.
    const { frontier, expand } = columnFrontier(problem, [row], { untilVariance: 0 });
    return expand(frontier.corners[0]!.weights);
  };
  const orNothing = (low: number, high: number) => {
    try {
      return solve(low, high);
    } catch (error) {
      if (error instanceof EngineError && error.code === 'INFEASIBLE') return null;
      throw error;
    }
  };
  const isExact = input.type === 'MAX_RETURN' || input.type === 'BLACK_LITTERMAN';
  const weights =
    (isExact ? orNothing(riskClass.target, riskClass.target) : null) ??
    orNothing(band.low, Math.min(100, band.high));
  if (weights) return weights;
  const [low, high] = quotaRange(problem);
  throw infeasible(problem, low, high);
}

/**
 * The maximum-Sharpe point under a quota row. It lies near that of the last cleaning, or of the class before at the ratio of
 * the quotas, so only the part of the frontier around it is traced; the ratio has one peak, so a peak inside that part is
 * the peak of the whole.
 */
function sharpestUnder(problem: ColumnProblem, row: GroupRow): Float64Array {
  const { memory, input, class: riskClass } = problem;
  const find = (options: TraceOptions) => {
    const { frontier, expand } = columnFrontier(problem, [row], options);
    const best = atMaximumSharpe(frontier, input.riskFreeRate);
    const isInside =
      best.lambda > frontier.corners[0]!.lambda && best.lambda < frontier.corners.at(-1)!.lambda;
    return { best, isInside, expand };
  };
  const isFirst = memory.variance === 0;
  const part = isFirst
    ? partNear(memory, riskClass.target)
    : { fromLambda: 0.7 * memory.lambda, untilVariance: 1.1 * memory.variance };
  let found = part ? find(part) : null;
  if (!found?.isInside) found = find({});
  memory.lambda = found.best.lambda;
  memory.variance = found.best.volatility * found.best.volatility;
  if (isFirst)
    memory.sharpest = { lambda: memory.lambda, variance: memory.variance, target: riskClass.target };
  return found.expand(found.best.weights);
}

/** The part of the frontier where the point of a target should lie, from that of another target. */
function partNear({ sharpest }: ColumnMemory, target: number): TraceOptions | null {
  const ratio = sharpest && sharpest.target > 0 ? target / sharpest.target : 0;
  if (!sharpest || !(ratio > 0)) return null;
  return {
    fromLambda: 0.75 * ratio * sharpest.lambda,
    untilVariance: 1.15 * ratio * ratio * sharpest.variance,
  };
}

/** Lowest and highest equity quota the constraints allow: the ends of a frontier whose "return" is the quota. */
function quotaRange(problem: ColumnProblem): [number, number] {
  const end = (sign: number) => {
    const groups = problem.input.groups.map((group) => ({
      ...group,
      expectedReturn: sign * group.equityQuota,
    }));
    const { frontier, expand } = columnFrontier({ ...problem, input: { ...problem.input, groups } });
    return measureOf(
      problem.input.groups,
      problem.covariance,
      'EQUITY_QUOTA',
      expand(frontier.corners.at(-1)!.weights),
    );
  };
  return [end(-1), end(1)];
}

/**
 * The optimality conditions of a solved column under the bounds its cleaning left, at the lambda it was solved for; null
 * for the heuristic types, which optimise nothing of this kind.
 */
export function columnOptimality(problem: ColumnProblem, weights: Float64Array): OptimalityCheck | null {
  const { input, lower, upper, band, class: riskClass, memory } = problem;
  const isExact = input.type === 'MAX_RETURN' || input.type === 'BLACK_LITTERMAN';
  if (!isExact && input.type !== 'MIN_VARIANCE' && input.type !== 'MAX_SHARPE') return null;
  const rows = [...input.rows];
  if (input.measure === 'EQUITY_QUOTA') {
    const quota = measureOf(input.groups, problem.covariance, 'EQUITY_QUOTA', weights);
    const isHit = isExact && Math.abs(quota - riskClass.target) < 1e-7;
    const [low, high] = isHit ? [riskClass.target, riskClass.target] : [band.low, Math.min(100, band.high)];
    rows.push(equityRow(input.groups, low, high));
  }
  const asked: FrontierInput = {
    expectedReturns: input.groups.map((group) => group.expectedReturn),
    covariance: input.covariance,
    lowerBounds: Array.from(lower),
    upperBounds: Array.from(upper),
    groups: rows,
  };
  return checkOptimality(asked, weights, memory.lambda);
}
