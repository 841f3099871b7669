import { ongoingRate } from '@depotwerk/domain/contracts/yearly-costs';
import { describe, expect, it } from 'vitest';
import { reportSource } from '../../../../test/report-world.ts';
import { buildCostInformation, costsOfContract } from './build-cost-information.ts';
import { assumedReturn, contractEndText, costEffect, paidInOf, yearsOfContract } from './cost-effect.ts';

describe('effect of costs', () => {
  it('takes nothing from the return without costs, and about the fee with one', () => {
    const plain = {
      startValue: 10_000,
      monthlyContribution: 100,
      contributionGrowth: 0,
      oneOffCosts: 0,
      ongoingCost: 0,
      entryCost: 0,
      monthlyFee: 0,
    };
    expect(costEffect(plain, 10).returnReduction).toBeCloseTo(0, 4);
    expect(costEffect({ ...plain, ongoingCost: 0.01 }, 10).returnReduction).toBeCloseTo(1, 2);
    const one = costEffect({ ...plain, monthlyContribution: 0 }, 1);
    expect(one.withoutCosts).toBeCloseTo(10_000 * (1 + assumedReturn), 2);
    const early = costEffect({ ...plain, oneOffCosts: 100 }, 1).returnReduction;
    expect(costEffect({ ...plain, oneOffCosts: 100 }, 10).returnReduction).toBeLessThan(early);
  });

  it('takes a fixed fee in euros, however small the contract still is', () => {
    const young = {
      startValue: 700,
      monthlyContribution: 100,
      contributionGrowth: 0,
      oneOffCosts: 0,
      ongoingCost: 0.006,
      entryCost: 0.025,
      monthlyFee: 2.5,
    };
    let value = 700;
    for (let month = 0; month < 360; month++)
      value = value * (1 + assumedReturn - 0.006) ** (1 / 12) + 97.5 - 2.5;
    const effect = costEffect(young, 30);
    expect(effect.withCosts).toBeCloseTo(value, 1);
    expect(effect.paidIn).toBe(36_700);
    // As a part of the first value, 4.3 % a year, it would be said to eat up all growth.
    expect(effect.returnReduction).toBeLessThan(1.2);
  });

  it('pays in what is agreed: a plan that ends soon brings no more, one that grows brings more', () => {
    const costs = { startValue: 1000, oneOffCosts: 0, ongoingCost: 0, entryCost: 0, monthlyFee: 0 };
    const paidIn = (savingsAhead: ReturnType<typeof reportSource>['savingsAhead']) => {
      // Today is the 21st of November 2026.
      const effect = costEffect({ ...costs, ...paidInOf({ ...reportSource(), savingsAhead }) }, 5);
      // The cents of a value leave this much open.
      expect(effect.returnReduction).toBeCloseTo(0, 3);
      return effect.paidIn;
    };
    const savings = { monthly: 250, dynamicRate: 0 };
    expect(paidIn({ savings, changes: [] })).toBe(16_000);
    expect(paidIn({ savings, changes: [{ from: '2027-03-01', monthly: 0, dynamicRate: 0 }] })).toBe(1750);
    expect(paidIn({ savings: null, changes: [{ from: '2031-09-01', monthly: 100, dynamicRate: 0 }] })).toBe(
      1300,
    );
    expect(paidIn({ savings: { monthly: 100, dynamicRate: 0.1 }, changes: [] })).toBe(8326.12);
    expect(paidIn({ savings: null, changes: [] })).toBe(1000);
  });

  it('leaves the fixed fee out of what grows with the value', () => {
    const source = reportSource();
    const costs = costsOfContract(source);
    // 849.38 and 0.3 % of 148,207.44, without the 30.00 a year.
    expect(ongoingRate(costs, source.costModel) * costs.totalValue).toBeCloseTo(849.38 + 444.62, 8);
    expect(ongoingRate({ total: 30, totalValue: 0 }, source.costModel)).toBe(0);
  });

  it('never goes beyond the day the contract ends, and says so', () => {
    const world = reportSource();
    const ending = (endDate: string | null, horizonYears: number | null) => {
      const { latestRiskAssessment } = world.detail;
      return {
        ...world,
        // Today is the 21st of November 2026. Only where all costs are known is their effect told.
        ongoingFees: new Map([...world.ongoingFees.keys()].map((id) => [id, 0.0086])),
        detail: {
          ...world.detail,
          contract: { ...world.detail.contract, endDate },
          latestRiskAssessment: latestRiskAssessment && { ...latestRiskAssessment, horizonYears },
        },
      };
    };
    const years = (endDate: string | null, horizonYears: number | null) =>
      yearsOfContract(ending(endDate, horizonYears));
    expect(years(null, 27)).toEqual([1, 5, 27]);
    expect(years(null, null)).toEqual([1, 5, 10]);
    expect(years('2047-05-28', 27)).toEqual([1, 5, 20]);
    expect(years('2047-05-28', null)).toEqual([1, 5, 20]);
    expect(years('2047-05-28', 12)).toEqual([1, 5, 12]);
    expect(years('2029-11-21', 27)).toEqual([1, 3]);
    expect(years('2029-11-20', 27)).toEqual([1, 2]);
    expect(years('2027-11-20', 27)).toEqual([]);
    expect(years('2026-01-31', 27)).toEqual([]);
    const told = (endDate: string, horizonYears: number) =>
      contractEndText(ending(endDate, horizonYears), years(endDate, horizonYears));
    expect(told('2047-05-28', 12)).toBe('');
    expect(told('2047-05-28', 27)).toContain('bis zum Ende des Vertrags am 28.05.2047');
    const paper = (endDate: string) =>
      JSON.stringify(
        buildCostInformation(ending(endDate, 27), null, { withCharts: false, salutation: null }),
      );
    expect(paper('2047-05-28')).toContain('20 Jahre');
    expect(paper('2047-05-28')).not.toContain('27 Jahre');
    expect(paper('2027-11-20')).toContain('am 20.11.2027 vergeht kein ganzes Jahr');
    expect(paper('2027-11-20')).not.toContain('Wert ohne Kosten');
  });
});
