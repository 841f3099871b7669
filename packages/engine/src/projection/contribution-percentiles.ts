import { normalCdf } from './normal-cdf.ts';
import { normalQuantile } from './normal-quantile.ts';

/** Points of the grid and its half width in standard deviations. */
const points = 129;
const reach = 6.5;
/** Step and reach of the trapezoid rule over the month's return, in standard deviations; exact to rounding for a bell. */
const nodeStep = 0.7;
const nodeCount = 19;

/** A distribution of ln W on an even grid, as the normal quantile of its distribution function: nearly a straight line. */
interface LogDistribution {
  readonly from: number;
  readonly step: number;
  readonly quantile: Float64Array;
}

/** What is paid in and how a month's growth is distributed: ln G normal with `drift` and `deviation`. */
export interface MonthlyGrowth {
  readonly drift: number;
  readonly deviation: number;
}

/**
 * Percentiles of a value with monthly contributions, by recursion of its whole distribution: with W the value before a
 * contribution, ln W' = ln(W + c) + ln G, so P(ln W' <= z) is the mean over G of P(ln W <= ln(e^(z - ln G) - c)). Nothing is
 * drawn and no shape is assumed. Against a grid three times as fine the error is below 1e-5 of the value for up to 20 %
 * volatility and thirty years, below 1e-4 for 40 %.
 *
 * @param contributionOf net contribution at the end of a month, from month 1
 * @param wanted months at which percentiles are wanted, growing
 * @param spreadOf mean and variance of ln W in a month, to lay the grid
 * @returns percentiles by wanted month from the second contribution on; null before, where the value is lognormal itself
 */
export function contributionPercentiles(
  startValue: number,
  growth: MonthlyGrowth,
  contributionOf: (month: number) => number,
  wanted: readonly number[],
  percentiles: readonly number[],
  spreadOf: (month: number) => { readonly mean: number; readonly variance: number },
): (number[] | null)[] {
  const results: (number[] | null)[] = wanted.map(() => null);
  let before: LogDistribution | null = null;
  let at = 0;
  let invested = startValue;
  const last = wanted.at(-1) ?? 0;
  for (let month = 1; month <= last; month++) {
    // The first month in which there is anything at all grows it by one lognormal factor.
    const { mean, variance } = spreadOf(month);
    before =
      before === null
        ? invested > 0
          ? lognormal(Math.log(invested) + growth.drift, growth.deviation)
          : null
        : next(before, growth, contributionOf(month - 1), mean, variance);
    if (before === null) invested += contributionOf(month);
    while ((wanted[at] ?? Number.POSITIVE_INFINITY) < month) at += 1;
    if (wanted[at] !== month || before === null) continue;
    const own = before;
    results[at] = percentiles.map((p) => Math.exp(inverse(own, normalQuantile(p))) + contributionOf(month));
  }
  return results;
}

/** ln W normal: the quantile is a straight line. */
function lognormal(center: number, deviation: number): LogDistribution {
  const from = center - reach * deviation;
  const step = (2 * reach * deviation) / (points - 1);
  return {
    from,
    step,
    quantile: Float64Array.from({ length: points }, (_, k) => -reach + (2 * reach * k) / (points - 1)),
  };
}

function next(
  before: LogDistribution,
  { drift, deviation }: MonthlyGrowth,
  contribution: number,
  mean: number,
  variance: number,
): LogDistribution {
  const width = Math.sqrt(variance);
  const from = mean - reach * width;
  const step = (2 * reach * width) / (points - 1);
  // Over the wider of the two factors: the other one is then smooth between its nodes.
  const spread = logAfter(before, 1, contribution) - logAfter(before, -1, contribution);
  const sides =
    spread < 2 * deviation
      ? overValue(before, drift, deviation, contribution)
      : overGrowth(before, drift, deviation, contribution);
  const quantile = Float64Array.from({ length: points }, (_, k) => {
    const [lower, upper] = sides(from + step * k);
    // The smaller side keeps its digits.
    return lower < upper ? normalQuantile(Math.max(lower, 1e-300)) : -normalQuantile(Math.max(upper, 1e-300));
  });
  return { from, step, quantile };
}

/** P(ln W' <= z) and P(ln W' > z). */
type Sides = (z: number) => readonly [number, number];

/** ln(W + c) at a normal quantile of W. */
const logAfter = (before: LogDistribution, quantile: number, contribution: number): number =>
  Math.log(Math.exp(inverse(before, quantile)) + contribution);

/** The mean over the month's growth of P(ln W <= ln(e^(z - ln G) - c)). */
function overGrowth(before: LogDistribution, drift: number, deviation: number, contribution: number): Sides {
  return (z) => {
    let lower = 0;
    let upper = 0;
    for (const { at, weight } of nodes) {
      const value = Math.exp(z - drift - deviation * at) - contribution;
      const q = value > 0 ? quantileAt(before, Math.log(value)) : Number.NEGATIVE_INFINITY;
      lower += weight * normalCdf(q);
      upper += weight * normalCdf(-q);
    }
    return [lower, upper];
  };
}

/** The mean over the value of P(ln G <= z - ln(W + c)). */
function overValue(before: LogDistribution, drift: number, deviation: number, contribution: number): Sides {
  const starts = nodes.map(({ at, weight }) => ({ log: logAfter(before, at, contribution) + drift, weight }));
  return (z) => {
    let lower = 0;
    let upper = 0;
    for (const { log, weight } of starts) {
      const q = (z - log) / deviation;
      lower += weight * normalCdf(q);
      upper += weight * normalCdf(-q);
    }
    return [lower, upper];
  };
}

/** Nodes of the trapezoid rule with weights of the bell, summing to 1. */
const nodes = (() => {
  const at = Array.from({ length: nodeCount }, (_, k) => nodeStep * (k - (nodeCount - 1) / 2));
  const weights = at.map((x) => Math.exp((-x * x) / 2));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return at.map((x, k) => ({ at: x, weight: weights[k]! / sum }));
})();

/** The quantile at z: cubic between four neighbours, straight on beyond the ends. */
function quantileAt({ from, step, quantile }: LogDistribution, z: number): number {
  const position = (z - from) / step;
  if (position <= 0) return quantile[0]! + position * (quantile[1]! - quantile[0]!);
  const top = points - 1;
  if (position >= top) return quantile[top]! + (position - top) * (quantile[top]! - quantile[top - 1]!);
  const k = Math.min(points - 3, Math.max(1, Math.floor(position)));
  const t = position - k;
  const [a, b, c, d] = [quantile[k - 1]!, quantile[k]!, quantile[k + 1]!, quantile[k + 2]!];
  return (
    (-a * t * (t - 1) * (t - 2)) / 6 +
    (b * (t + 1) * (t - 1) * (t - 2)) / 2 -
    (c * (t + 1) * t * (t - 2)) / 2 +
    (d * (t + 1) * t * (t - 1)) / 6
  );
}

/** The z of a quantile by bisection; the quantile grows with z. */
function inverse(distribution: LogDistribution, wanted: number): number {
  const width = distribution.step * (points - 1);
  let low = distribution.from - 3 * width;
  let high = distribution.from + 4 * width;
  for (let k = 0; k < 60; k++) {
    const middle = low + (high - low) / 2;
    if (quantileAt(distribution, middle) < wanted) low = middle;
    else high = middle;
  }
  return low + (high - low) / 2;
}
