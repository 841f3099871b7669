import { contributionPercentiles } from './contribution-percentiles.ts';
import { normalQuantile } from './normal-quantile.ts';

/** What a projection assumes. Rates per year as fractions, money in euros. */
export interface ProjectionInput {
  readonly startValue: number;
  /** Paid at the end of every month. */
  readonly monthlyContribution: number;
  /** Growth of the contribution per year. */
  readonly contributionGrowth: number;
  readonly months: number;
  /** Arithmetic expected return before costs. */
  readonly expectedReturn: number;
  readonly volatility: number;
  readonly ongoingCost: number;
  /** Taken from every contribution. */
  readonly entryCost: number;
  readonly percentiles: readonly number[];
  /** 0 uses the closed form; more draws that many seeded paths. */
  readonly paths: number;
  readonly seed: number;
}

/** Values at one point in time; `percentiles` in the order asked for. */
export interface ProjectionPoint {
  readonly month: number;
  readonly paidIn: number;
  readonly mean: number;
  readonly percentiles: number[];
  /** Seeded paths only: half the width of the 95 % interval of each percentile, from the order statistics. */
  readonly errors?: number[];
}

/** A projection with what it rests on. */
export interface Projection {
  readonly points: readonly ProjectionPoint[];
  readonly method: 'lognormal' | 'recursion' | 'seeded-paths';
  readonly assumptions: Readonly<Record<string, number | string>>;
}

/**
 * Values up to the target date under independent lognormal monthly returns, costs deducted. Without contributions the
 * percentiles are exact; with them the whole distribution is carried from month to month (error below 1e-5 of the value in usual cases),
 * or seeded paths are drawn, with the error of each percentile beside it. Points are yearly and at the end.
 */
export function projectValue(input: ProjectionInput): Projection {
  const net = input.expectedReturn - input.ongoingCost;
  const growth = (1 + net) ** (1 / 12);
  // Monthly factor lognormal with mean `growth` and the variance of a twelfth of the yearly log variance.
  const logVariance = Math.log(1 + (input.volatility / (1 + net)) ** 2) / 12;
  const months = [
    0,
    ...Array.from({ length: Math.ceil(input.months / 12) }, (_, k) => Math.min(input.months, 12 * (k + 1))),
  ];
  const isDrawn = input.paths > 0;
  const points = isDrawn
    ? drawnPoints(input, months, growth, logVariance)
    : exactPoints(input, months, growth, logVariance);
  return {
    points: points.map(inCents),
    method: isDrawn ? 'seeded-paths' : input.monthlyContribution > 0 ? 'recursion' : 'lognormal',
    assumptions: {
      expectedReturn: input.expectedReturn,
      volatility: input.volatility,
      ongoingCost: input.ongoingCost,
      entryCost: input.entryCost,
      netReturn: net,
      distribution: 'independent lognormal monthly returns, constant parameters, before tax and inflation',
    },
  };
}

/** Amounts are rounded half away from zero to cents; nobody reads more, and all machines agree on them. */
function inCents(point: ProjectionPoint): ProjectionPoint {
  const round = (value: number) => Math.round(value * 100) / 100;
  return {
    ...point,
    paidIn: round(point.paidIn),
    mean: round(point.mean),
    percentiles: point.percentiles.map(round),
    ...(point.errors ? { errors: point.errors.map(round) } : {}),
  };
}

const contributionOf = (input: ProjectionInput, month: number) =>
  input.monthlyContribution * (1 + input.contributionGrowth) ** Math.floor((month - 1) / 12);

/**
 * Exact mean and second moment by recursion V' = V G + c: m' = m g + c, s' = s g2 + 2 c m g + c^2. Percentiles from the
 * lognormal itself without contributions, else from the distribution.
 */
function exactPoints(
  input: ProjectionInput,
  months: readonly number[],
  growth: number,
  logVariance: number,
): ProjectionPoint[] {
  const secondMoment = growth * growth * Math.exp(logVariance);
  let mean = input.startValue;
  let square = mean * mean;
  let paidIn = input.startValue;
  const points: ProjectionPoint[] = [];
  /** Mean and variance of the logarithm before each month's contribution, if it were lognormal. */
  const spreads: { mean: number; variance: number }[] = [];
  for (let month = 0; month <= input.months; month++) {
    if (month > 0) {
      const paid = contributionOf(input, month);
      const net = paid * (1 - input.entryCost);
      const logged = mean > 0 ? Math.log((square * secondMoment) / (mean * growth) ** 2) : 0;
      spreads[month] = { mean: Math.log(mean * growth) - logged / 2, variance: logged };
      square = square * secondMoment + 2 * net * mean * growth + net * net;
      mean = mean * growth + net;
      paidIn += paid;
    }
    if (months.includes(month))
      points.push({
        month,
        paidIn,
        mean,
        percentiles: lognormalPercentiles(mean, square, input.percentiles),
      });
  }
  // Returns without spread leave nothing to carry on.
  if (input.monthlyContribution <= 0 || logVariance < 1e-12) return points;
  const found = contributionPercentiles(
    input.startValue,
    { drift: Math.log(growth) - logVariance / 2, deviation: Math.sqrt(logVariance) },
    (month) => contributionOf(input, month) * (1 - input.entryCost),
    months.slice(1),
    input.percentiles,
    (month) => spreads[month] ?? { mean: 0, variance: logVariance },
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

function drawnPoints(
  input: ProjectionInput,
  months: readonly number[],
  growth: number,
  logVariance: number,
): ProjectionPoint[] {
  const random = seededUniform(input.seed);
  const deviation = Math.sqrt(logVariance);
  const drift = Math.log(growth) - logVariance / 2;
  const values = months.map(() => new Float64Array(input.paths));
  for (let path = 0; path < input.paths; path++) {
    let value = input.startValue;
    let at = 0;
    for (let month = 0; month <= input.months; month++) {
      if (month > 0) {
        value *= Math.exp(drift + deviation * normalQuantile(random()));
        value += contributionOf(input, month) * (1 - input.entryCost);
      }
      if (months[at] === month) values[at++]![path] = value;
    }
  }
  let paidIn = input.startValue;
  let paidUntil = 0;
  return months.map((month, k) => {
    for (; paidUntil < month; paidUntil++) paidIn += contributionOf(input, paidUntil + 1);
    const ordered = values[k]!.sort();
    const mean = ordered.reduce((sum, value) => sum + value, 0) / ordered.length;
    const at = (rank: number) => ordered[Math.min(ordered.length - 1, Math.max(0, Math.floor(rank)))]!;
    const count = ordered.length;
    const percentiles = input.percentiles.map((p) => at(p * count));
    // The rank of a percentile among the paths is binomial: 1.96 standard deviations to both sides.
    const errors = input.percentiles.map((p) => {
      const reach = 1.96 * Math.sqrt(count * p * (1 - p));
      return (at(p * count + reach) - at(p * count - reach)) / 2;
    });
    return { month, paidIn, mean, percentiles, errors };
  });
}

/** Seeded uniform numbers in (0, 1): no randomness of the machine enters (mulberry32). */
function seededUniform(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296 + 1 / 8589934592;
  };
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
