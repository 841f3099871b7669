import { t } from '../../../texts/texts.ts';

/** What bands are measured in. */
export type Measure = 'VOLATILITY' | 'VALUE_AT_RISK' | 'EQUITY_QUOTA';

/** Factor from volatility to the value-at-risk of risk type 2 (G-49): the 97.5 % quantile of the normal distribution. */
export const valueAtRiskFactor = 1.96;

/** The measure of a risk type (G-49); quotas replace whichever it is. */
export function measureOfRiskType(riskTypeId: number | null, useQuota: boolean | null): Measure {
  if (useQuota === true) return 'EQUITY_QUOTA';
  return riskTypeId === 2 ? 'VALUE_AT_RISK' : 'VOLATILITY';
}

/** Its name in the user interface. */
export function measureName(measure: Measure): string {
  return t(`tariffPictures.measure.${measure}`);
}
