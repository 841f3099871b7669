import {
  inverse,
  type LogDistribution,
  lognormal,
  type MonthlyGrowth,
  nodes,
  overGrowth,
  points,
  reach,
  type Sides,
} from './log-distribution.ts';
import { normalTail } from './normal-cdf.ts';
import { normalQuantile } from './normal-quantile.ts';

/**
 * Percentiles of a value with monthly contributions, by recursion of its whole distribution: with W the value before a
 * contribution, ln W' = ln(W + c) + ln G, so P(ln W' <= z) is the mean over G of P(ln W <= ln(e^(z - ln G) - c)). Nothing is
 * drawn and no shape is assumed. Against a grid three times as fine the error is below 1e-5 of the value for up to 20 %
 * volatility and thirty years, below 1e-4 for 40 %.
 *
 * @param growthOf a month's factor
 * @param contributionOf net contribution at the end of a month, from month 1
 * @param wanted months at which percentiles are wanted, growing
 * @param spreadOf mean and variance of ln W in a month, to lay the grid
 * @returns percentiles by wanted month from the second contribution on; null before, where the value is lognormal itself
 */
export function contributionPercentiles(
  startValue: number,
  growthOf: (month: number) => MonthlyGrowth,
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
    const growth = growthOf(month);
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

/** ln(W + c) at a normal quantile of W. */
const logAfter = (before: LogDistribution, quantile: number, contribution: number): number =>
  Math.log(Math.exp(inverse(before, quantile)) + contribution);

/** The mean over the value of P(ln G <= z - ln(W + c)). */
function overValue(before: LogDistribution, drift: number, deviation: number, contribution: number): Sides {
  const logs = Float64Array.from(nodes, ({ at }) => logAfter(before, at, contribution) + drift);
  return (z) => {
    let lower = 0;
    let upper = 0;
    for (let k = 0; k < logs.length; k++) {
      const q = (z - logs[k]!) / deviation;
      const { weight } = nodes[k]!;
      const tail = normalTail(Math.abs(q));
      lower += weight * (q > 0 ? 1 - tail : tail);
      upper += weight * (q > 0 ? tail : 1 - tail);
    }
    return [lower, upper];
  };
}
