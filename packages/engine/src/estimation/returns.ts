import { stable } from '../rounding/stable.ts';

/** A value per period; null where it is missing. */
export type Observations = readonly (number | null)[];

/** Simple returns r_t = P_t / P_(t-1) - 1; null where either price is missing. */
export function simpleReturns(prices: Observations): (number | null)[] {
  return changes(prices, (now, before) => now / before - 1);
}

/** Log returns ln(P_t / P_(t-1)); null where either price is missing. */
export function logReturns(prices: Observations): (number | null)[] {
  return changes(prices, (now, before) => stable(Math.log(now / before)));
}

function changes(prices: Observations, change: (now: number, before: number) => number): (number | null)[] {
  const result: (number | null)[] = [];
  for (let t = 1; t < prices.length; t++) {
    const before = prices[t - 1] ?? null;
    const now = prices[t] ?? null;
    result.push(before === null || now === null ? null : change(now, before));
  }
  return result;
}

/** Only the values that exist. */
export function present(values: Observations): number[] {
  return values.filter((value): value is number => value !== null);
}

/** Geometric return per year (prod(1 + r))^(m / T) - 1; shorter than one year it is not annualised. */
export function geometricReturn(returns: readonly number[], periodsPerYear: number): number {
  let growth = 1;
  for (const value of returns) growth *= 1 + value;
  if (growth < 0) return -1;
  return stable(growth ** Math.min(1, periodsPerYear / returns.length) - 1);
}

/** Arithmetic mean; 0 of nothing. */
export function meanOf(values: ArrayLike<number>): number {
  let sum = 0;
  for (let t = 0; t < values.length; t++) sum += values[t]!;
  return values.length === 0 ? 0 : sum / values.length;
}

/** Annual volatility sqrt(m / (T - 1) sum (r - mean)^2) (CESR/10-673). */
export function annualVolatility(returns: readonly number[], periodsPerYear: number): number {
  const mean = meanOf(returns);
  let sum = 0;
  for (const value of returns) sum += (value - mean) * (value - mean);
  return Math.sqrt((periodsPerYear * sum) / (returns.length - 1));
}

/** A return series of full length and how much of it is the fund's own. */
export interface CompletedHistory {
  readonly returns: number[];
  /** True if the peer group's index stands in for missing own returns. */
  readonly proxy: boolean;
  readonly ownObservations: number;
}

/**
 * Completes a short history with the returns of a representative index (CESR/10-673 allows it): missing own
 * returns are replaced period by period.
 */
export function completeHistory(own: Observations, index: readonly number[]): CompletedHistory {
  const offset = index.length - own.length;
  let used = 0;
  const returns = index.map((proxy, t) => {
    const value = t >= offset ? (own[t - offset] ?? null) : null;
    if (value === null) return proxy;
    used += 1;
    return value;
  });
  return { returns, proxy: used < index.length, ownObservations: used };
}

/** Lag-1 autocorrelation, clamped to [0, 0.8]. */
export function smoothingOf(returns: readonly number[]): number {
  const mean = meanOf(returns);
  let variance = 0;
  let lagged = 0;
  returns.forEach((value, t) => {
    variance += (value - mean) * (value - mean);
    if (t > 0) lagged += (value - mean) * ((returns[t - 1] ?? 0) - mean);
  });
  // Equal returns leave only the rounding noise of their mean, which has no memory.
  const size = returns.reduce((sum, value) => sum + value * value, 0);
  return variance > 1e-28 * size ? Math.min(0.8, Math.max(0, lagged / variance)) : 0;
}

/** Geltner's unsmoothing r*_t = (r_t - phi r_(t-1)) / (1 - phi) of appraisal-based returns; one value shorter. */
export function unsmoothReturns(returns: readonly number[], phi = smoothingOf(returns)): number[] {
  return returns.slice(1).map((value, t) => (value - phi * (returns[t] ?? 0)) / (1 - phi));
}
