/** What bands, targets and borders are measured in, by name; what the engine calls the same. */
export const riskMeasureNames = {
  VOLATILITY: 'Volatilität',
  VALUE_AT_RISK: 'Value-at-Risk',
  EQUITY_QUOTA: 'Aktienquote',
} as const;

export type RiskMeasure = keyof typeof riskMeasureNames;

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
