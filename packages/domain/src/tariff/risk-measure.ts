/** What bands, targets and borders are measured in: volatility, value-at-risk 97.5 % (1.96 sigma) or equity quota. */
export const riskMeasures = ['VOLATILITY', 'VALUE_AT_RISK', 'EQUITY_QUOTA'] as const;
export type RiskMeasure = (typeof riskMeasures)[number];

export const riskMeasureNames = {
  VOLATILITY: 'Volatilität',
  VALUE_AT_RISK: 'Value-at-Risk',
  EQUITY_QUOTA: 'Aktienquote',
} as const satisfies Record<RiskMeasure, string>;

/** Id of the risk type "Value-at-Risk"; the other one is volatility. */
const valueAtRiskType = 2;

/** The measure of a risk type; the equity quota replaces whichever it is. Without any, volatility. */
export function riskMeasureOf(riskTypeId: number | null, useQuota: boolean | null): RiskMeasure {
  if (useQuota === true) return 'EQUITY_QUOTA';
  return riskTypeId === valueAtRiskType ? 'VALUE_AT_RISK' : 'VOLATILITY';
}

/** Its name as lists, screens and reports write it. */
export const riskMeasureName = ({
  riskTypeId,
  useQuota,
}: {
  readonly riskTypeId: number | null;
  readonly useQuota: boolean | null;
}): string => riskMeasureNames[riskMeasureOf(riskTypeId, useQuota)];
