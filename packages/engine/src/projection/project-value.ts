import { EngineError } from '../engine-error.ts';
import { inCents } from '../rounding/in-cents.ts';
import { stable } from '../rounding/stable.ts';
import { contributionPercentiles } from './contribution-percentiles.ts';
import { drawnPoints } from './drawn-points.ts';
import type { MonthlyGrowth } from './log-distribution.ts';
import { normalQuantile } from './normal-quantile.ts';
import {
  contributionOf,
  flowOf,
  isWithoutFlows,
  netContributionOf,
  type ProjectionInput,
  type ProjectionPoint,
} from './projection-input.ts';
import { withdrawalMonths } from './withdrawals.ts';

/** A projection with what it rests on. */
export interface Projection {
  readonly points: readonly ProjectionPoint[];
  /**
   * Withdrawals only: for each percentile the month in which the depot runs empty with this probability or more, so that
   * the percentile is 0 from then on; null where it does not within the time.
   */
  readonly emptyMonths?: readonly (number | null)[];
  readonly method: 'lognormal' | 'recursion' | 'seeded-paths';
  readonly assumptions: Readonly<Record<string, number | string>>;
}

/**
 * Values up to the target date under independent lognormal monthly returns, costs deducted. Without contributions the
 * percentiles are exact; with them the whole distribution is carried from month to month (error below 1e-5 of the value in usual cases),
 * or seeded paths are drawn, with the error of each percentile beside it. Points are yearly and at the end. A depot from which
 * more is taken than it holds is empty from then on; values are never negative. Where more comes in at times and more goes out at
 * others (a fee that contributions outgrow, or that goes on after they end), paths are drawn, unless the value bears what goes out
 * whatever happens.
 */
export function projectValue(input: ProjectionInput): Projection {
  const net = input.expectedReturn - input.ongoingCost;
  const start = monthOf(input, input.ongoingCost);
  const stages = (input.stages ?? []).map((stage) => ({ ...stage, ...monthOf(stage, input.ongoingCost) }));
  const months = [
    0,
    ...Array.from({ length: Math.ceil(input.months / 12) }, (_, k) => Math.min(input.months, 12 * (k + 1))),
  ];
  const flow = flowOf(input);
  const factorOf = (month: number) => stages.findLast(({ afterMonth }) => afterMonth < month) ?? start;
  const isDrawn = input.paths > 0 || (flow === 'turning' && !bearsPayments(input, factorOf));
  if (stages.length > 0 && (input.paths > 0 || flow === 'out'))
    throw new EngineError('INPUT_INVALID', 'stages need the closed form and no withdrawals', 'stages');
  const { points, emptyMonths } = isDrawn
    ? drawnPoints({ ...input, paths: input.paths || ownPaths(input) }, months, (month) =>
        logGrowth(factorOf(month)),
      )
    : flow === 'out'
      ? withdrawalPoints(input, months, logGrowth(start))
      : { points: exactPoints(input, months, factorOf), emptyMonths: undefined };
  return {
    points: points.map(roundedPoint),
    ...(emptyMonths ? { emptyMonths } : {}),
    method: isDrawn ? 'seeded-paths' : isWithoutFlows(input) ? 'lognormal' : 'recursion',
    assumptions: {
      expectedReturn: input.expectedReturn,
      volatility: input.volatility,
      ongoingCost: input.ongoingCost,
      entryCost: input.entryCost,
      ...(input.monthlyFee ? { monthlyFee: input.monthlyFee } : {}),
      netReturn: net,
      distribution: `independent lognormal monthly returns, constant parameters${stages.length > 0 ? ' within each stage' : ''}, before tax and inflation`,
    },
  };
}

/** Paths drawn where there is no closed form and nobody asked for a number; without chance all are the same one. */
const ownPaths = ({ volatility, stages = [] }: ProjectionInput): number =>
  volatility === 0 && stages.every((stage) => stage.volatility === 0) ? 1 : 10_000;

/** What goes out of a depot that pays out in a month; never nothing, which its closed form does not know. */
const leastPayment = 1e-6;
const paymentOf = (input: ProjectionInput, month: number): number =>
  Math.max(leastPayment, -netContributionOf(input, month));

/** A month's factor: lognormal with mean `growth` and the variance of a twelfth of the yearly log variance. */
interface MonthFactor {
  readonly growth: number;
  readonly logVariance: number;
}

function monthOf(
  { expectedReturn, volatility }: { readonly expectedReturn: number; readonly volatility: number },
  ongoingCost: number,
): MonthFactor {
  const net = expectedReturn - ongoingCost;
  return { growth: (1 + net) ** (1 / 12), logVariance: Math.log(1 + (volatility / (1 + net)) ** 2) / 12 };
}

const logGrowth = ({ growth, logVariance }: MonthFactor): MonthlyGrowth => ({
  drift: Math.log(growth) - logVariance / 2,
  deviation: Math.sqrt(logVariance),
});

/** Amounts are rounded half away from zero to cents; nobody reads more, and all machines agree on them. */
function roundedPoint(point: ProjectionPoint): ProjectionPoint {
  return {
    ...point,
    paidIn: inCents(point.paidIn),
    mean: inCents(point.mean),
    percentiles: point.percentiles.map(inCents),
    ...(point.errors ? { errors: point.errors.map(inCents) } : {}),
    ...(point.paidOut === undefined ? {} : { paidOut: inCents(point.paidOut) }),
    ...(point.emptyShare === undefined ? {} : { emptyShare: stable(point.emptyShare) }),
  };
}

