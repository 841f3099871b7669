/** Risk indicators of funds: SRRI (CESR/10-673) and SRI (PRIIPs, Annex II); engine rules, sections 2 and 3. */

const srriBounds = [0.005, 0.02, 0.05, 0.1, 0.15, 0.25];
const mrmBounds = [0.005, 0.05, 0.12, 0.2, 0.3, 0.8];

function bucket(value: number, lowerBounds: readonly number[]): number {
  return 1 + lowerBounds.filter((bound) => value >= bound).length;
}

/** SRRI class 1 to 7 of an annual volatility (fraction); lower bounds belong to the higher class. */
export function srriClass(volatility: number): number {
  return bucket(volatility, srriBounds);
}

/** Market risk measure 1 to 7 of a VaR-equivalent volatility (fraction). */
export function marketRiskMeasure(vev: number): number {
  return bucket(vev, mrmBounds);
}

/** Moments of log returns per period, with divisor n. */
export interface ReturnMoments {
  readonly observations: number;
  readonly standardDeviation: number;
  readonly skew: number;
  readonly excessKurtosis: number;
}

/** Moments of a series of log returns. */
export function returnMoments(logReturns: readonly number[]): ReturnMoments {
  const n = logReturns.length;
  const mean = logReturns.reduce((sum, value) => sum + value, 0) / n;
  let second = 0;
  let third = 0;
  let fourth = 0;
  for (const value of logReturns) {
    const x = value - mean;
    second += x * x;
    third += x * x * x;
    fourth += x * x * x * x;
  }
  const standardDeviation = Math.sqrt(second / n);
  const isFlat = standardDeviation === 0;
  return {
    observations: n,
    standardDeviation,
    skew: isFlat ? 0 : third / n / standardDeviation ** 3,
    excessKurtosis: isFlat ? 0 : fourth / n / standardDeviation ** 4 - 3,
  };
}

/** Periods a year of returns that are five years of data, as PRIIPs ask for. */
export const periodsOfFiveYears = ({ observations }: ReturnMoments): number => observations / 5;

/**
 * VaR-equivalent volatility (fraction) of returns for a recommended holding period in years; null where skew and kurtosis are
 * too large for so few periods: Cornish and Fisher's series then has no meaning, and would make a loss a gain.
 *
 * @param periodsPerYear of the returns; without it they are five years of data
 */
export function valueAtRiskEquivalentVolatility(
  moments: ReturnMoments,
  holdingYears: number,
  periodsPerYear = periodsOfFiveYears(moments),
): number | null {
  const periods = periodsPerYear * holdingYears;
  const { standardDeviation: s, skew, excessKurtosis } = moments;
  const valueAtRisk =
    s *
      Math.sqrt(periods) *
      (-1.96 +
        (0.474 * skew) / Math.sqrt(periods) -
        (0.0687 * excessKurtosis) / periods +
        (0.146 * skew * skew) / periods) -
    0.5 * s * s * periods;
  const volatility = (Math.sqrt(3.842 - 2 * valueAtRisk) - 1.96) / Math.sqrt(holdingYears);
  return volatility >= 0 && Number.isFinite(volatility) ? volatility : null;
}
