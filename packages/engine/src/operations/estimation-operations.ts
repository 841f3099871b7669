import { blackLitterman, type Views } from '../estimation/black-litterman.ts';
import { fromCorrelation, sampleCovariance, toCorrelation } from '../estimation/covariance.ts';
import {
  equilibriumReturns,
  impliedRiskAversion,
  jamesSteinReturns,
  riskAversionOfMix,
} from '../estimation/expected-returns.ts';
import { shrinkCovariance } from '../estimation/ledoit-wolf.ts';
import {
  completeHistory,
  geometricReturn,
  logReturns,
  meanOf,
  present,
  simpleReturns,
  smoothingOf,
  unsmoothReturns,
} from '../estimation/returns.ts';
import { repairCovariance } from '../linear-algebra/covariance-repair.ts';
import { flatten, toRows } from '../linear-algebra/matrix.ts';
import { names } from './frontier-operations.ts';
import { checkNumber, type Input, readAssets } from './input.ts';
import { readCorrelationMatrix, readCovarianceMatrix } from './read-covariance.ts';
import { transpose } from './risk-budget-operations.ts';

const periods = ['periodsPerYear', 'frequency'];

/** `returnKind` simple or log; a describing text in `returns` counts by whether it names log returns. */
function isLogarithmic(input: Input): boolean {
  const text = input.raw('returns');
  if (!input.has(['returnKind', 'kind']) && typeof text === 'string') return /\blog\b/i.test(text);
  return input.choiceOr(['returnKind', 'kind'], ['simple', 'log'], 'simple') === 'log';
}

function readReturnSeries(input: Input): (number | null)[][] {
  if (input.has('series')) return input.table('series', true);
  if (input.has('returns') && Array.isArray(input.raw('returns')))
    return transpose(input.table('returns', true));
  const change = isLogarithmic(input) ? logReturns : simpleReturns;
  const series = transpose(input.table('prices', true));
  series.forEach((prices, i) => {
    // A series of short positions is negative throughout and has returns all the same (a published case does it).
    const sign = present(prices).every((price) => price < 0) ? -1 : 1;
    const wrong = prices.findIndex((price) => price !== null && !(sign * price > 0));
    if (wrong >= 0) input.refuse('a price must be positive', `prices[${wrong}][${i}]`);
  });
  return series.map((prices) => change(prices));
}

/**
 * `covariance`: sample (pairwise over gaps, default) or Ledoit-Wolf with target constantCorrelation or
 * scaledIdentity; means and volatilities beside it.
 */
export function covariance(input: Input): unknown {
  const series = readReturnSeries(input);
  const periodsPerYear = input.numberOr(periods, 1, { min: 1, max: 400 });
  const shortest = Math.min(...series.map((values) => present(values).length));
  if (shortest < 2) input.refuse('every asset needs at least two returns', 'series');
  const target = input.choiceOr('target', ['none', 'constantCorrelation', 'scaledIdentity'], 'none');
  const method = input.choiceOr(
    'method',
    ['sample', 'ledoitWolf'],
    target === 'none' ? 'sample' : 'ledoitWolf',
  );
  const means = {
    meanArithmetic: series.map((values) => meanOf(present(values)) * periodsPerYear),
    meanGeometric: series.map((values) => geometricReturn(present(values), periodsPerYear)),
    observations: series.map((values) => present(values).length),
  };
  if (method === 'ledoitWolf') {
    const complete = series.map((values) => present(values));
    if (complete.some((values, i) => values.length !== series[i]?.length)) {
      input.refuse('shrinkage needs series without gaps: complete them first', 'series');
    }
    const shrunk = shrinkCovariance(complete, target === 'scaledIdentity' ? target : 'constantCorrelation');
    const matrix = shrunk.covariance.map((row) => row.map((value) => value * periodsPerYear));
    return { covariance: matrix, correlation: toCorrelation(matrix), intensity: shrunk.intensity, ...means };
  }
  const divisor = input.choiceOr('divisor', ['sample', 'population'], 'sample');
  const sample = sampleCovariance(series, periodsPerYear, divisor);
  return { covariance: sample.covariance, correlation: sample.correlation, intensity: 0, ...means };
}

