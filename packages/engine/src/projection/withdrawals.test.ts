import { describe, expect, it } from 'vitest';
import { runOperation } from '../operations/run-operation.ts';
import { normalCdf } from './normal-cdf.ts';
import { projectValue } from './project-value.ts';
import type { ProjectionInput } from './projection-input.ts';

const base: ProjectionInput = {
  startValue: 100_000,
  monthlyContribution: -500,
  contributionGrowth: 0,
  months: 360,
  expectedReturn: 0.06,
  volatility: 0.15,
  ongoingCost: 0.01,
  entryCost: 0.05,
  percentiles: [0.1, 0.5, 0.9],
  paths: 0,
  seed: 1,
};
const project = (rest: Partial<ProjectionInput>) => projectValue({ ...base, ...rest });

/** Monthly parameters of the growth. */
function monthly({ expectedReturn, ongoingCost, volatility }: ProjectionInput) {
  const net = 1 + expectedReturn - ongoingCost;
  const variance = Math.log(1 + (volatility / net) ** 2) / 12;
  return { growth: net ** (1 / 12), variance, drift: Math.log(net) / 12 - variance / 2 };
}

/** Simpson's rule on an even number of intervals. */
function integrate(f: (x: number) => number, from: number, to: number, intervals: number): number {
  const step = (to - from) / intervals;
  let sum = f(from) + f(to);
  for (let k = 1; k < intervals; k++) sum += (k % 2 === 1 ? 4 : 2) * f(from + k * step);
  return (sum * step) / 3;
}

