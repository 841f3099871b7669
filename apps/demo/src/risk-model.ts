/** Risk of a mix of peer groups by the model: volatility, value at risk, equity quota (engine rules, section 6). */
import { peergroups } from './market-parameters.ts';

/** Weights by peer group id; the sum is 1. */
export type GroupWeights = ReadonlyMap<number, number>;

/** What a tariff compares with its bands. */
export type RiskMeasure = 'volatility' | 'valueAtRisk' | 'equityQuota';

/** Equity quota 0 to 1 by peer group id. */
const quotas = new Map(peergroups.map((group, index) => [index + 1, group.equityQuota / 100]));

/** Variance per year of the mix, without fund specific risk. */
export function groupVariance(weights: GroupWeights, covariance: readonly (readonly number[])[]): number {
  let variance = 0;
  for (const [a, weightA] of weights) {
    const row = covariance[a - 1];
    for (const [b, weightB] of weights) variance += weightA * weightB * (row?.[b - 1] ?? 0);
  }
  return variance;
}

/** Equity quota of the mix, 0 to 1. */
export function equityQuota(weights: GroupWeights): number {
  let quota = 0;
  for (const [group, weight] of weights) quota += weight * (quotas.get(group) ?? 0);
  return quota;
}

/** The measure in percent, from the variance per year and the equity quota of a portfolio. */
export function measurePercent(measure: RiskMeasure, variance: number, quota: number): number {
  if (measure === 'equityQuota') return quota * 100;
  const volatility = Math.sqrt(variance) * 100;
  return measure === 'volatility' ? volatility : 1.96 * volatility;
}