/** Values by the names in `assets`, where they are given. */
const byAsset = (input: Input, values: readonly number[]) =>
  input.has('assets')
    ? Object.fromEntries(readAssets(input, values.length).map((asset, i) => [asset, values[i] ?? null]))
    : null;

/** `expectedReturns`: historic (geometric and arithmetic), James-Stein or equilibrium. */
export function expectedReturns(input: Input): unknown {
  const method = input.choiceOr(
    'method',
    ['historic', 'jamesStein', 'equilibrium'],
    input.has(names.covariance) ? 'equilibrium' : 'historic',
  );
  if (method === 'equilibrium') return equilibrium(input);
  const series = readReturnSeries(input);
  const periodsPerYear = input.numberOr(periods, 1, { min: 1, max: 400 });
  series.forEach((values, i) => {
    if (present(values).length < 2) input.refuse('every asset needs at least two returns', `series[${i}]`);
  });
  const geometric = series.map((values) => geometricReturn(present(values), periodsPerYear));
  const arithmetic = series.map((values) => meanOf(present(values)) * periodsPerYear);
  if (method === 'historic') {
    const mean = byAsset(input, geometric);
    return { geometric, arithmetic, expectedReturns: geometric, ...(mean ? { mean } : {}) };
  }
  const { covariance: sample, observations } = sampleCovariance(series);
  const shrunk = jamesSteinReturns(
    series.map((values) => meanOf(present(values))),
    flatten(sample),
    observations,
  );
  return {
    expectedReturns: shrunk.expectedReturns.map((value) => value * periodsPerYear),
    intensity: shrunk.intensity,
    geometric,
    arithmetic,
  };
}

function readCovariance(input: Input): number[][] {
  if (input.has(names.covariance)) return readCovarianceMatrix(input, ...names.covariance);
  const correlation = readCorrelationMatrix(input);
  return fromCorrelation(correlation, input.vector(['volatilities', 'vol'], correlation.length, { min: 0 }));
}

/** Reference mix: weights, or market values by asset, normalised to 1. */
function readReference(input: Input, n: number): number[] {
  const values =
    input.has('marketCaps') && !Array.isArray(input.raw('marketCaps'))
      ? (() => {
          const caps = input.numberMap('marketCaps', { min: 0 });
          return readAssets(input, n).map(
            (asset) => caps.get(asset) ?? input.refuse(`${asset} has no market value`, 'marketCaps'),
          );
        })()
      : input.vector(['referenceWeights', 'marketWeights', 'marketCaps'], n);
  if (values.length !== n) input.refuse(`${n} market values are needed`, 'marketCaps');
  const sum = values.reduce((total, value) => total + value, 0);
  if (input.has('marketCaps')) {
    if (!(sum > 0)) input.refuse('the market values sum to nothing', 'marketCaps');
    return values.map((value) => value / sum);
  }
  // Printed weights are rounded; anything else is no mix, and its returns would be too large or too small.
  if (!(Math.abs(sum - 1) <= 0.005))
    input.refuse(`the reference weights sum to ${sum}, not 1`, 'referenceWeights');
  return values;
}

/** Risk aversion: given, from market prices or returns, or from the expected return of the reference mix. */
function readRiskAversion(
  input: Input,
  covarianceMatrix: Float64Array,
  reference: readonly number[],
  riskFreeRate: number,
): number {
  if (input.has(['riskAversion', 'delta'])) return input.number(['riskAversion', 'delta'], { min: 1e-9 });
  if (input.has(['marketPrices', 'marketReturns'])) {
    const periodsPerYear = input.numberOr(periods, 252, { min: 1, max: 400 });
    const returns = input.has('marketPrices')
      ? present(simpleReturns(input.numbers('marketPrices', { min: Number.MIN_VALUE })))
      : input.numbers('marketReturns');
    if (returns.length < 2) input.refuse('at least two market returns are needed', 'marketPrices');
    const mean = meanOf(returns);
    const variance =
      returns.reduce((sum, value) => sum + (value - mean) * (value - mean), 0) / (returns.length - 1);
    return impliedRiskAversion(mean * periodsPerYear, variance * periodsPerYear, riskFreeRate);
  }
  if (input.has('referenceReturn')) {
    return riskAversionOfMix(covarianceMatrix, reference, input.number('referenceReturn'), riskFreeRate);
  }
  return 2.5;
}

