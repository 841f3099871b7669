import { describe, expect, it } from 'vitest';
import { fewMonths, lastOf, percentiles } from '../fixtures/few-months.ts';
import { projectValue } from './project-value.ts';

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
      ...fewMonths,
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

describe('one payment out of a depot', () => {
  // What is left is worth a call on the depot, undiscounted (Black 1976): m N(d1) - K N(d2), computed with SciPy.
  it.each([
    [500, 0.15, 504.07, 500, 0],
    [1000, 0.15, 18.52, 985.56, 0.468685],
    [1010, 0.15, 13.69, 990.38, 0.565107],
    [1100, 0.15, 0.2, 1003.88, 0.987593],
    [950, 0.5, 82.37, 921.71, 0.359818],
    [1500, 0.5, 0.05, 1004.03, 0.999158],
  ])('of %d at a volatility of %d', (payment, volatility, mean, paidOut, emptyShare) => {
    const one = {
      contributionGrowth: 0,
      entryCost: 0,
      monthlyFee: 0,
      monthlyContribution: -payment,
      volatility,
    };
    expect(lastOf({ ...one, months: 1 })).toMatchObject({
      mean: expect.closeTo(mean, 1.7) as number,
      paidOut: expect.closeTo(paidOut, 1.7) as number,
      emptyShare: expect.closeTo(emptyShare, 6) as number,
    });
  });

  it('is all there is, however much more is asked for, and the last one soon', () => {
    for (const payment of [1200, 2000, 1e6, 1e9]) {
      const most = {
        contributionGrowth: 0,
        entryCost: 0,
        monthlyFee: 0,
        monthlyContribution: -payment,
        volatility: 0.15,
      };
      const end = lastOf(most);
      expect(end).toMatchObject({ mean: 0, percentiles: [0, 0, 0, 0, 0], emptyShare: 1 });
      expect(end?.paidOut).toBeCloseTo(1000 * 1.05 ** (1 / 12), 1.5);
    }
  });
});

describe('withdrawals that grow from year to year', () => {
  const growing = {
    startValue: 1700,
    monthlyContribution: -100,
    contributionGrowth: 0.5,
    entryCost: 0,
    monthlyFee: 0,
  };

  // The same computation with SciPy as of the others of a few months.
  it.each([
    [12, 557.75, [196.21, 285.43, 543.72, 877.83, 1043.61], 1200, 0.000019],
    [13, 410.13, [46.11, 135.37, 395.24, 734.99, 904.97], 1349.88, 0.003378],
    [14, 265.22, [0, 0, 246.31, 590.24, 763.65], 1496.47, 0.061657],
  ])('in month %d', (months, mean, values, paidOut, emptyShare) => {
    const last = lastOf({ ...growing, volatility: 0.15, months });
    expect(last?.mean).toBeCloseTo(mean, 1.6);
    expect(last?.percentiles).toEqual(values.map((value) => expect.closeTo(value, 1.6) as number));
    expect(last?.paidOut).toBeCloseTo(paidOut, 1.6);
    expect(last?.emptyShare).toBeCloseTo(emptyShare, 5);
  });

  it('without chance go by the year as well', () => {
    const growth = 1.05 ** (1 / 12);
    const value = Array.from({ length: 14 }, (_, k) => (k < 12 ? 100 : 150)).reduce(
      (sum, paid) => sum * growth - paid,
      1700,
    );
    expect(lastOf({ ...growing, volatility: 0 })?.mean).toBeCloseTo(value, 2);
  });
});
