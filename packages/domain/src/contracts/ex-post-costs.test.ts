import { describe, expect, it } from 'vitest';
import { type CostedValuation, exPostCosts } from './ex-post-costs.ts';

const terms = { entryFee: 0.02, contractFeeMonthly: 5, contractFeePercent: 0.01, rebate: 0.002 };
const at = (
  date: string,
  value: number,
  paidIn: number | null = 0,
  fundFee: number | null = 0.01,
): CostedValuation => ({
  date,
  value,
  paidIn,
  fundFee,
  unknownFunds: [],
});

describe('costs of a year that is over', () => {
  it('are fees on the value of every day, what the contract takes, and what was taken once', () => {
    const costs = exPostCosts(
      [at('2024-12-31', 10_000, 9000), at('2025-07-02', 20_000, 10_000)],
      terms,
      12.5,
      2025,
      '2026-03-01',
    );
    // 182 days at 10,000 and 183 days at 20,000.
    expect(costs).toEqual({
      from: '2025-01-01',
      to: '2025-12-31',
      averageValue: 15_013.7,
      paidIn: 1000,
      funds: 150.14,
      contract: 180.11,
      entry: 20,
      orders: 12.5,
      total: 362.75,
      isWhole: true,
      unknownFunds: [],
      percent: (362.75 / 15_013.7) * 100,
    });
  });

  it('begin with the first valuation and end today', () => {
    const costs = exPostCosts([at('2026-07-01', 36_500)], null, 0, 2026, '2026-07-10');
    expect(costs).toMatchObject({ from: '2026-07-01', to: '2026-07-10', averageValue: 36_500, funds: 10 });
  });

  it('take the holdings on file nearest to a valuation without any', () => {
    const year = (valuations: CostedValuation[]) =>
      exPostCosts(valuations, null, 0, 2025, '2026-01-01')?.funds;
    expect(year([at('2025-01-01', 10_000, 0, null), at('2026-01-01', 10_000, 0, 0.02)])).toBe(200);
    expect(year([at('2024-01-01', 10_000, 0, 0.02), at('2025-01-01', 10_000, 0, null)])).toBe(200);
  });

  it('say what nobody knows instead of counting it as nothing', () => {
    const year = (valuation: CostedValuation, model: typeof terms | null = terms) =>
      exPostCosts([valuation], model, 12.5, 2025, '2026-01-01');
    expect(year(at('2025-01-01', 10_000, 0, null))).toMatchObject({
      funds: null,
      contract: 140,
      total: 152.5,
      isWhole: false,
    });
    expect(year(at('2025-01-01', 10_000), null)).toMatchObject({
      funds: 100,
      contract: null,
      entry: null,
      total: 112.5,
      isWhole: false,
    });
    const partly = year({ ...at('2025-01-01', 10_000), unknownFunds: ['Fonds A'] });
    expect(partly).toMatchObject({ funds: 100, total: 252.5, isWhole: false, unknownFunds: ['Fonds A'] });
  });

  it('know no costs of payments that nobody knows, unless nothing is taken of any', () => {
    const year = (entryFee: number, paidIn: number | null) =>
      exPostCosts([at('2025-01-01', 10_000, paidIn)], { ...terms, entryFee }, 0, 2025, '2026-01-01');
    expect(year(0.02, null)).toMatchObject({ paidIn: null, entry: null, isWhole: false });
    expect(year(0, null)).toMatchObject({ paidIn: null, entry: 0, isWhole: true });
    expect(year(0.02, 9000)).toMatchObject({ paidIn: 0, entry: 0, isWhole: true });
  });

  it('are not told of a year nobody valued', () => {
    expect(exPostCosts([], terms, 0, 2025, '2026-01-01')).toBeNull();
    expect(exPostCosts([at('2024-12-31', 1)], terms, 0, 2025, '2026-01-01')).toBeNull();
    expect(exPostCosts([at('2026-01-01', 1)], terms, 0, 2025, '2026-01-01')).toBeNull();
  });

  it('have no share of nothing, and entry costs only of what was paid in', () => {
    const costs = exPostCosts(
      [at('2025-01-01', 0, 500), at('2025-12-31', 0, 0)],
      { ...terms, contractFeeMonthly: 0 },
      0,
      2025,
      '2026-01-01',
    );
    expect(costs).toMatchObject({ percent: null, entry: 0, total: 0 });
  });
});
