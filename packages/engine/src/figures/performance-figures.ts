import { geometricReturn, meanOf } from '../estimation/returns.ts';
import { stable } from '../rounding/stable.ts';
import { equityCurve, largestDrawdown } from './drawdown.ts';
import { riskRatio } from './risk-ratio.ts';

/** Figures of one return series. Fractions; `perPeriod` figures are not annualised. */
export interface PerformanceFigures {
  readonly observations: number;
  readonly meanReturn: number;
  /** Standard deviation per period, divisor n - 1. */
  readonly standardDeviation: number;
  readonly cumulativeReturn: number;
  /** Geometric, per year; of less than a year what there was, not annualised. */
  readonly annualReturn: number;
  /** Standard deviation times sqrt(m). */
  readonly volatility: number;
  /** null without risk to divide by: the ratio would be infinite. So are the other ratios. */
  readonly sharpePerPeriod: number | null;
  readonly sharpe: number | null;
  /** mean(r - mar) over the downside deviation against the same mar (kappa of order 2); null if never below it. */
  readonly sortinoPerPeriod: number | null;
  readonly sortino: number | null;
  /** Some libraries' hybrid: excess over the riskless rate, by the downside deviation against mar. */
  readonly excessOverDownsidePerPeriod: number | null;
  /** sqrt(mean(min(r - mar, 0)^2)) per period, divisor n. */
  readonly downsideDeviation: number;
  readonly downsidePotential: number;
  readonly upsideRisk: number;
  readonly upsidePotential: number;
  /** Largest loss from a high, 0..1. */
  readonly maxDrawdown: number;
  /** Annual return over largest loss; null without a loss. */
  readonly calmar: number | null;
  /** Risk-adjusted returns with risk aversion 0 and 2, and their difference. */
  readonly mrar0: number;
  readonly mrar2: number;
  readonly mrarRisk: number;
}

/** Figures against a benchmark. */
export interface RelativeFigures {
  readonly trackingErrorPerPeriod: number;
  readonly trackingError: number;
  readonly informationRatioPerPeriod: number | null;
  readonly informationRatio: number | null;
  /** Modigliani: return the portfolio would have had at the benchmark's risk. */
  readonly mSquaredPerPeriod: number | null;
  readonly mSquared: number | null;
  readonly benchmarkSharpePerPeriod: number | null;
  readonly benchmarkSharpe: number | null;
}

/** Standard deviation with divisor n - 1; 0 of fewer than two values. */
export function sampleDeviation(values: readonly number[]): number {
  if (values.length < 2) return 0;
  const mean = meanOf(values);
  let sum = 0;
  for (const value of values) sum += (value - mean) * (value - mean);
  return Math.sqrt(sum / (values.length - 1));
}

const times = (value: number | null, factor: number) => (value === null ? null : value * factor);

/** Morningstar's risk-adjusted return of excess growth e_t; gamma 0 is the geometric mean. */
function riskAdjusted(excess: readonly number[], gamma: number, periodsPerYear: number): number {
  // Per year however short the history is: both have to be of one kind to be compared.
  if (gamma === 0)
    return stable(
      excess.reduce((growth, value) => growth * (1 + value), 1) ** (periodsPerYear / excess.length) - 1,
    );
  return stable(meanOf(excess.map((value) => (1 + value) ** -gamma)) ** (-periodsPerYear / gamma) - 1);
}

/**
 * Performance figures (engine.md section 4; Bacon 2008; Sharpe 1994). `riskFree` has the length of `returns`;
 * `target` is the minimum acceptable return of the downside figures, per period.
 */
export function performanceFigures(
  returns: readonly number[],
  riskFree: readonly number[],
  target: readonly number[],
  periodsPerYear: number,
): PerformanceFigures {
  const root = Math.sqrt(periodsPerYear);
  const excess = returns.map((value, t) => value - riskFree[t]!);
  const below = returns.map((value, t) => Math.min(value - target[t]!, 0));
  const above = returns.map((value, t) => Math.max(value - target[t]!, 0));
  const square = (values: readonly number[]) => Math.sqrt(meanOf(values.map((value) => value * value)));
  const downsideDeviation = square(below);
  const curve = equityCurve(returns);
  const maxDrawdown = largestDrawdown(curve);
  const annualReturn = geometricReturn(returns, periodsPerYear);
  const growth = returns.map((value, t) => (1 + value) / (1 + riskFree[t]!) - 1);
  const sharpePerPeriod = riskRatio(meanOf(excess), sampleDeviation(excess));
  const aboveTarget = meanOf(returns.map((value, t) => value - target[t]!));
  const sortinoPerPeriod = riskRatio(aboveTarget, downsideDeviation);
  const mrar0 = riskAdjusted(growth, 0, periodsPerYear);
  const mrar2 = riskAdjusted(growth, 2, periodsPerYear);
  return {
    observations: returns.length,
    meanReturn: meanOf(returns),
    standardDeviation: sampleDeviation(returns),
    cumulativeReturn: curve[curve.length - 1]! - 1,
    annualReturn,
    volatility: sampleDeviation(returns) * root,
    sharpePerPeriod,
    sharpe: times(sharpePerPeriod, root),
    sortinoPerPeriod,
    sortino: times(sortinoPerPeriod, root),
    excessOverDownsidePerPeriod: riskRatio(meanOf(excess), downsideDeviation),
    downsideDeviation,
    downsidePotential: -meanOf(below),
    upsideRisk: square(above),
    upsidePotential: meanOf(above),
    maxDrawdown,
    calmar: maxDrawdown > 0 ? annualReturn / maxDrawdown : null,
    mrar0,
    mrar2,
    mrarRisk: mrar0 - mrar2,
  };
}

/** Figures relative to a benchmark of the same length. */
export function relativeFigures(
  returns: readonly number[],
  benchmark: readonly number[],
  riskFree: readonly number[],
  periodsPerYear: number,
): RelativeFigures {
  const root = Math.sqrt(periodsPerYear);
  const active = returns.map((value, t) => value - benchmark[t]!);
  const excess = returns.map((value, t) => value - riskFree[t]!);
  const benchmarkExcess = benchmark.map((value, t) => value - riskFree[t]!);
  const trackingErrorPerPeriod = sampleDeviation(active);
  const informationRatioPerPeriod = riskRatio(meanOf(active), trackingErrorPerPeriod);
  const scale = riskRatio(sampleDeviation(benchmark), sampleDeviation(returns));
  const annualRiskFree = geometricReturn(riskFree, periodsPerYear);
  const benchmarkSharpePerPeriod = riskRatio(meanOf(benchmarkExcess), sampleDeviation(benchmarkExcess));
  return {
    trackingErrorPerPeriod,
    trackingError: trackingErrorPerPeriod * root,
    informationRatioPerPeriod,
    informationRatio: times(informationRatioPerPeriod, root),
    mSquaredPerPeriod: scale === null ? null : meanOf(riskFree) + meanOf(excess) * scale,
    mSquared:
      scale === null
        ? null
        : annualRiskFree + (geometricReturn(returns, periodsPerYear) - annualRiskFree) * scale,
    benchmarkSharpePerPeriod,
    benchmarkSharpe: times(benchmarkSharpePerPeriod, root),
  };
}
