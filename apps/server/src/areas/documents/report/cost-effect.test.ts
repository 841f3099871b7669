import { ongoingRate } from '@depotwerk/domain/contracts/yearly-costs';
import { describe, expect, it } from 'vitest';
import { reportSource } from '../../../../test/report-world.ts';
import { costsOfContract } from './build-cost-information.ts';
import { assumedReturn, costEffect } from './cost-effect.ts';

describe('effect of costs', () => {
  it('takes nothing from the return without costs, and about the fee with one', () => {
    const plain = {
      startValue: 10_000,
      monthlyContribution: 100,
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

  it('leaves the fixed fee out of what grows with the value', () => {
    const source = reportSource();
    const costs = costsOfContract(source);
    // 849.38 and 0.3 % of 148,207.44, without the 30.00 a year.
    expect(ongoingRate(costs, source.costModel) * costs.totalValue).toBeCloseTo(849.38 + 444.62, 8);
    expect(ongoingRate({ total: 30, totalValue: 0 }, source.costModel)).toBe(0);
  });
});