describe('withdrawal plans', { timeout: 180_000 }, () => {
  it('pay an annuity without risk, and end in the month the annuity formula names', () => {
    const { growth } = monthly(base);
    // Value after k payments: V g^k - c (g^k - 1) / (g - 1); last one ceil(-ln(1 - V (g - 1) / c) / ln g).
    const left = (payment: number, k: number) =>
      100_000 * growth ** k - (payment * (growth ** k - 1)) / (growth - 1);
    const { points, emptyMonths } = project({ volatility: 0 });
    expect(emptyMonths).toEqual([null, null, null]);
    expect(points.length).toBeGreaterThan(1);
    for (const { month, mean, percentiles, paidIn, paidOut, emptyShare } of points) {
      expect(mean).toBeCloseTo(left(500, month), 2);
      expect(percentiles).toEqual([mean, mean, mean]);
      expect([paidIn, paidOut, emptyShare]).toEqual([100_000, 500 * month, 0]);
    }
    for (const payment of [650, 1000, 5000, 100_000]) {
      const last = Math.ceil(-Math.log(1 - (100_000 * (growth - 1)) / payment) / Math.log(growth));
      for (const paths of [0, 10]) {
        const plan = project({ volatility: 0, monthlyContribution: -payment, paths });
        expect(plan.emptyMonths).toEqual([last, last, last]);
        expect(plan.points.at(-1)).toMatchObject({ mean: 0, percentiles: [0, 0, 0], emptyShare: 1 });
        // The last payment is what is left.
        expect(plan.points.at(-1)?.paidOut).toBeCloseTo(
          (last - 1) * payment + left(payment, last - 1) * growth,
          1,
        );
      }
    }
  });

  it('agree with two months by integration over the first', () => {
    const { drift, variance } = monthly(base);
    const deviation = Math.sqrt(variance);
    const percentiles = [0.2, 0.35, 0.6, 0.95];
    for (const payment of [50_500, 49_900, 30_000]) {
      const { points, emptyMonths } = project({ months: 2, monthlyContribution: -payment, percentiles });
      const end = points.at(-1);
      /** P(V2 <= v): over the first month's growth, that the second is not enough to leave more than v. */
      const below = (v: number) =>
        integrate(
          (x) => {
            const first = 100_000 * Math.exp(drift + deviation * x) - payment;
            const short = first <= 0 ? 1 : normalCdf((Math.log((v + payment) / first) - drift) / deviation);
            return (short * Math.exp((-x * x) / 2)) / Math.sqrt(2 * Math.PI);
          },
          -8,
          8,
          1000,
        );
      const emptyShare = below(0);
      expect(end?.emptyShare).toBeCloseTo(emptyShare, 8);
      percentiles.forEach((p, k) => {
        expect(emptyMonths?.[k]).toBe(p <= emptyShare ? 2 : null);
        // Below the share of empty depots the percentile is 0, and so is the value exceeded with that share.
        expect(below(end?.percentiles[k] ?? 0)).toBeCloseTo(Math.max(p, emptyShare), 5);
      });
      const mean = integrate((v) => 1 - below(v), 0, 80_000, 400);
      expect(Math.abs((end?.mean ?? 0) - mean)).toBeLessThan(1e-6 * payment);
    }
  });

  it('run empty for ever as often as the reciprocal gamma law says', () => {
    // Dufresne 1990, The distribution of a perpetuity; Milevsky & Robinson 2005, A sustainable spending rate without
    // simulation: the present value of a constant payment for ever is reciprocally gamma distributed with shape
    // 2 m / s^2 and scale 2 / s^2 where the log return a year is normal (m, s^2). They pay all the time; a payment at the
    // end of a month is half a month later and so worth that much less. Growth this fast decides within 600 months.
    for (const [expectedReturn, volatility, payment] of [
      [0.21, 0.25, 1200],
      [0.25, 0.25, 1500],
    ] as const) {
      const input = { ...base, expectedReturn, volatility, monthlyContribution: -payment, months: 600 };
      const { growth, variance, drift } = monthly(input);
      const shape = (2 * drift) / variance;
      const spent = ((12 * payment) / 100_000 / Math.sqrt(growth)) * (2 / (12 * variance));
      // Of an integer-free shape: the incomplete gamma function by its power series.
      let term = 1 / shape;
      let sum = term;
      for (let k = 1; k < 500; k++) sum += term *= spent / (shape + k);
      const ruin = Math.exp(shape * Math.log(spent) - spent - logGamma(shape)) * sum;
      expect(Math.abs((projectValue(input).points.at(-1)?.emptyShare ?? 0) - ruin)).toBeLessThan(0.002);
    }
  });

  it.each([
    {},
    { volatility: 0.02, monthlyContribution: -650 },
    { volatility: 0.4, months: 120 },
    { monthlyContribution: -5000, months: 30 },
    { monthlyContribution: -300, contributionGrowth: 0.03 },
    { monthlyContribution: -900, contributionGrowth: -0.1, months: 200 },
  ])('agree with seeded paths within their stated error: %j', (rest) => {
    const carried = project(rest);
    const [seeds, paths] = [2, 3000];
    let [inside, asked] = [0, 0];
    for (let seed = 1; seed <= seeds; seed++) {
      const drawn = project({ ...rest, paths, seed });
      drawn.points.forEach(({ percentiles, errors, emptyShare, paidOut }, k) => {
        const point = carried.points[k];
        percentiles.forEach((value, j) => {
          asked += 1;
          // An empty depot is empty in both, but for the paths next to the edge.
          if (Math.abs(value - (point?.percentiles[j] ?? 0)) <= Math.max(1, errors?.[j] ?? 0)) inside += 1;
        });
        const share = point?.emptyShare ?? 0;
        const error = 4 * Math.sqrt((share * (1 - share)) / paths);
        expect(Math.abs((emptyShare ?? 0) - share)).toBeLessThanOrEqual(error + 0.001);
        expect(Math.abs((paidOut ?? 0) / (point?.paidOut || 1) - 1) || 0).toBeLessThan(k === 0 ? 1.1 : 0.02);
      });
      drawn.emptyMonths?.forEach((month, j) => {
        const other = carried.emptyMonths?.[j] ?? null;
        const [p, share] = [base.percentiles[j] ?? 0, carried.points.at(-1)?.emptyShare ?? 0];
        // Where only one of them comes to it, as many depots are empty at the end as just decide it.
        const isClose =
          month === null || other === null
            ? month === other || Math.abs(share - p) < 0.05
            : Math.abs(month - other) < 0.25 * other;
        expect(isClose).toBe(true);
      });
    }
    expect(inside / asked).toBeGreaterThan(0.85);
  });

  it('never show less than nothing, and stay empty', () => {
    for (const volatility of [0, 1e-7, 0.001, 0.1, 0.6])
      for (const monthlyContribution of [-0.01, -300, -800, -1e5, -1e9])
        for (const paths of [0, 50]) {
          const percentiles = [0.01, 0.3, 0.5, 0.99];
          const { points, emptyMonths } = project({
            volatility,
            monthlyContribution,
            paths,
            months: 150,
            percentiles,
          });
          let before = 0;
          for (const point of points) {
            const { emptyShare = -1, paidOut = -1 } = point;
            const values = [point.mean, ...point.percentiles, paidOut];
            expect(values.every((value) => value >= 0 && Number.isFinite(value))).toBe(true);
            expect(point.percentiles).toEqual(point.percentiles.toSorted((a, b) => a - b));
            expect(emptyShare).toBeGreaterThanOrEqual(before);
            before = emptyShare;
            point.percentiles.forEach((value, k) => {
              const since = emptyMonths?.[k] ?? null;
              const isEmpty = since !== null && since <= point.month;
              expect(isEmpty ? value : 0).toBe(0);
              expect(isEmpty || value > 0).toBe(true);
            });
          }
        }
  });

  it('start empty where there is nothing to take from', () => {
    for (const paths of [0, 20]) {
      const { points, emptyMonths } = project({ startValue: 0, months: 12, paths });
      expect(emptyMonths).toEqual([0, 0, 0]);
      expect(points).toHaveLength(2);
      for (const point of points)
        expect(point).toMatchObject({
          mean: 0,
          percentiles: [0, 0, 0],
          paidIn: 0,
          paidOut: 0,
          emptyShare: 1,
        });
    }
    // Contributions say nothing of running empty.
    expect(project({ monthlyContribution: 100 })).not.toHaveProperty('emptyMonths');
    expect(project({ monthlyContribution: 0 }).points[0]).not.toHaveProperty('emptyShare');
  });

  it('hardly differ from no plan where next to nothing is taken', () => {
    const none = project({ monthlyContribution: 0, months: 120 });
    const tiny = project({ monthlyContribution: -1e-5, months: 120 });
    none.points.forEach(({ mean, percentiles }, k) => {
      expect(Math.abs((tiny.points[k]?.mean ?? 0) - mean)).toBeLessThan(0.011);
      percentiles.forEach((value, j) => {
        expect(Math.abs((tiny.points[k]?.percentiles[j] ?? 0) - value)).toBeLessThan(1e-5 * value);
      });
    });
    expect(tiny.emptyMonths).toEqual([null, null, null]);
  });

  it('have a money-weighted return: that of the assumption where nothing is left to chance', async () => {
    const { growth } = monthly(base);
    const input = { startValue: 100_000, expectedReturn: 0.05, volatility: 0 };
    for (const payment of [400, 700]) {
      const plan = await runOperation('projection', { ...input, months: 240, monthlyContribution: -payment });
      const { points, emptyMonths } = plan as {
        points: { mean: number; paidOut: number }[];
        emptyMonths: number[];
      };
      const end = points.at(-1);
      const last = emptyMonths[0] ?? 240;
      const rest = (end?.paidOut ?? 0) - (last - 1) * payment + (end?.mean ?? 0);
      const flows = [-100_000, ...Array.from({ length: last - 1 }, () => payment), rest];
      const { moneyWeightedReturn } = (await runOperation('moneyWeightedReturn', { flows })) as Record<
        string,
        number
      >;
      expect(moneyWeightedReturn).toBeCloseTo(growth - 1, 7);
    }
  });

  it('are taken by the operation', async () => {
    const input = {
      startValue: 10_000,
      monthlyContribution: -1000,
      years: 2,
      expectedReturn: 0,
      volatility: 0,
    };
    expect(await runOperation('projection', input)).toMatchObject({
      method: 'recursion',
      emptyMonths: [10, 10, 10],
      points: [
        { month: 0, percentiles: [10_000, 10_000, 10_000] },
        { month: 12, mean: 0, paidOut: 10_000, emptyShare: 1 },
        { month: 24, mean: 0, paidOut: 10_000, emptyShare: 1 },
      ],
    });
  });
});

