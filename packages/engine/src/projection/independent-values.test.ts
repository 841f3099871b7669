import { describe, expect, it } from 'vitest';
import { inverse, lognormal, nodes, points, quantileAt, reach } from './log-distribution.ts';
import { normalCdf, normalTail } from './normal-cdf.ts';
import { normalQuantile } from './normal-quantile.ts';
import { projectScenarios, projectValue } from './project-value.ts';
import {
  contributionOf,
  flowOf,
  isWithoutFlows,
  netContributionOf,
  type ProjectionInput,
} from './projection-input.ts';

// What is not counted by hand in these examples was computed with SciPy 1.17, not with this engine.

const plain: ProjectionInput = {
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

describe('the normal distribution', () => {
  it('is exact to 1e-15, and its tail keeps its digits far out', () => {
    for (const [x, value] of [
      [-6, 9.865876450376946e-10],
      [-2.5, 0.006209665325776132],
      [-1, 0.15865525393145707],
      [-0.1, 0.460172162722971],
      [0, 0.5],
      [0.3, 0.6179114221889526],
      [1.5, 0.9331927987311419],
      [3, 0.9986501019683699],
      [7.5, 0.9999999999999681],
    ] as const)
      expect(Math.abs(normalCdf(x) - value)).toBeLessThan(2e-15);
    for (const [x, value] of [
      [0, 0.5],
      [0.5, 0.3085375387259869],
      [2, 0.022750131948179195],
      [5, 2.866515718791933e-7],
      [7, 1.279812543885835e-12],
      [7.2, 3.010627981117422e-13],
      [10, 7.61985302416047e-24],
      [20, 2.7536241186061556e-89],
      [37, 5.7255712225239266e-300],
    ] as const)
      expect(Math.abs(normalTail(x) / value - 1)).toBeLessThan(1e-8);
    expect(normalTail(37.1)).toBe(0);
  });

  it('has the quantiles of Wichura in all three of his ranges', () => {
    for (const [p, z] of [
      [1e-300, -37.0470962993612],
      [1e-12, -7.034483825301131],
      [1e-6, -4.753424308822899],
      [0.001, -3.090232306167813],
      [0.05, -1.6448536269514729],
      [0.074, -1.4466320671589785],
      [0.076, -1.4325027208258116],
      [0.25, -0.6744897501960817],
      [0.4, -0.2533471031357997],
      [0.6, 0.2533471031357997],
      [0.924, 1.432502720825812],
      [0.926, 1.446632067158979],
      [0.95, 1.6448536269514722],
      [0.999, 3.090232306167813],
    ] as const)
      expect(Math.abs(normalQuantile(p) / z - 1)).toBeLessThan(1e-13);
  });
});

describe('a distribution on its grid', () => {
  it('is a straight line where it is lognormal, beyond its ends too', () => {
    const own = lognormal(3, 0.2);
    expect(own.from).toBeCloseTo(3 - 6.5 * 0.2, 14);
    expect(own.from + own.step * (points - 1)).toBeCloseTo(3 + reach * 0.2, 12);
    for (const z of [1, 1.7, 1.71, 2.5, 3, 3.3333, 4.29, 4.3, 6])
      expect(quantileAt(own, z)).toBeCloseTo((z - 3) / 0.2, 10);
    for (const q of [-12, -6.5, -1, 0, 2.345, 6.5, 15]) expect(inverse(own, q)).toBeCloseTo(3 + 0.2 * q, 10);
  });

  it('follows a cubic exactly between its points, and a straight line at its ends', () => {
    const cubic = (k: number) => 0.5 + k / 10 + k ** 2 / 1000 + k ** 3 / 1e5;
    const own = { from: -2, step: 0.25, quantile: Float64Array.from({ length: points }, (_, k) => cubic(k)) };
    for (const k of [0.5, 1, 1.25, 17.5, 63.9, 125.75, 126.5, 127.75])
      expect(quantileAt(own, -2 + 0.25 * k)).toBeCloseTo(cubic(k), 9);
    expect(quantileAt(own, -3)).toBeCloseTo(cubic(0) - 4 * (cubic(1) - cubic(0)), 10);
    expect(quantileAt(own, 32)).toBeCloseTo(cubic(128) + 8 * (cubic(128) - cubic(127)), 8);
    expect(quantileAt(own, inverse(own, 3.21))).toBeCloseTo(3.21, 11);
  });

  it('has weights that know the first moments of the bell', () => {
    const moment = (power: number) => nodes.reduce((sum, { at, weight }) => sum + weight * at ** power, 0);
    expect([0, 1, 2, 3, 4].map((power) => Math.round(moment(power) * 1e7) / 1e7 + 0)).toEqual([
      1, 0, 1, 0, 3,
    ]);
  });
});

describe('percentiles', () => {
  it('of one payment are those of the lognormal with its mean and variance', () => {
    const end = projectValue(plain).points.at(-1);
    expect(end?.percentiles).toEqual([7029.77, 14_723.92, 30_839.38]);
    // 10,000 * 1.05^10.
    expect(end?.mean).toBe(16_288.95);
  });

  it('of two contributions are those of the integral over the month between', () => {
    const { points: found, method } = projectValue({
      ...plain,
      startValue: 1000,
      monthlyContribution: 100,
      months: 2,
    });
    expect(method).toBe('recursion');
    expect(found.map(({ month, paidIn }) => [month, paidIn])).toEqual([
      [0, 1000],
      [2, 1200],
    ]);
    expect(found.at(-1)?.percentiles).toEqual([1110.42, 1206.83, 1312.65]);
  });

  it('of scenarios each at its own rate', () => {
    const funds = [
      { weight: 0.25, stress: -0.1, unfavourable: 0, moderate: 0.05, favourable: 0.1 },
      { weight: 0.75, stress: 0, unfavourable: 0.02, moderate: 0.04, favourable: 0.06 },
    ];
    const values = projectScenarios(funds, 1000, 2);
    expect(values.stress).toBeCloseTo(250 * 0.81 + 750, 10);
    expect(values.unfavourable).toBeCloseTo(250 + 750 * 1.0404, 10);
    expect(values.moderate).toBeCloseTo(250 * 1.1025 + 750 * 1.0816, 10);
    expect(values.favourable).toBeCloseTo(250 * 1.21 + 750 * 1.1236, 10);
  });
});

describe('what comes in and goes out', () => {
  const saving = { ...plain, monthlyContribution: 100, contributionGrowth: 0.1, entryCost: 0.05 };

  it('grows once a year from its own beginning on', () => {
    const at = (months: readonly number[], input: ProjectionInput = saving) =>
      months.map((month) => Math.round(contributionOf(input, month) * 1e6) / 1e6);
    expect(at([1, 12, 13, 24, 25])).toEqual([100, 100, 110, 110, 121]);
    const stages = [
      { afterMonth: 6, monthlyContribution: 0, contributionGrowth: 0 },
      { afterMonth: 10, monthlyContribution: 50, contributionGrowth: 0.2 },
    ];
    expect(at([6, 7, 10, 11, 22, 23, 34, 35], { ...saving, contributionStages: stages })).toEqual([
      100, 0, 0, 50, 50, 60, 60, 72,
    ]);
  });

  it('pays for entering, not for leaving, and the fee of the month', () => {
    expect(netContributionOf(saving, 1)).toBeCloseTo(95, 12);
    expect(netContributionOf({ ...saving, monthlyFee: 2.5 }, 13)).toBeCloseTo(102, 12);
    expect(netContributionOf({ ...saving, monthlyContribution: -100 }, 1)).toBe(-100);
    expect(netContributionOf({ ...saving, monthlyContribution: 0, monthlyFee: 2 }, 1)).toBe(-2);
  });

  it('is in, out or turning', () => {
    const later = [{ afterMonth: 60, monthlyContribution: 0, contributionGrowth: 0 }];
    expect(flowOf(plain)).toBe('in');
    expect(flowOf(saving)).toBe('in');
    expect(flowOf({ ...plain, monthlyFee: 2 })).toBe('out');
    expect(flowOf({ ...plain, monthlyContribution: -50 })).toBe('out');
    expect(flowOf({ ...saving, monthlyFee: 2, contributionStages: later })).toBe('turning');
    expect(flowOf({ ...saving, monthlyFee: 2, contributionStages: later, months: 60 })).toBe('in');
    expect(flowOf({ ...plain, monthlyContribution: 2, monthlyFee: 2 })).toBe('in');
    expect(isWithoutFlows(plain)).toBe(true);
    expect(isWithoutFlows({ ...plain, monthlyFee: 0, contributionStages: later })).toBe(true);
    expect(isWithoutFlows({ ...plain, monthlyFee: 2 })).toBe(false);
    expect(isWithoutFlows(saving)).toBe(false);
    const begins = [{ afterMonth: 12, monthlyContribution: 50, contributionGrowth: 0 }];
    expect(isWithoutFlows({ ...plain, contributionStages: begins })).toBe(false);
  });
});