/** Percentiles, mean and the time of running empty of a depot from which money is taken. */
function withdrawalPoints(input: ProjectionInput, months: readonly number[], growth: MonthlyGrowth) {
  const { startValue, percentiles } = input;
  const points: ProjectionPoint[] = [
    {
      month: 0,
      paidIn: startValue,
      mean: startValue,
      percentiles: percentiles.map(() => startValue),
      paidOut: 0,
      emptyShare: startValue > 0 ? 0 : 1,
    },
  ];
  const emptyMonths: (number | null)[] = percentiles.map(() => (startValue > 0 ? null : 0));
  let month = 0;
  let paidIn = startValue;
  for (const state of withdrawalMonths(startValue, growth, (at) => paymentOf(input, at))) {
    month += 1;
    paidIn += Math.max(0, contributionOf(input, month));
    percentiles.forEach((p, k) => {
      if (state.emptyShare >= p) emptyMonths[k] ??= month;
    });
    if (months.includes(month)) {
      const { mean, paidOut, emptyShare, percentile } = state;
      points.push({
        month,
        paidIn,
        mean,
        percentiles: percentiles.map(percentile),
        paidOut,
        emptyShare,
      });
    }
    if (month === input.months) break;
  }
  return { points, emptyMonths };
}

/** Mean and second moment after a month's contribution. */
interface Moments {
  readonly mean: number;
  readonly square: number;
  readonly paidIn: number;
  /** Mean and variance of the logarithm before the contribution, if it were lognormal. */
  readonly spread: { readonly mean: number; readonly variance: number };
}

/** Exact mean and second moment from month to month: V' = V G + c, so m' = m g + c and s' = s g2 + 2 c m g + c^2. */
function momentsOf(input: ProjectionInput, factorOf: (month: number) => MonthFactor): Moments[] {
  let mean = input.startValue;
  let square = mean * mean;
  let paidIn = input.startValue;
  const moments: Moments[] = [{ mean, square, paidIn, spread: { mean: Math.log(mean), variance: 0 } }];
  for (let month = 1; month <= input.months; month++) {
    const net = netContributionOf(input, month);
    const { growth, logVariance } = factorOf(month);
    const secondMoment = growth * growth * Math.exp(logVariance);
    const variance = mean > 0 ? Math.log((square * secondMoment) / (mean * growth) ** 2) : 0;
    const spread = { mean: Math.log(mean * growth) - variance / 2, variance };
    square = square * secondMoment + 2 * net * mean * growth + net * net;
    mean = mean * growth + net;
    // What is taken out later on was paid in all the same.
    paidIn += Math.max(0, contributionOf(input, month));
    moments.push({ mean, square, paidIn, spread });
  }
  return moments;
}

/**
 * Whether what goes out in some months is always there: seven standard deviations down, beyond all that the distribution is carried
 * for, it is four times as much. Then it is a contribution like any other, only negative.
 */
function bearsPayments(input: ProjectionInput, factorOf: (month: number) => MonthFactor): boolean {
  return (
    input.startValue > 0 &&
    momentsOf(input, factorOf).every(({ spread }, month) => {
      const net = month === 0 ? 0 : netContributionOf(input, month);
      return net >= 0 || spread.mean - 7 * Math.sqrt(spread.variance) > Math.log(-4 * net);
    })
  );
}

/** Mean by its recursion. Percentiles from the lognormal itself without contributions, else from the distribution. */
function exactPoints(
  input: ProjectionInput,
  months: readonly number[],
  factorOf: (month: number) => MonthFactor,
): ProjectionPoint[] {
  const moments = momentsOf(input, factorOf);
  const points = months.map((month): ProjectionPoint => {
    const { mean = 0, square = 0, paidIn = 0 } = moments[month] ?? {};
    return { month, paidIn, mean, percentiles: lognormalPercentiles(mean, square, input.percentiles) };
  });
  const isCertain = moments.every((_, month) => month === 0 || factorOf(month).logVariance < 1e-12);
  // Returns without spread leave nothing to carry on.
  if (isWithoutFlows(input) || isCertain) return points;
  const found = contributionPercentiles(
    input.startValue,
    (month) => logGrowth(factorOf(month)),
    (month) => netContributionOf(input, month),
    months.slice(1),
    input.percentiles,
    (month) => moments[month]?.spread ?? { mean: 0, variance: factorOf(month).logVariance },
  );
  return points.map((point, k) => ({ ...point, percentiles: found[k - 1] ?? point.percentiles }));
}

/** Percentiles of the lognormal with a given mean and second moment. */
function lognormalPercentiles(mean: number, square: number, percentiles: readonly number[]): number[] {
  if (!(mean > 0)) return percentiles.map(() => 0);
  const logged = Math.log(square / (mean * mean));
  // Below this only the rounding of the moments is left, and its root would show in the cents.
  const variance = logged > 1e-13 ? logged : 0;
  const center = Math.log(mean) - variance / 2;
  return percentiles.map((p) => Math.exp(center + Math.sqrt(variance) * normalQuantile(p)));
}

/** A fund's EPT scenario: growth per year in it (already after costs). */
export interface FundScenario {
  readonly weight: number;
  readonly stress: number;
  readonly unfavourable: number;
  readonly moderate: number;
  readonly favourable: number;
}

/**
 * Values of a mix at its holding period in the funds' own PRIIPs scenarios (EPT), weighted. The scenarios of all funds
 * happening together is the cautious reading: no diversification is assumed.
 */
export function projectScenarios(funds: readonly FundScenario[], startValue: number, years: number) {
  const value = (of: (fund: FundScenario) => number) =>
    funds.reduce((sum, fund) => sum + startValue * fund.weight * (1 + of(fund)) ** years, 0);
  return {
    stress: value((fund) => fund.stress),
    unfavourable: value((fund) => fund.unfavourable),
    moderate: value((fund) => fund.moderate),
    favourable: value((fund) => fund.favourable),
  };
}
