import { describe, expect, it } from 'vitest';
import { projectValue } from './project-value.ts';
import type { ProjectionInput } from './projection-input.ts';

const percentiles = [0.01, 0.05, 0.5, 0.95, 0.99];
const base: ProjectionInput = {
  startValue: 1000,
  monthlyContribution: 100,
  contributionGrowth: 0.1,
  months: 14,
  expectedReturn: 0.06,
  volatility: 0.2,
  ongoingCost: 0.01,
  entryCost: 0.05,
  monthlyFee: 2,
  percentiles,
  paths: 0,
  seed: 1,
};
const lastOf = (change: Partial<ProjectionInput>) => projectValue({ ...base, ...change }).points.at(-1);

describe('what needs no distribution', () => {
  const plain = { contributionGrowth: 0, entryCost: 0, monthlyFee: 0 };
  const growth = 1.05 ** (1 / 12);

  it('without chance is one value, and from nothing on none', () => {
    const value = Array.from({ length: 14 }).reduce<number>((sum) => sum * growth + 93, 1000);
    const certain = lastOf({ contributionGrowth: 0, volatility: 0 });
    expect(certain?.mean).toBeCloseTo(value, 2);
    expect(certain?.percentiles).toEqual(percentiles.map(() => expect.closeTo(value, 2) as number));
    expect(certain).not.toHaveProperty('emptyShare');
    const none = { ...plain, startValue: 0, monthlyContribution: 0 };
    expect(lastOf(none)).toEqual({ month: 14, paidIn: 0, mean: 0, percentiles: [0, 0, 0, 0, 0] });
  });

  it('from nothing on is empty at once where something is taken out, and counts what is paid in all the same', () => {
    const { points, emptyMonths } = projectValue({
      ...base,
      ...plain,
      startValue: 0,
      monthlyContribution: -5,
      months: 2,
    });
    const empty = { mean: 0, percentiles: [0, 0, 0, 0, 0], paidIn: 0, paidOut: 0, emptyShare: 1 };
    expect(points).toEqual([
      { month: 0, ...empty },
      { month: 2, ...empty },
    ]);
    expect(emptyMonths).toEqual([0, 0, 0, 0, 0]);
    // The fee takes more than is paid in: 10 a month come in, 15 go out.
    const fees = { ...plain, monthlyContribution: 10, monthlyFee: 15, months: 3 };
    expect(lastOf(fees)).toMatchObject({ paidIn: 1030, paidOut: 15 });
    // And in a month of no flow at all nothing is paid.
    expect(lastOf({ ...fees, monthlyContribution: 15 })).toMatchObject({ paidIn: 1045 });
  });

  it('in stages is the product of them', () => {
    const stages = [
      { afterMonth: 6, expectedReturn: 0.04, volatility: 0 },
      { afterMonth: 9, expectedReturn: 0.01, volatility: 0 },
    ];
    const staged = { ...plain, monthlyContribution: 0, volatility: 0, months: 12, stages };
    expect(lastOf(staged)?.mean).toBeCloseTo(1000 * 1.05 ** 0.5 * 1.03 ** 0.25, 2);
    // Of the first half year alone the variance is that of half a year.
    const variance = Math.log(1 + (0.2 / 1.05) ** 2) / 2;
    const median = 1000 * 1.05 ** 0.5 * 1.03 ** 0.25 * Math.exp(-variance / 2);
    const chance = lastOf({ ...staged, volatility: 0.2 });
    expect(chance?.percentiles[2]).toBeCloseTo(median, 2);
    expect(chance?.percentiles[4]).toBeCloseTo(
      median * Math.exp(Math.sqrt(variance) * 2.3263478740408408),
      2,
    );
    for (const refused of [{ paths: 5 }, { monthlyContribution: -10 }])
      expect(() => lastOf({ ...staged, ...refused })).toThrow(
        expect.objectContaining({ code: 'INPUT_INVALID', path: 'stages' }),
      );
  });

  it('is drawn once where no stage leaves anything to chance', () => {
    const turning = {
      ...plain,
      startValue: 20,
      volatility: 0,
      monthlyFee: 10,
      monthlyContribution: 12,
      months: 4,
      contributionStages: [{ afterMonth: 2, monthlyContribution: 0, contributionGrowth: 0 }],
    };
    const errorsOf = (volatilities: readonly number[]) =>
      lastOf({
        ...turning,
        stages: volatilities.map((volatility, k) => ({
          afterMonth: k + 1,
          expectedReturn: 0.06,
          volatility,
        })),
      })?.errors?.map((error) => error > 0);
    expect(errorsOf([0, 0])).toEqual([false, false, false, false, false]);
    // What is empty in half of the paths has no error; the highest percentile has one.
    expect(errorsOf([0, 0.5])?.at(-1)).toBe(true);
  });
});
