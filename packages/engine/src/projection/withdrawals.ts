import {
  inverse,
  type LogDistribution,
  lognormal,
  type MonthlyGrowth,
  overGrowth,
  points,
  quantileAt,
  reach,
} from './log-distribution.ts';
import { normalCdf } from './normal-cdf.ts';
import { normalQuantile } from './normal-quantile.ts';

/** A depot that pays out, at the end of a month and after its payment. Money in euros. */
export interface WithdrawalMonth {
  /** Expected value. */
  readonly mean: number;
  /** Expected sum of what was paid out so far; a depot pays out no more than it holds. */
  readonly paidOut: number;
  /** Probability that nothing is left. */
  readonly emptyShare: number;
  /** Value that is not exceeded with the given probability; 0 where the depot is empty then. */
  readonly percentile: (p: number) => number;
}

/** A month in which the depot is empty for certain. */
const empty = (paidOut: number): WithdrawalMonth => ({
  mean: 0,
  paidOut,
  emptyShare: 1,
  percentile: () => 0,
});

/** Month by month, without end, what a depot is worth that pays out `withdrawalOf(month)` at the end of every month. */
export function* withdrawalMonths(
  startValue: number,
  growth: MonthlyGrowth,
  withdrawalOf: (month: number) => number,
): Generator<WithdrawalMonth, never> {
  let paidOut = 0;
  if (startValue > 0) {
    // Growth without spread leaves no distribution to carry on.
    const months =
      growth.deviation < 1e-6
        ? certainMonths(startValue, growth, withdrawalOf)
        : carriedMonths(startValue, growth, withdrawalOf);
    for (const month of months) {
      paidOut = month.paidOut;
      yield month;
    }
  }
  for (;;) yield empty(paidOut);
}

function* certainMonths(
  startValue: number,
  { drift }: MonthlyGrowth,
  withdrawalOf: (month: number) => number,
): Generator<WithdrawalMonth> {
  let paidOut = 0;
  for (let month = 1, value = startValue; value > 0; month++) {
    const grown = value * Math.exp(drift);
    const left = grown - withdrawalOf(month);
    // What rounding leaves of the last payment is nothing.
    value = left > 1e-9 * grown ? left : 0;
    paidOut += grown - value;
    const now = value;
    yield { mean: now, paidOut, emptyShare: now > 0 ? 0 : 1, percentile: () => now };
  }
}

/**
 * Recursion of the whole distribution: with W the value before a payment c, P(W' > w) is the mean over the month's growth G
 * of P(W > w/G + c). Only values above c are ever asked of W, so the grid begins there and what lies below is a depot that
 * ran empty. The mean is exact where nothing runs empty; else the payments that fail, the integral of P(W <= w) from 0 to c,
 * are added to it.
 */
function* carriedMonths(
  startValue: number,
  growth: MonthlyGrowth,
  withdrawalOf: (month: number) => number,
): Generator<WithdrawalMonth> {
  const factor = Math.exp(growth.drift + growth.deviation ** 2 / 2);
  let distribution = lognormal(Math.log(startValue) + growth.drift, growth.deviation);
  const first = distribution;
  let below = (z: number) => normalCdf(quantileAt(first, z));
  let [mean, paidOut, emptyShare] = [startValue, 0, 0];
  for (let month = 1; ; month++) {
    const payment = withdrawalOf(month);
    const emptyBefore = emptyShare;
    emptyShare = Math.max(emptyBefore, below(Math.log(payment)));
    const failed = emptyShare > 1e-14 ? failedOf(distribution, below, payment, emptyBefore) : 0;
    mean = Math.max(0, mean * factor - payment + failed);
    paidOut += payment - failed;
    const [own, share] = [distribution, emptyShare];
    const percentile = (p: number) =>
      p <= share ? 0 : Math.max(0, Math.exp(inverse(own, normalQuantile(p))) - payment);
    yield { mean, paidOut, emptyShare, percentile };
    const sides = overGrowth(distribution, growth.drift, growth.deviation, -payment);
    const top = distribution.from + distribution.step * (points - 1) + growth.drift + 7 * growth.deviation;
    const next = gridOf(sides, Math.log(withdrawalOf(month + 1)), top, growth.deviation);
    // Hardly one depot in ten billion holds more than the next payment: what there is is the last one.
    if (next === null) {
      yield empty(paidOut + mean * factor);
      return;
    }
    distribution = next;
    below = (z) => sides(z)[0];
  }
}

/**
 * What of a payment is not there to be paid: the integral of P(W <= w) from 0, where it is `atZero`, to the payment. Where
 * the distribution has ended the probability is 1, and where it has not begun it stays as at 0: a rule over all of a
 * payment many times the value would hardly see what lies between.
 */
function failedOf(
  { from, step, quantile }: LogDistribution,
  below: (z: number) => number,
  payment: number,
  atZero: number,
): number {
  const end = Math.min(payment, Math.exp(from + step * (points - 1)));
  const start = quantile[0]! <= 1e-9 - reach ? Math.min(end, Math.exp(from)) : 0;
  return atZero * start + integral(below, start, end, atZero) + (payment - end);
}

/** Composite Simpson rule for the integral of a distribution function of ln w over w. */
function integral(below: (z: number) => number, start: number, end: number, atStart: number): number {
  const intervals = 48;
  const width = end - start;
  let sum = atStart + below(Math.log(end));
  for (let k = 1; k < intervals; k++)
    sum += (k % 2 === 1 ? 4 : 2) * below(Math.log(start + (width * k) / intervals));
  return (sum * width) / (3 * intervals);
}

/**
 * The distribution on a grid from `bottom`, or from where it begins if that is higher, to where it ends; null if nothing
 * of it lies above `bottom`.
 */
function gridOf(
  sides: (z: number) => readonly [number, number],
  bottom: number,
  top: number,
  deviation: number,
): LogDistribution | null {
  const quantile = (z: number) => {
    const [lower, upper] = sides(z);
    // The smaller side keeps its digits.
    return lower < upper ? normalQuantile(Math.max(lower, 1e-300)) : -normalQuantile(Math.max(upper, 1e-300));
  };
  if (bottom >= top || quantile(bottom) > reach) return null;
  const where = (wanted: number) => {
    let [low, high] = [bottom, top];
    while (high - low > deviation / 10) {
      const middle = (low + high) / 2;
      if (quantile(middle) < wanted) low = middle;
      else high = middle;
    }
    return (low + high) / 2;
  };
  const from = quantile(bottom) >= -reach ? bottom : where(-reach);
  const step = (where(reach) - from) / (points - 1);
  return { from, step, quantile: Float64Array.from({ length: points }, (_, k) => quantile(from + step * k)) };
}
