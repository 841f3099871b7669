import { describe, expect, it } from 'vitest';
import { normalQuantile } from './normal-quantile.ts';
import { type ProjectionInput, projectScenarios, projectValue } from './project-value.ts';

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

describe('projection', () => {
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

  it('agrees with seeded paths, which repeat exactly', () => {
    const exact = last({ monthlyContribution: 100 });
    const drawn = last({ monthlyContribution: 100, paths: 8000 });
    expect(last({ monthlyContribution: 100, paths: 8000 })).toEqual(drawn);
    [drawn?.mean ?? 0, ...(drawn?.percentiles ?? [])].forEach((value, k) => {
      const wanted = [exact?.mean ?? 0, ...(exact?.percentiles ?? [])][k] ?? 0;
      expect(Math.abs(value / wanted - 1)).toBeLessThan(0.02);
    });
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
