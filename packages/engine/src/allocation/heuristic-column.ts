import { EngineError } from '../engine-error.ts';
import { findRoot } from '../figures/find-root.ts';
import { solveAtLambda } from '../frontier/dual-active-set.ts';
import { prepareProblem } from '../frontier/problem.ts';
import { filled } from '../linear-algebra/matrix.ts';
import { riskBandStatus } from '../risk-band.ts';
import { riskBudgetWeights } from '../risk-budget/risk-budget.ts';
import {
  equalWeights,
  inverseVolatilityWeights,
  maximumDiversificationWeights,
} from '../risk-budget/simple-weights.ts';
import { isEquity } from './allocation-input.ts';
import { type ColumnProblem, measureOf } from './column-problem.ts';

/**
 * RISK_PARITY, EQUAL_WEIGHT, INVERSE_VOL and MAX_DIVERSIFICATION: weights x over the groups in play, mixed with the
 * money market, w = theta x + (1 - theta) cash, so that the measure hits the target. If even x is too tame, equity
 * groups are favoured by 1 + c with c growing until the band is met (engine.md section 8).
 */
export function heuristicColumn(problem: ColumnProblem): Float64Array {
  const { input, band, class: riskClass, covariance, upper } = problem;
  const open = input.groups.flatMap((group, i) => (upper[i]! > 0 && !group.isMoneyMarket ? [i] : []));
  const cash = input.groups.findIndex((group, i) => group.isMoneyMarket && upper[i]! > 0);
  if (open.length === 0)
    throw new EngineError('INPUT_INVALID', 'no group besides the money market may be used', 'groups');
  const measure = (weights: ArrayLike<number>) => measureOf(input.groups, covariance, input.measure, weights);
  const projected = projection(problem);
  const mixed = (x: Float64Array, theta: number) => {
    const weights = x.map((value) => value * theta);
    if (cash >= 0) weights[cash]! += 1 - theta;
    return projected(weights);
  };
  const base = baseWeights(problem, open, 0);
  const pure = projected(base);
  let weights = pure;
  if (measure(pure) > riskClass.target && cash >= 0) {
    weights = solveParameter((theta) => mixed(base, theta), measure, riskClass.target, 0, 1);
  } else if (measure(pure) < band.low) {
    const aim = Math.min(riskClass.target, band.low + 0.1 * (band.high - band.low));
    // c = t / (1 - t) runs from 0 to very large while t runs from 0 to 1.
    weights = solveParameter(
      (t) => projected(baseWeights(problem, open, t / (1 - t))),
      measure,
      aim,
      0,
      1 - 1e-6,
    );
  }
  const reached = measure(weights);
  if (riskBandStatus(reached, band).status !== 'in') {
    throw new EngineError(
      'ALLOC_INFEASIBLE',
      `class ${riskClass.id} needs ${band.low} to ${band.high}, the nearest of this type is ${reached.toFixed(2)}`,
      `classes.${riskClass.id}`,
      { riskClass: riskClass.id, low: reached, high: reached, nearest: reached },
    );
  }
  return weights;
}

/** The weights at the parameter whose measure hits the aim; at the end of the range if the aim lies beyond it. */
function solveParameter(
  weightsAt: (parameter: number) => Float64Array,
  measure: (weights: Float64Array) => number,
  aim: number,
  from: number,
  to: number,
): Float64Array {
  const end = weightsAt(to);
  if (measure(end) <= aim) return end;
  const start = weightsAt(from);
  if (measure(start) >= aim) return start;
  // A hundred-thousandth of a percentage point is far below the 0.01 that bands are compared at.
  return weightsAt(findRoot((parameter) => measure(weightsAt(parameter)) - aim, from, to, 1e-7));
}

/** x over the open groups with equity favoured by 1 + c, spread over all groups. */
function baseWeights(problem: ColumnProblem, open: readonly number[], c: number): Float64Array {
  const { input, covariance } = problem;
  const n = input.groups.length;
  const m = open.length;
  const sub = new Float64Array(m * m);
  open.forEach((i, a) => {
    open.forEach((j, b) => {
      sub[a * m + b] = covariance[i * n + j]!;
    });
  });
  const tilt = open.map((i) => (isEquity(input.groups[i]!) ? 1 + c : 1));
  let x: ArrayLike<number>;
  if (input.type === 'RISK_PARITY') x = riskBudgetWeights(sub, tilt);
  else {
    const plain =
      input.type === 'EQUAL_WEIGHT'
        ? equalWeights(m)
        : input.type === 'INVERSE_VOL'
          ? inverseVolatilityWeights(sub, m)
          : maximumDiversificationWeights(sub, filled(m, 0), filled(m, 1), [], tilt);
    // Maximum diversification is tilted through its "returns": a weight of zero would stay zero.
    const tilted = input.type === 'MAX_DIVERSIFICATION' ? plain : plain.map((value, k) => value * tilt[k]!);
    const sum = tilted.reduce((total, value) => total + value, 0);
    x = tilted.map((value) => value / sum);
  }
  const all = new Float64Array(n);
  open.forEach((i, k) => {
    all[i] = x[k]!;
  });
  return all;
}

/** The nearest weights (least squares) that keep budget, bounds and rows; the same weights if they already do. */
function projection(problem: ColumnProblem): (weights: Float64Array) => Float64Array {
  const { input, lower, upper } = problem;
  const n = input.groups.length;
  const identity = Array.from({ length: n }, (_, i) =>
    Array.from({ length: n }, (__, j) => (i === j ? 1 : 0)),
  );
  const base = prepareProblem({
    expectedReturns: input.groups.map((_, i) => i),
    covariance: identity,
    lowerBounds: Array.from(lower),
    upperBounds: Array.from(upper),
    groups: input.rows,
  });
  const isKept = (weights: Float64Array) =>
    weights.every((value, i) => value >= lower[i]! - 1e-12 && value <= upper[i]! + 1e-12) &&
    input.rows.every((row) => {
      const value = row.weights.reduce((sum, coefficient, i) => sum + coefficient * weights[i]!, 0);
      return value >= row.lower - 1e-12 && value <= row.upper + 1e-12;
    });
  return (weights) => (isKept(weights) ? weights : solveAtLambda({ ...base, returns: weights }, 1).weights);
}
