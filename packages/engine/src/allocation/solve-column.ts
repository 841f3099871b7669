import { EngineError } from '../engine-error.ts';
import { atMaximumSharpe, atVolatility } from '../frontier/read-off.ts';
import { volatilityOf } from '../linear-algebra/matrix.ts';
import { riskBandStatus } from '../risk-band.ts';
import {
  type ColumnFrontier,
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
  let wanted = volatilityOfMeasure(
    input.measure,
    input.type === 'MIN_VARIANCE' ? band.low : riskClass.target,
  );
  const isFirst = memory.lambda === 0;
  const whole = isFirst || input.type === 'MAX_SHARPE' ? wholeFrontier(problem) : null;
  if (whole && input.type === 'MAX_SHARPE') {
    const tangency = atMaximumSharpe(whole.frontier, input.riskFreeRate).volatility;
    wanted = Math.min(high, Math.max(low, tangency));
  }
  const { frontier, expand } = whole ?? nearFrontier(problem, wanted);
  const point = atVolatility(frontier, wanted);
  memory.lambda = point.lambda;
  const weights = expand(point.weights);
  const value = measureOf(input.groups, problem.covariance, input.measure, weights);
  if (riskBandStatus(value, band).status !== 'in') {
    const all = wholeFrontier(problem);
    const ends = [all.frontier.corners[0]!, all.frontier.corners.at(-1)!].map((corner) =>
      measureOf(input.groups, problem.covariance, input.measure, all.expand(corner.weights)),
    );
    throw infeasible(problem, ends[0]!, ends[1]!);
  }
  return weights;
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
    const { frontier, expand } = columnFrontier(problem, [equityRow(input.groups, low, high)]);
    if (input.type === 'MIN_VARIANCE') return expand(frontier.corners[0]!.weights);
    return expand(atMaximumSharpe(frontier, input.riskFreeRate).weights);
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

/** Volatility of a column's weights. */
export const columnVolatility = (problem: ColumnProblem, weights: ArrayLike<number>): number =>
  volatilityOf(problem.covariance, weights, weights.length);
