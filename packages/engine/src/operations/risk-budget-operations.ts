import { sampleCovariance, toCorrelation } from '../estimation/covariance.ts';
import { geometricReturn, meanOf, present, simpleReturns } from '../estimation/returns.ts';
import { repairCovariance } from '../linear-algebra/covariance-repair.ts';
import { dot, filled, flatten, volatilityOf } from '../linear-algebra/matrix.ts';
import { hierarchicalRiskParity } from '../risk-budget/hierarchical-risk-parity.ts';
import { boundedRiskBudgetWeights, riskBudgetWeights, riskShares } from '../risk-budget/risk-budget.ts';
import {
  equalWeights,
  inverseVolatilityWeights,
  maximumDiversificationWeights,
} from '../risk-budget/simple-weights.ts';
import { names, readConstraints } from './frontier-operations.ts';
import { type Input, readAssets } from './input.ts';
import { readCorrelationMatrix, readCovarianceMatrix } from './read-covariance.ts';

/** Whether the variance of weights is what rounding leaves of its terms: assets that hedge each other wholly. */
function isNoise(covariance: Float64Array, weights: ArrayLike<number>): boolean {
  const n = weights.length;
  let [variance, size] = [0, 0];
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++) {
      const term = weights[i]! * covariance[i * n + j]! * weights[j]!;
      variance += term;
      size += Math.abs(term);
    }
  return variance <= 1e-15 * size;
}

/** Weights with the figures that explain them. */
function describe(covariance: Float64Array, weights: ArrayLike<number>) {
  const n = weights.length;
  const isRiskless = isNoise(covariance, weights);
  const volatility = isRiskless ? 0 : volatilityOf(covariance, weights, n);
  let average = 0;
  for (let i = 0; i < n; i++) average += weights[i]! * Math.sqrt(Math.max(0, covariance[i * n + i]!));
  return {
    weights: Array.from(weights),
    volatility,
    riskContributions: isRiskless ? filled(n, 0) : riskShares(covariance, weights),
    diversificationRatio: volatility > 0 ? average / volatility : null,
  };
}

/** Budgets of which nothing is left over or missing, to rounding. */
const sumTolerance = 1e-9;

/**
 * `riskBudget`: equal risk contribution by default, any budgets, optional bounds. Budgets are ratios: those that do not sum to 1 are
 * brought there, and the answer says what was aimed at and that it is not what was given.
 */
export function riskBudget(input: Input): unknown {
  const { covariance, lowerBounds, upperBounds } = readConstraints(input);
  const n = covariance.length;
  const flat = repairCovariance(flatten(covariance), n).matrix;
  const budgets = input.vectorOr(['budgets', 'riskBudgets', 'budget', 'rb', 'b'], n, filled(n, 1 / n));
  budgets.forEach((budget, i) => {
    if (!(budget > 0)) input.refuse('a risk budget must be positive', `budgets[${i}]`);
  });
  covariance.forEach((row, i) => {
    if (!(row[i]! > 0))
      input.refuse(`asset ${i} has no risk and cannot carry a budget`, `covariance[${i}][${i}]`);
  });
  const isBounded = input.has(names.lower) || input.has(names.upper);
  const weights = isBounded
    ? boundedRiskBudgetWeights(flat, budgets, lowerBounds, upperBounds)
    : riskBudgetWeights(flat, budgets);
  const sum = Array.from(budgets).reduce((total, budget) => total + budget, 0);
  return {
    ...describe(flat, weights),
    budgets: Array.from(budgets, (budget) => budget / sum),
    areBudgetsScaled: Math.abs(sum - 1) > sumTolerance,
  };
}

/** `maximumDiversification`, optional bounds and group rows. */
export function maximumDiversification(input: Input): unknown {
  const { covariance, lowerBounds, upperBounds, groups } = readConstraints(input);
  const flat = flatten(covariance);
  if (covariance.every((row, i) => !(row[i]! > 0))) input.refuse('no asset has any risk', 'covariance');
  return describe(flat, maximumDiversificationWeights(flat, lowerBounds, upperBounds, groups));
}

/** `inverseVolatility`. */
export function inverseVolatility(input: Input): unknown {
  const covariance = readCovarianceMatrix(input, ...names.covariance);
  const flat = flatten(covariance);
  return describe(flat, inverseVolatilityWeights(flat, covariance.length));
}

/** `equalWeight`. */
export function equalWeight(input: Input): unknown {
  const covariance = readCovarianceMatrix(input, ...names.covariance);
  return describe(flatten(covariance), equalWeights(covariance.length));
}

/** Series by asset from rows by date. */
export const transpose = <T>(rows: readonly (readonly T[])[]): T[][] =>
  (rows[0] ?? []).map((_, j) => rows.map((row) => row[j]!));

/** Return series by asset: `series` (by asset), `returns` or `prices` (one row per date); null = missing. */
export function readSeries(input: Input): (number | null)[][] {
  if (input.has('series')) return input.table('series', true);
  if (input.has('returns') && Array.isArray(input.raw('returns')))
    return transpose(input.table('returns', true));
  return transpose(input.table('prices', true)).map((prices) => simpleReturns(prices));
}

/** `hierarchicalRiskParity` from a covariance (and correlation) or from prices or returns with gaps. */
export function hierarchicalRiskParityOperation(input: Input): unknown {
  if (input.has(names.covariance)) {
    const covariance = readCovarianceMatrix(input, ...names.covariance);
    const correlation = input.has('correlation')
      ? readCorrelationMatrix(input, covariance.length)
      : toCorrelation(covariance);
    const { weights, order } = hierarchicalRiskParity(covariance, correlation);
    return { ...describe(flatten(covariance), weights), order };
  }
  const series = readSeries(input);
  const periodsPerYear = input.numberOr(['periodsPerYear', 'frequency'], 252, { min: 1, max: 400 });
  const riskFreeRate = input.numberOr(names.riskFree, 0);
  const { covariance, correlation } = sampleCovariance(series, periodsPerYear);
  const { weights, order } = hierarchicalRiskParity(covariance, correlation);
  const means = series.map((values) => meanOf(present(values)) * periodsPerYear);
  const flat = flatten(covariance);
  const expectedReturn = dot(means, weights);
  const volatility = volatilityOf(flat, weights, weights.length);
  const assets = input.has('assets') ? readAssets(input, weights.length) : null;
  return {
    ...describe(flat, weights),
    order,
    expectedReturn,
    geometricReturns: series.map((values) => geometricReturn(present(values), periodsPerYear)),
    sharpe: volatility > 0 ? (expectedReturn - riskFreeRate) / volatility : null,
    ...(assets
      ? { weightsByAsset: Object.fromEntries(assets.map((asset, i) => [asset, weights[i] ?? 0])) }
      : {}),
  };
}
