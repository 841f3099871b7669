import { describe, expect, it } from 'vitest';
import { normalCdf } from './normal-cdf.ts';
import { normalQuantile } from './normal-quantile.ts';
import { projectScenarios, projectValue } from './project-value.ts';
import type { ProjectionInput } from './projection-input.ts';

const base: ProjectionInput = {
  startValue: 10_000,
  monthlyContribution: 0,
  contributionGrowth: 0,
  months: 120,
  expectedReturn: 0.06,
  volatility: 0.12,
  ongoingCost: 0.01,
  entryCost: 0,
  percentiles: [0.1, 0.5, 0.9],
  paths: 0,
  seed: 1,
};
const last = (rest: Partial<ProjectionInput>) => projectValue({ ...base, ...rest }).points.at(-1);

describe('projection', { timeout: 60_000 }, () => {
  it('knows the normal quantiles', () => {
    for (const [p, z] of [
      [0.975, 1.959963984540054],
      [0.5, 0],
      [0.01, -2.3263478740408408],
      [1e-10, -6.361340902404056],
    ] as const) {
      expect(normalQuantile(p)).toBeCloseTo(z, 12);
      expect(normalQuantile(1 - p)).toBeCloseTo(-z, 5);
    }
  });

  it('takes a fixed fee every month in euros: as much less comes in, and without contributions it is taken out', () => {
    const saving = { monthlyContribution: 100, entryCost: 0.02 };
    const less = last({ monthlyContribution: 95.5 });
    expect(last({ ...saving, monthlyFee: 2.5 })).toEqual({ ...less, paidIn: 22_000 });
    const out = last({ monthlyContribution: -2.5 });
    expect(last({ monthlyFee: 2.5 })).toEqual(out);
    expect(last({ monthlyFee: 0 })).toEqual(last({}));
    // Of a fee above the contribution only the rest is taken out, and the contributions are told all the same.
    const most = last({ monthlyContribution: 1, monthlyFee: 2.5 });
    expect(most).toEqual({ ...last({ monthlyContribution: -1.5 }), paidIn: 10_120 });
    const drawn = last({ ...saving, monthlyFee: 2.5, paths: 4000 });
    expect(drawn?.errors).toHaveLength(3);
    for (const [k, error] of (drawn?.errors ?? []).entries())
      expect(Math.abs((drawn?.percentiles[k] ?? 0) - (less?.percentiles[k] ?? 0))).toBeLessThan(2 * error);
    expect(drawn?.paidIn).toBe(22_000);
    // A depot that the fees have eaten up is worth nothing, not less.
    expect(last({ startValue: 100, monthlyFee: 2.5 })?.percentiles).toEqual([0, 0, 0]);
  });

  it('tells half a cent away from zero, whatever its binary fraction is', () => {
    expect(last({ startValue: 1.005 })?.paidIn).toBe(1.01);
  });

  it('grows without risk by compound interest net of costs', () => {
    expect(last({ volatility: 0 })).toEqual({
      month: 120,
      paidIn: 10_000,
      mean: 16_288.95,
      percentiles: [16_288.95, 16_288.95, 16_288.95],
    });
    const saved = last({
      volatility: 0,
      startValue: 0,
      monthlyContribution: 100,
      expectedReturn: 0.01,
      entryCost: 0.05,
    });
    expect(saved).toMatchObject({ paidIn: 12_000, mean: 11_400 });
    expect(
      last({
        volatility: 0,
        startValue: 0,
        monthlyContribution: 100,
        contributionGrowth: 0.1,
        months: 24,
        expectedReturn: 0.01,
      })?.mean,
    ).toBe(2520);
  });

  it('has the exact lognormal percentiles of one payment', () => {
    const point = last({});
    const s2 = 10 * Math.log(1 + (0.12 / 1.05) ** 2);
    expect(point?.mean).toBeCloseTo(16_288.95, 2);
    expect(point?.percentiles[1]).toBeCloseTo(16_288.946 * Math.exp(-s2 / 2), 1);
    expect(point?.percentiles[2]).toBeCloseTo(
      16_288.946 * Math.exp(-s2 / 2 + Math.sqrt(s2) * 1.2815515655446008),
      1,
    );
  });

  it.each([
    { monthlyContribution: 100 },
    { monthlyContribution: 100, startValue: 0, volatility: 0.25 },
    { monthlyContribution: 1000, startValue: 100, months: 30, contributionGrowth: 0.03, entryCost: 0.05 },
  ])('agrees with seeded paths within their stated error: %j', (rest) => {
    const exact = last(rest);
    let inside = 0;
    const seeds = [1, 2, 3, 4, 5, 6, 7, 8];
    for (const seed of seeds) {
      const drawn = last({ ...rest, paths: 4000, seed });
      expect(Math.abs((drawn?.mean ?? 0) / (exact?.mean ?? 1) - 1)).toBeLessThan(0.03);
      drawn?.percentiles.forEach((value, k) => {
        const error = drawn.errors?.[k] ?? 0;
        expect(error).toBeLessThan(0.1 * value);
        if (Math.abs(value - (exact?.percentiles[k] ?? 0)) <= error) inside += 1;
      });
    }
    // 95 % of 24 intervals hold the percentile; 20 is far below what chance takes away.
    expect(inside).toBeGreaterThanOrEqual(20);
    expect(last({ ...rest, paths: 500 })).toEqual(last({ ...rest, paths: 500 }));
    expect(exact?.errors).toBeUndefined();
  });

  it('carries the distribution of contributions exactly where it is known', () => {
    // A contribution of a ten-thousandth of a cent a month changes nothing: the lognormal must come out.
    const known = last({});
    const carried = last({ monthlyContribution: 1e-6 });
    carried?.percentiles.forEach((value, k) =>
      expect(Math.abs(value - (known?.percentiles[k] ?? 0))).toBeLessThan(0.02),
    );
    // Twice 100, the second not yet grown: 100 plus one lognormal month.
    const two = last({ startValue: 0, monthlyContribution: 100, months: 2 });
    const variance = Math.log(1 + (0.12 / 1.05) ** 2) / 12;
    const month = 100 * 1.05 ** (1 / 12) * Math.exp(-variance / 2);
    expect(two?.percentiles[2]).toBeCloseTo(
      100 + month * Math.exp(1.2815515655446008 * Math.sqrt(variance)),
      2,
    );
    expect(last({ startValue: 0, monthlyContribution: 100, months: 1 })?.percentiles).toEqual([
      100, 100, 100,
    ]);
  });

  it('has growing percentiles for any input', () => {
    for (const volatility of [0.001, 0.05, 0.6]) {
      for (const startValue of [0, 1, 1e6]) {
        const percentiles = [0.01, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99];
        const found = last({
          volatility,
          startValue,
          monthlyContribution: 50,
          months: 60,
          percentiles,
        })?.percentiles;
        expect(found).toHaveLength(7);
        expect(found?.every((value, k) => value > (found[k - 1] ?? 0))).toBe(true);
      }
    }
  });

  it('knows the normal distribution function as the inverse of its quantiles', () => {
    for (const p of [1e-5, 0.02425, 0.3, 0.5, 0.9, 0.999999])
      expect(normalCdf(normalQuantile(p)) / p).toBeCloseTo(1, 11);
    expect(normalCdf(normalQuantile(1e-12)) / 1e-12).toBeCloseTo(1, 8);
    expect([normalCdf(40), normalCdf(-40), normalCdf(0)]).toEqual([1, 0, 0.5]);
    expect(normalCdf(-8) / 6.220960574271785e-16).toBeCloseTo(1, 6);
  });

  it('gives a point per year and the end, and says what it assumes', () => {
    const { points, method, assumptions } = projectValue({ ...base, months: 30 });
    expect(points.map(({ month }) => month)).toEqual([0, 12, 24, 30]);
    expect(method).toBe('lognormal');
    expect(assumptions).toMatchObject({ netReturn: 0.05 - 1e-17, ongoingCost: 0.01 });
  });

  it('adds the scenarios of the funds', () => {
    const fund = { weight: 0.5, stress: -0.5, unfavourable: -0.1, moderate: 0.04, favourable: 0.1 };
    expect(projectScenarios([fund, { ...fund, moderate: 0 }], 1000, 2)).toMatchObject({
      stress: 250,
      moderate: 500 * 1.04 ** 2 + 500,
    });
  });
});
