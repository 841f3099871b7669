import { describe, expect, it } from 'vitest';
import { comparedLevels, costsOfLevels, levelCosts } from './guarantee-cost.ts';

describe('what a guaranteed level costs in expected return', () => {
  it('is what two accounts that grow year by year come to less', () => {
    const terms = { interest: 0.01, years: 20, expectedReturn: 0.05 };
    for (const { level, secured, expectedReturn, cost } of levelCosts([0, 0.5, 0.8, 1], terms)) {
      let [aside, funds] = [secured * 100, 100 - secured * 100];
      for (let year = 0; year < 20; year++) {
        aside *= 1.01;
        funds *= 1.05;
      }
      expect(aside).toBeCloseTo(level * 100, 8);
      let grown = 100;
      for (let year = 0; year < 20; year++) grown *= 1 + expectedReturn;
      expect(grown).toBeCloseTo(aside + funds, 6);
      expect(cost).toBeCloseTo(0.05 - expectedReturn, 12);
    }
  });

  it('is nothing without a guarantee or where funds are expected to earn no more, and rises with the level', () => {
    const at = (expectedReturn: number) =>
      levelCosts([0, 0.8, 0.9, 1], { interest: 0.01, years: 12, expectedReturn }).map(({ cost }) => cost);
    expect(at(0.04)[0]).toBeCloseTo(0, 11);
    expect(at(0.04)).toEqual(at(0.04).toSorted((a, b) => a - b));
    for (const cost of at(0.01)) expect(cost).toBeCloseTo(0, 11);
    // Funds that are expected to earn less than the guaranteed interest gain by the guarantee.
    expect(at(0.005)[3]).toBeLessThan(0);
  });

  it('is compared at 80 and 100 percent and at the level promised, each once', () => {
    expect(comparedLevels(null)).toEqual([0.8, 1]);
    expect(comparedLevels(0.9)).toEqual([0.8, 0.9, 1]);
    expect(comparedLevels(1)).toEqual([0.8, 1]);
    expect(comparedLevels(0)).toEqual([0, 0.8, 1]);
  });

  it('asks for a time that is left', () => {
    expect(() => levelCosts([0.8], { interest: 0.01, years: 0, expectedReturn: 0.03 })).toThrow('positive');
  });

  it('is told after what funds cost, and not where their return or their costs are unknown', () => {
    const terms = { interest: 0.01, years: 12 };
    const costs = levelCosts([0.8, 1], { ...terms, expectedReturn: 0.05 - 0.0125 });
    const funds = { expectedReturn: 0.05, ongoingCost: 0.0125 };
    expect(costsOfLevels([0.8, 1], terms, funds)).toEqual({ expectedReturn: 0.05 - 0.0125, costs });
    expect(costsOfLevels([1], terms, { ...funds, expectedReturn: null })).toBeNull();
    expect(costsOfLevels([1], terms, { ...funds, ongoingCost: null })).toBeNull();
  });
});
