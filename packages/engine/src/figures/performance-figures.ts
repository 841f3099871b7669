import { geometricReturn, meanOf } from '../estimation/returns.ts';
import { stable } from '../rounding/stable.ts';
import { equityCurve, largestDrawdown } from './drawdown.ts';

/** Figures of one return series. Fractions; `perPeriod` figures are not annualised. */
export interface PerformanceFigures {
  readonly observations: number;
  readonly meanReturn: number;
  /** Standard deviation per period, divisor n - 1. */
  readonly standardDeviation: number;
  readonly cumulativeReturn: number;
  /** Geometric, per year. */
  readonly annualReturn: number;
  /** Standard deviation times sqrt(m). */
  readonly volatility: number;
  readonly sharpePerPeriod: number;
  readonly sharpe: number;
  readonly sortinoPerPeriod: number;
  readonly sortino: number;
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
  readonly informationRatioPerPeriod: number;
  readonly informationRatio: number;
  /** Modigliani: return the portfolio would have had at the benchmark's risk. */
  readonly mSquaredPerPeriod: number;
  readonly mSquared: number;
  readonly benchmarkSharpePerPeriod: number;
  readonly benchmarkSharpe: number;
}

/** Standard deviation with divisor n - 1; 0 of fewer than two values. */
export function sampleDeviation(values: readonly number[]): number {
  if (values.length < 2) return 0;
  const mean = meanOf(values);
  let sum = 0;
  for (const value of values) sum += (value - mean) * (value - mean);
  return Math.sqrt(sum / (values.length - 1));
}

/** numerator / denominator; 0 if there is no risk to divide by. */
const ratio = (numerator: number, denominator: number) => (denominator > 0 ? numerator / denominator : 0);

/** Morningstar's risk-adjusted return of excess growth e_t; gamma 0 is the geometric mean. */
function riskAdjusted(excess: readonly number[], gamma: number, periodsPerYear: number): number {
  if (gamma === 0) return geometricReturn(excess, periodsPerYear);
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
  const sharpePerPeriod = ratio(meanOf(excess), sampleDeviation(excess));
  const sortinoPerPeriod = ratio(meanOf(excess), downsideDeviation);
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
    sharpe: sharpePerPeriod * root,
    sortinoPerPeriod,
    sortino: sortinoPerPeriod * root,
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
  const informationRatioPerPeriod = ratio(meanOf(active), trackingErrorPerPeriod);
  const scale = ratio(sampleDeviation(benchmark), sampleDeviation(returns));
  const annualRiskFree = geometricReturn(riskFree, periodsPerYear);
  const benchmarkSharpePerPeriod = ratio(meanOf(benchmarkExcess), sampleDeviation(benchmarkExcess));
  return {
    trackingErrorPerPeriod,
    trackingError: trackingErrorPerPeriod * root,
    informationRatioPerPeriod,
    informationRatio: informationRatioPerPeriod * root,
    mSquaredPerPeriod: meanOf(riskFree) + meanOf(excess) * scale,
    mSquared: annualRiskFree + (geometricReturn(returns, periodsPerYear) - annualRiskFree) * scale,
    benchmarkSharpePerPeriod,
    benchmarkSharpe: benchmarkSharpePerPeriod * root,
  };
}