/** ln of the gamma function by Stirling's series, moved up until it is exact. */
function logGamma(x: number): number {
  let shift = 0;
  let at = x;
  for (; at < 20; at++) shift += Math.log(at);
  const series = 1 / (12 * at) - 1 / (360 * at ** 3) + 1 / (1260 * at ** 5);
  return (at - 0.5) * Math.log(at) - at + Math.log(2 * Math.PI) / 2 + series - shift;
}

it('a depot pays out all it holds, however much more is asked for', () => {
  for (const volatility of [0.01, 0.12, 0.4])
    for (const payment of [10_500, 11_000, 20_000, 1e6, 1e9]) {
      const input = { startValue: 10_000, monthlyContribution: -payment, volatility, months: 24 };
      const { growth } = monthly({ ...base, volatility });
      const end = project(input).points.at(-1);
      expect(end).toMatchObject({ mean: 0, percentiles: [0, 0, 0], emptyShare: 1 });
      // All of it goes at the end of the first month, and what fortunate months leave soon after.
      expect(end?.paidOut).toBeGreaterThan(10_000 * growth - 1);
      expect(end?.paidOut).toBeLessThan(10_000 * growth + (payment < 20_000 ? 10 : 1));
    }
});

describe('contributions that outgrow a fee that exceeds them at first', { timeout: 60_000 }, () => {
  const turning = { startValue: 300, monthlyContribution: 4, contributionGrowth: 0.05, monthlyFee: 5 };
  const { entryCost } = base;
  /** Net of a month, as the fee and the growth of contributions say. */
  const netOf = (month: number) => 4 * 1.05 ** Math.floor((month - 1) / 12) * (1 - entryCost) - 5;

  it('come back to a depot that ran low, to the cent without risk', () => {
    const { points, emptyMonths } = project({ ...turning, volatility: 0 });
    const { growth } = monthly({ ...base, volatility: 0 });
    let value = 300;
    for (let month = 1; month <= 360; month++) value = Math.max(0, value * growth + netOf(month));
    expect(value).toBeGreaterThan(1000);
    const last = points.at(-1);
    expect(last?.mean).toBeCloseTo(value, 1);
    expect(last?.percentiles[1]).toBeCloseTo(value, 1);
    // No month is the one from which on there is nothing.
    expect(emptyMonths).toBeUndefined();
  });

  it('fill a depot again that was empty, and are not told as nothing', () => {
    const { points } = project({ ...turning, startValue: 1, volatility: 0 });
    const value = (until: number) => {
      let sum = 1;
      const { growth } = monthly({ ...base, volatility: 0 });
      for (let month = 1; month <= until; month++) sum = Math.max(0, sum * growth + netOf(month));
      return sum;
    };
    expect(value(24)).toBe(0);
    expect(points.find(({ month }) => month === 24)).toMatchObject({ mean: 0, emptyShare: 1 });
    expect(points.at(-1)?.mean).toBeCloseTo(value(360), 1);
    expect(points.at(-1)?.emptyShare).toBe(0);
  });

  it.each([
    [300, 'recursion'],
    [20, 'seeded-paths'],
  ])('agree with paths of another generator, in stages as well: from %d by %s', (startValue, way) => {
    const stages = [{ afterMonth: 120, expectedReturn: 0.04, volatility: 0.05 }];
    const { points, method } = project({ ...turning, startValue, stages });
    expect(method).toBe(way);
    // A linear congruential generator and the sum of twelve uniforms instead of the engine's own.
    let state = 12_345;
    const uniform = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
    const normal = () => Array.from({ length: 12 }, uniform).reduce((sum, u) => sum + u, -6);
    const [early, late] = [monthly(base), monthly({ ...base, expectedReturn: 0.04, volatility: 0.05 })];
    const paths = 4000;
    let sum = 0;
    for (let path = 0; path < paths; path++) {
      let value = startValue;
      for (let month = 1; month <= 360; month++) {
        const { drift, variance } = month <= 120 ? early : late;
        value = Math.max(0, value * Math.exp(drift + Math.sqrt(variance) * normal()) + netOf(month));
      }
      sum += value;
    }
    const mean = points.at(-1)?.mean ?? 0;
    expect(Math.abs(mean / (sum / paths) - 1)).toBeLessThan(0.02);
  });
});
