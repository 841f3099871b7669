/**
 * Performance figures of monthly returns (engine rules, section 4). All series of one call have the same
 * length; rates and returns are fractions per month, results per year where the figure has a time.
 */
import { riskRatio } from './figures/risk-ratio.ts';

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Differences of two series. */
export function excessReturns(returns: readonly number[], reference: readonly number[]): number[] {
  return returns.map((value, index) => value - (reference[index] ?? 0));
}

/** Standard deviation with divisor n − 1. */
export function sampleDeviation(values: readonly number[]): number {
  const centre = mean(values);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (values.length - 1));
}

/**
 * Mean over deviation of the excess returns, annualised: Sharpe with the riskless rate, information ratio with an index;
 * null without risk.
 */
export const annualRatio = (excess: readonly number[]): number | null =>
  perYear(riskRatio(mean(excess), sampleDeviation(excess)));

/** Mean excess over downside deviation (divisor n), annualised; null for a series that never fell below its reference. */
export const sortinoRatio = (excess: readonly number[]): number | null =>
  perYear(riskRatio(mean(excess), Math.sqrt(mean(excess.map((value) => Math.min(value, 0) ** 2)))));

const perYear = (ratio: number | null) => (ratio === null ? null : ratio * Math.sqrt(12));

/** Risk-adjusted return with risk aversion 2 ("risikobereinigte Rendite"), as a yearly fraction. */
export function riskAdjustedReturn(returns: readonly number[], riskless: readonly number[]): number {
  const powers = returns.map((value, index) => ((1 + value) / (1 + (riskless[index] ?? 0))) ** -2);
  return mean(powers) ** -6 - 1;
}

/** Geometric return per year. */
export function annualReturn(returns: readonly number[]): number {
  return returns.reduce((product, value) => product * (1 + value), 1) ** (12 / returns.length) - 1;
}

/** Largest fall from an earlier high, a fraction from −1 to 0; `values` is a series of prices or index levels. */
export function maximumDrawdown(values: Iterable<number>): number {
  let high = 0;
  let worst = 0;
  for (const value of values) {
    if (value > high) high = value;
    else worst = Math.min(worst, value / high - 1);
  }
  return worst;
}
