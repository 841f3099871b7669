import { describe, expect, it } from 'vitest';
import { riskMeasureName, riskMeasureOf } from './risk-measure.ts';

describe('the measure of risk', () => {
  it.each([
    [1, false, 'VOLATILITY', 'Volatilität'],
    [2, false, 'VALUE_AT_RISK', 'Value-at-Risk'],
    [2, null, 'VALUE_AT_RISK', 'Value-at-Risk'],
    [1, true, 'EQUITY_QUOTA', 'Aktienquote'],
    [2, true, 'EQUITY_QUOTA', 'Aktienquote'],
    [null, null, 'VOLATILITY', 'Volatilität'],
  ] as const)('of risk type %s with quota %s is %s, by name %s', (riskTypeId, useQuota, measure, name) => {
    expect(riskMeasureOf(riskTypeId, useQuota)).toBe(measure);
    expect(riskMeasureName({ riskTypeId, useQuota })).toBe(name);
  });
});
