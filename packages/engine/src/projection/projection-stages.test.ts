import { describe, expect, it } from 'vitest';
import { normalQuantile } from './normal-quantile.ts';
import { projectValue } from './project-value.ts';
import type { ProjectionInput } from './projection-input.ts';

const base: ProjectionInput = {
  startValue: 10_000,
  monthlyContribution: 0,
  contributionGrowth: 0,
  months: 120,
  expectedReturn: 0.06,
  volatility: 0.15,
  ongoingCost: 0.01,
  entryCost: 0,
  percentiles: [0.05, 0.5, 0.95],
  paths: 0,
  seed: 1,
};
const stages = [
  { afterMonth: 60, expectedReturn: 0.04, volatility: 0.08 },
  { afterMonth: 96, expectedReturn: 0.025, volatility: 0.02 },
];
const lastOf = (rest: Partial<ProjectionInput>) => projectValue({ ...base, ...rest }).points.at(-1);

describe('a projection whose risk goes down in stages', { timeout: 60_000 }, () => {
  it('is the product of its stages for one payment: five years, then three, then two', () => {
    const years = [
      { years: 5, net: 0.05, volatility: 0.15 },
      { years: 3, net: 0.03, volatility: 0.08 },
      { years: 2, net: 0.015, volatility: 0.02 },
    ];
    const mean = years.reduce((value, stage) => value * (1 + stage.net) ** stage.years, 10_000);
    const variance = years.reduce(
      (sum, { net, volatility, ...stage }) => sum + stage.years * Math.log(1 + (volatility / (1 + net)) ** 2),
      0,
    );
    const last = lastOf({ stages });
    expect(last?.mean).toBeCloseTo(mean, 1);
    base.percentiles.forEach((p, k) => {
      const expected = mean * Math.exp(-variance / 2 + Math.sqrt(variance) * normalQuantile(p));
      expect(last?.percentiles[k]).toBeCloseTo(expected, 1);
    });
  });

  it('with contributions is what is drawn path by path', () => {
    const monthlyContribution = 150;
    const closed = lastOf({ stages, monthlyContribution });
    const paths = 40_000;
    let state = 7;
    const uniform = () => {
      state = (state * 48_271) % 2_147_483_647;
      return state / 2_147_483_647;
    };
    const monthly = (month: number) => {
      const { expectedReturn, volatility } = stages.findLast(({ afterMonth }) => month > afterMonth) ?? base;
      const net = 1 + expectedReturn - 0.01;
      const variance = Math.log(1 + (volatility / net) ** 2) / 12;
      return { drift: Math.log(net) / 12 - variance / 2, deviation: Math.sqrt(variance) };
    };
    const months = Array.from({ length: 120 }, (_, k) => monthly(k + 1));
    const values = Float64Array.from({ length: paths }, () =>
      months.reduce(
        (value, { drift, deviation }) =>
          value * Math.exp(drift + deviation * normalQuantile(uniform())) + monthlyContribution,
        10_000,
      ),
    ).sort();
    const mean = values.reduce((sum, value) => sum + value, 0) / paths;
    expect(Math.abs((closed?.mean ?? 0) / mean - 1)).toBeLessThan(0.005);
    base.percentiles.forEach((p, k) => {
      const drawn = values[Math.floor(p * paths)] ?? 0;
      expect(Math.abs((closed?.percentiles[k] ?? 0) / drawn - 1)).toBeLessThan(0.01);
    });
  });

  it('is the same as before where every stage says the same, and narrower where risk goes down', () => {
    const same = [{ afterMonth: 30, expectedReturn: 0.06, volatility: 0.15 }];
    for (const monthlyContribution of [0, 100])
      expect(lastOf({ monthlyContribution, stages: same })).toEqual(lastOf({ monthlyContribution }));
    const calm = [{ afterMonth: 12, expectedReturn: 0.06, volatility: 0 }];
    const widthOf = (last: ReturnType<typeof lastOf>) =>
      (last?.percentiles[2] ?? 0) - (last?.percentiles[0] ?? 0);
    for (const monthlyContribution of [0, 100])
      expect(widthOf(lastOf({ monthlyContribution, stages: calm }))).toBeLessThan(
        widthOf(lastOf({ monthlyContribution })) / 2,
      );
  });

  it('has no drawn paths and no withdrawals', () => {
    expect(() => lastOf({ stages, paths: 100 })).toThrow('stages');
    expect(() => lastOf({ stages, monthlyContribution: -10 })).toThrow('stages');
  });
});