function equilibrium(input: Input) {
  const matrix = readCovariance(input);
  const n = matrix.length;
  const flat = flatten(matrix);
  const reference = readReference(input, n);
  const riskFreeRate = input.numberOr(names.riskFree, 0);
  const riskAversion = readRiskAversion(input, flat, reference, riskFreeRate);
  return { riskAversion, expectedReturns: equilibriumReturns(flat, reference, riskAversion, riskFreeRate) };
}

function readViews(input: Input, n: number): Views {
  const picks = input.table(['picks', 'P'], false).map((row) => row.map((value) => value ?? 0));
  if (picks[0]?.length !== n) input.refuse(`a view needs ${n} elements`, 'picks');
  const omega = Array.isArray(input.raw('omega')) ? readOmega(input, picks.length) : undefined;
  const confidences = input.vectorOr('confidences', picks.length, undefined, { min: 1e-6, max: 1 });
  return {
    picks,
    returns: input.vector(['returns', 'Q'], picks.length),
    ...(omega ? { omega } : {}),
    ...(confidences ? { confidences } : {}),
  };
}

/** Omega as a list of variances or as a diagonal matrix. */
function readOmega(input: Input, count: number): number[] {
  const raw = input.raw('omega');
  if (Array.isArray(raw) && Array.isArray(raw[0])) {
    const matrix = input.square('omega');
    if (matrix.length !== count) input.refuse(`omega has ${matrix.length} rows, expected ${count}`, 'omega');
    return matrix.map((row, j) => {
      const other = row.findIndex((value, k) => k !== j && value !== 0);
      if (other >= 0) input.refuse('only a diagonal omega is taken', `omega[${j}][${other}]`);
      return checkNumber(row[j], `${input.pathOf('omega')}[${j}][${j}]`, { min: 0 });
    });
  }
  return input.vector('omega', count, { min: 0 });
}

/** `blackLitterman`: equilibrium, posterior and the unconstrained portfolio; `runs` for several sets of views. */
export function blackLittermanOperation(input: Input): unknown {
  const matrix = readCovariance(input);
  const n = matrix.length;
  const flat = repairCovariance(flatten(matrix), n).matrix;
  const riskFreeRate = input.numberOr(names.riskFree, 0);
  const tau = input.numberOr('tau', 0.05, { min: 1e-9, max: 10 });
  const given = input.vectorOr(['prior', 'pi'], n, undefined);
  const reference =
    given && !input.has(['referenceWeights', 'marketWeights', 'marketCaps']) ? [] : readReference(input, n);
  const riskAversion = readRiskAversion(input, flat, reference, riskFreeRate);
  const prior = given ?? equilibriumReturns(flat, reference, riskAversion, riskFreeRate);
  const run = (views: Views) => {
    const posterior = blackLitterman(flat, prior, views, tau, riskAversion, riskFreeRate);
    return {
      posterior: posterior.expectedReturns,
      posteriorCovariance: toRows(posterior.covariance, n, n),
      weights: posterior.weights,
      omega: posterior.omega,
    };
  };
  const views = input.has('views') ? input.object('views') : input;
  const base = { riskAversion, equilibrium: prior, prior };
  if (input.has('runs'))
    return { ...base, runs: input.objects('runs', (element) => run(readViews(element, n))) };
  return views.has(['picks', 'P']) ? { ...base, ...run(readViews(views, n)) } : base;
}

/** `completeHistory`: a short history filled with the index of its peer group. */
export function completeHistoryOperation(input: Input): unknown {
  const own = input.observations('own');
  const index = input.numbers('index');
  if (own.length > index.length)
    input.refuse(`the index has ${index.length} values, the fund ${own.length}`, 'index');
  return completeHistory(own, index);
}

/** `unsmooth`: Geltner's correction of appraisal-based returns. */
export function unsmooth(input: Input): unknown {
  const returns = input.numbers('returns');
  const phi = input.numberOr('phi', smoothingOf(returns), { min: 0, max: 0.99 });
  return { phi, returns: unsmoothReturns(returns, phi) };
}
