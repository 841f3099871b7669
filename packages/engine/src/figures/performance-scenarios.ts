import { periodsOfFiveYears, type ReturnMoments } from '../risk-indicator.ts';
import { stable } from '../rounding/stable.ts';

/** Growth factors of the PRIIPs performance scenarios (category 2) at the end of the holding period. */
export interface PerformanceScenarios {
  readonly unfavourable: number;
  readonly moderate: number;
  readonly favourable: number;
}

/**
 * PRIIPs scenarios for category 2: Cornish-Fisher quantiles 10 %, 50 %, 90 % of the log return over N periods
 * (Delegated Regulation (EU) 2017/653, Annex IV).
 *
 * @param mean M1 of the log returns per period
 * @param periodsPerYear of the returns; without it they are five years of data
 */
export function performanceScenarios(
  moments: ReturnMoments,
  mean: number,
  holdingYears: number,
  periodsPerYear = periodsOfFiveYears(moments),
): PerformanceScenarios {
  const n = periodsPerYear * holdingYears;
  const { standardDeviation: s, skew, excessKurtosis: k } = moments;
  const root = Math.sqrt(n);
  const drift = mean * n - 0.5 * s * s * n;
  const spread = (quantile: number) => stable(Math.exp(drift + s * root * quantile));
  return {
    unfavourable: spread(-1.28 + (0.107 * skew) / root + (0.0724 * k) / n - (0.0611 * skew * skew) / n),
    moderate: spread(-skew / 6 / root),
    favourable: spread(1.28 + (0.107 * skew) / root - (0.0724 * k) / n + (0.0611 * skew * skew) / n),
  };
}
