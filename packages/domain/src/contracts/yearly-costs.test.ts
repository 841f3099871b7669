import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { yearlyCosts } from './yearly-costs.ts';

const model = { contractFeeMonthly: 2.5, contractFeePercent: 0.005, rebate: 0.002 };

describe('costs of a year', () => {
  it('are those of a calculator, unknown fees as nothing', () => {
    // 98,765.43 at 0.86 % = 849.38; 30.00 a year and 0.3 % of 148,207.44 = 444.62.
    const holdings = [
      { value: 98_765.43, ongoingFee: 0.0086 },
      { value: 1000, ongoingFee: null },
    ];
    const costs = yearlyCosts(holdings, 148_207.44, model);
    expect(costs).toMatchObject({ funds: 849.38, contract: 474.62, total: 1324 });
    expect(costs.percent).toBeCloseTo(0.893342, 6);
    expect(yearlyCosts([], 0, null)).toEqual({
      totalValue: 0,
      funds: 0,
      contract: null,
      total: 0,
      percent: 0,
    });
  });

  it('take nothing off for debts, and are no part of them', () => {
    const costs = yearlyCosts([{ value: 10_000, ongoingFee: 0.01 }], -5000, model);
    expect(costs).toMatchObject({ funds: 100, contract: 30, total: 130, percent: 0 });
  });

  it('add up to the cent', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            value: fc.integer({ max: 1e9, min: 0 }),
            ongoingFee: fc.integer({ max: 500, min: 0 }),
          }),
        ),
        (raw) => {
          const holdings = raw.map(({ value, ongoingFee }) => ({
            value: value / 100,
            ongoingFee: ongoingFee / 1e4,
          }));
          const total = raw.reduce((sum, { value }) => sum + value, 0) / 100;
          const costs = yearlyCosts(holdings, total, model);
          expect(Math.round(costs.total * 100)).toBe(
            Math.round(costs.funds * 100) + Math.round((costs.contract ?? 0) * 100),
          );
          const exact = holdings.reduce((sum, { value, ongoingFee }) => sum + value * ongoingFee, 0);
          expect(Math.abs(costs.funds - exact)).toBeLessThanOrEqual(0.005 + 1e-6);
        },
      ),
    );
  });
});
