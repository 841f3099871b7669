import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { GroupRow } from '../frontier/problem.ts';
import type { AllocationGroup, AllocationInput, AllocationType } from './allocation-input.ts';
import { measureOf, startColumn } from './column-problem.ts';
import { heuristicColumn } from './heuristic-column.ts';
import { rateColumn, riskContributionsOf } from './rate-column.ts';
import { roundColumn } from './round-column.ts';
import { solveParameter } from './solve-parameter.ts';

const group = (id: string, equityQuota: number, change: Partial<AllocationGroup> = {}): AllocationGroup => ({
  id,
  expectedReturn: 0.03,
  equityQuota,
  lower: 0,
  upper: 1,
  isMoneyMarket: false,
  ...change,
});
/** Equities 20 %, bonds 5 %, correlation 0.2, and money that does not move. */
const groups = [group('equity', 1), group('bonds', 0), group('cash', 0, { isMoneyMarket: true })];
const covariance = [
  [0.04, 0.002, 0],
  [0.002, 0.0025, 0],
  [0, 0, 0],
];
const input = (type: AllocationType, change: Partial<AllocationInput> = {}): AllocationInput => ({
  groups,
  covariance,
  classes: [],
  type,
  measure: 'VOLATILITY',
  rows: [],
  units: 100,
  minPosition: 0,
  riskFreeRate: 0,
  ...change,
});
const close = (values: readonly number[], digits = 6) =>
  values.map((value) => expect.closeTo(value, digits) as number);

describe('heuristic columns of two groups and money', () => {
  const columnOf = (
    type: AllocationType,
    target: number,
    range: number,
    change: Partial<AllocationInput> = {},
  ) => {
    const weights = heuristicColumn(startColumn(input(type, change), { id: 'x', target, range }));
    return Array.from(weights);
  };
  // Half and half: sqrt(0.25 * 0.04 + 0.25 * 0.0025 + 0.5 * 0.002). By volatility 1 : 4, which is also the parity of
  // risk and the most diversified mix of two: sqrt(0.04 * 0.04 + 0.64 * 0.0025 + 0.32 * 0.002).
  const even = 100 * Math.sqrt(0.011625);
  const inverse = 100 * Math.sqrt(0.00384);

  it('are mixed with money until the target is met', () => {
    const theta = 5 / even;
    expect(columnOf('EQUAL_WEIGHT', 5, 1)).toEqual(close([theta / 2, theta / 2, 1 - theta]));
    for (const type of ['INVERSE_VOL', 'RISK_PARITY', 'MAX_DIVERSIFICATION'] as const)
      expect(columnOf(type, 5, 1)).toEqual(close([1 / inverse, 4 / inverse, 1 - 5 / inverse], 4));
    // The quantile of 97.5 % is 1.96 deviations.
    const share = 5 / 1.96 / even;
    expect(columnOf('EQUAL_WEIGHT', 5, 1, { measure: 'VALUE_AT_RISK' })).toEqual(
      close([share / 2, share / 2, 1 - share]),
    );
    expect(columnOf('EQUAL_WEIGHT', 20, 1, { measure: 'EQUITY_QUOTA' })).toEqual(close([0.2, 0.2, 0.6]));
  });

  it('are left as they are within the band below the target, and above it without money to mix in', () => {
    expect(columnOf('EQUAL_WEIGHT', 11, 1)).toEqual(close([0.5, 0.5, 0]));
    const noMoney = groups.map((one) => (one.isMoneyMarket ? { ...one, upper: 0 } : one));
    expect(columnOf('EQUAL_WEIGHT', 10, 1, { groups: noMoney })).toEqual(close([0.5, 0.5, 0]));
    expect(() => columnOf('EQUAL_WEIGHT', 5, 1, { groups: noMoney })).toThrow(
      expect.objectContaining({
        code: 'ALLOC_INFEASIBLE',
        path: 'classes.x',
        message: expect.stringContaining('class x needs 4 to 6, the nearest of this type is 10.78') as string,
        details: {
          riskClass: 'x',
          low: expect.closeTo(even, 8) as number,
          high: expect.closeTo(20, 2) as number,
          nearest: expect.closeTo(even, 8) as number,
        },
      }),
    );
  });

  it('favour equities until they are a tenth of the band above its lower edge, or at the target', () => {
    // 70 +- 5: the aim is 66 % equities.
    const tilt = { measure: 'EQUITY_QUOTA' } as const;
    expect(columnOf('EQUAL_WEIGHT', 70, 5, tilt)).toEqual(close([0.66, 0.34, 0]));
    expect(columnOf('EQUAL_WEIGHT', 70, 0, tilt)).toEqual(close([0.7, 0.3, 0]));
    for (const type of ['INVERSE_VOL', 'RISK_PARITY', 'MAX_DIVERSIFICATION'] as const)
      expect(columnOf(type, 70, 5, tilt)).toEqual(close([0.66, 0.34, 0], 4));
  });

  it('say how far they reach', () => {
    const half = groups.map((one) => ({ ...one, equityQuota: one.equityQuota / 2 }));
    expect(() => columnOf('EQUAL_WEIGHT', 80, 5, { groups: half, measure: 'EQUITY_QUOTA' })).toThrow(
      expect.objectContaining({
        message: expect.stringContaining('needs 75 to 85, the nearest of this type is 50.00') as string,
        details: {
          riskClass: 'x',
          low: 0,
          high: expect.closeTo(50, 3) as number,
          nearest: expect.closeTo(50, 3) as number,
        },
      }),
    );
    const onlyMoney = groups.map((one) => (one.isMoneyMarket ? one : { ...one, upper: 0 }));
    expect(() => columnOf('EQUAL_WEIGHT', 5, 1, { groups: onlyMoney })).toThrow(
      expect.objectContaining({ code: 'INPUT_INVALID', path: 'groups' }),
    );
  });
});

describe('whole units of a column', () => {
  const row: GroupRow = { weights: [1, 1, 0, 0], lower: 0.2, upper: 0.6, name: 'both' };
  const four = [group('a', 1), group('b', 0.6), group('c', 0.3), group('d', 0, { isMoneyMarket: true })];
  const risks = [0.2, 0.15, 0.06, 0.01];
  const matrix = risks.map((own, i) => risks.map((other, j) => own * other * (i === j ? 1 : 0.3)));
  const problemOf = (measure: AllocationInput['measure'], target: number, range: number, units = 50) =>
    startColumn(input('EQUAL_WEIGHT', { groups: four, covariance: matrix, rows: [row], units, measure }), {
      id: 'x',
      target,
      range,
    });
  type Problem = ReturnType<typeof problemOf>;
  /** Points outside the band, measured to hundredths, and points outside the row. */
  const outside = (
    { input: { groups: own, measure, units: total }, covariance: flat, band }: Problem,
    units: readonly number[],
  ) => {
    const weights = units.map((value) => value / total);
    const points = Math.round(100 * measureOf(own, flat, measure, weights)) / 100;
    const sum = (weights[0] ?? 0) + (weights[1] ?? 0);
    return (
      Math.max(0, band.low - points, points - band.high) +
      100 * Math.max(0, 0.2 - sum - 1e-9, sum - 0.6 - 1e-9)
    );
  };

  it('sum up, and no swap of one unit brings them nearer to band and rows', () => {
    let swapped = 0;
    const share = fc.integer({ min: 1, max: 40 });
    const measure = fc.constantFrom('VOLATILITY', 'VALUE_AT_RISK', 'EQUITY_QUOTA');
    fc.assert(
      fc.property(
        measure,
        fc.tuple(share, share, share, share),
        fc.integer({ min: -60, max: 60 }),
        (of, parts, off) => {
          const sum = parts.reduce((total, part) => total + part, 0);
          const weights = Float64Array.from(parts, (part) => part / sum);
          const flat = Float64Array.from(matrix.flat());
          // The target lies beside what the weights measure, in a narrow band.
          const target = measureOf(four, flat, of, weights) + (of === 'EQUITY_QUOTA' ? off / 40 : off / 400);
          // The row is kept, as by all weights that are rounded: a few units lead anywhere.
          const both = (weights[0] ?? 0) + (weights[1] ?? 0);
          fc.pre(target > 0.5 && both >= 0.2 && both <= 0.6);
          const problem = problemOf(of, target, of === 'EQUITY_QUOTA' ? 0.3 : 0.05);
          const units = roundColumn(problem, weights);
          expect(units.reduce((total, value) => total + value, 0)).toBe(50);
          const reached = outside(problem, units);
          if (reached === 0) {
            swapped += 1;
            return;
          }
          for (let i = 0; i < 4; i++)
            for (let j = 0; j < 4; j++) {
              if (i === j || (units[j] ?? 0) <= 1) continue;
              const other = units.map((value, k) => value + (k === i ? 1 : 0) - (k === j ? 1 : 0));
              // Both round the measure to hundredths.
              expect(outside(problem, other)).toBeGreaterThan(reached - 0.011);
            }
        },
      ),
      { numRuns: 200, seed: 51 },
    );
    expect(swapped).toBeGreaterThan(20);
  });

  it('are the nearest where they keep everything, and change by the swap that errs least where they do not', () => {
    const weights = Float64Array.of(0.3, 0.2, 0.3, 0.2);
    // 0.3 + 0.6 * 0.2 + 0.3 * 0.3 = 51 %.
    expect(roundColumn(problemOf('EQUITY_QUOTA', 51, 1), weights)).toEqual([15, 10, 15, 10]);
    // One unit of two points from money to bonds is 0.6 more, from bonds to b as well: the first one of equals.
    // From b to equities 0.8, from money to b 1.2, to equities 2.
    expect(roundColumn(problemOf('EQUITY_QUOTA', 51.6, 0.05), weights)).toEqual([15, 11, 14, 10]);
    expect(roundColumn(problemOf('EQUITY_QUOTA', 51.8, 0.05), weights)).toEqual([16, 9, 15, 10]);
    expect(roundColumn(problemOf('EQUITY_QUOTA', 52.2, 0.05), weights)).toEqual([15, 11, 15, 9]);
    // And less.
    expect(roundColumn(problemOf('EQUITY_QUOTA', 50.2, 0.05), weights)).toEqual([14, 11, 15, 10]);
    expect(roundColumn(problemOf('EQUITY_QUOTA', 49, 0.05), weights)).toEqual([14, 10, 15, 11]);
  });

  it('grow within their bounds only, and what is fixed to the smallest position up to its own', () => {
    const bounded = (lower: readonly number[], upper: readonly number[], weights: readonly number[]) => {
      const problem = problemOf('EQUITY_QUOTA', 90, 0.05);
      const own = { ...problem, lower: Float64Array.from(lower), upper: Float64Array.from(upper) };
      return roundColumn({ ...own, input: { ...own.input, rows: [] } }, Float64Array.from(weights));
    };
    // As much in equities as the upper bound allows, with at least one unit of each left.
    expect(bounded([0, 0, 0, 0], [0.7, 1, 1, 1], [0.6, 0.2, 0.1, 0.1])[0]).toBe(35);
    // Lower bounds of what is given away are kept.
    const kept = bounded([0, 0.19, 0, 0.1], [0.66, 1, 1, 1], [0.6, 0.2, 0.1, 0.1]);
    expect(kept[0]).toBe(33);
    expect(kept[1]).toBeGreaterThanOrEqual(10);
    expect(kept[3]).toBe(5);
    // Nothing is given to what has no weight, and no more than twice as many units change as there are groups.
    expect(bounded([0, 0, 0, 0], [1, 1, 1, 1], [0, 0.5, 0.5, 0])).toEqual([0, 33, 17, 0]);
    // Fixed to a smallest position of 4 %, it may grow beyond it.
    expect(bounded([0.04, 0, 0, 0], [0.04, 1, 1, 1], [0.04, 0.06, 0.45, 0.45])[0]).toBeGreaterThan(2);
  });
});

describe('what a column holds', () => {
  const rows = groups.map(({ equityQuota }, k) => ({
    place: k,
    equityQuota,
    expectedReturn: 0.02 * (3 - k),
  }));

  it('shares the risk by what each part adds to it', () => {
    // w (S w) / variance: 0.5 (0.02 + 0.001) and 0.5 (0.001 + 0.00125) of 0.011625.
    expect(riskContributionsOf(rows, covariance, [0.5, 0.5, 0])).toEqual([
      { index: 0, weight: 0.5, share: expect.closeTo(0.0105 / 0.011625, 12) },
      { index: 1, weight: 0.5, share: expect.closeTo(0.001125 / 0.011625, 12) },
    ]);
    expect(riskContributionsOf(rows, covariance, [0, 0.4, 0.6])?.map(({ index }) => index)).toEqual([1, 2]);
    expect(riskContributionsOf(rows, covariance, [0, 0, 0])).toBeNull();
    expect(riskContributionsOf(rows, null, [1, 0, 0])).toBeNull();
  });

  it('is judged by the measure of the tariff, in hundredths, below, in and above its band', () => {
    const rate = (target: number | null, range: number | null, weights = [0.5, 0.5, 0]) =>
      rateColumn(rows, covariance, weights, 'VALUE_AT_RISK', { target, range });
    expect(rate(21, 1)).toEqual({
      riskRating: 21.13,
      equityQuota: 0.5,
      status: 'in',
      volatility: expect.closeTo(Math.sqrt(0.011625), 14),
      expectedReturn: expect.closeTo(0.05, 14),
    });
    expect(rate(23, 1).status).toBe('below');
    expect(rate(19, 1).status).toBe('above');
    expect(rate(21.13, null).status).toBe('in');
    expect(rate(21.13, -5).status).toBe('in');
    expect(rate(21.12, 0).status).toBe('above');
    // A row of which only the return is unknown takes that away alone.
    const silent = rows.map((row, k) => (k === 1 ? { ...row, expectedReturn: null } : row));
    expect(
      rateColumn(silent, covariance, [0.5, 0.5, 0], 'VOLATILITY', { target: 11, range: 1 }),
    ).toMatchObject({
      riskRating: 10.78,
      expectedReturn: null,
    });
    expect(rateColumn(silent, covariance, [1, 0, 0], 'VOLATILITY', { target: 11, range: 1 })).toMatchObject({
      riskRating: 20,
      status: 'above',
      expectedReturn: 0.06,
    });
  });
});

describe('the looks at a measure until it hits its aim', () => {
  const looksOf = (
    measure: (x: number) => number,
    aim: number,
    before: { parameter: number; slope: number | null } | null,
    end = 1,
  ) => {
    const looks: number[] = [];
    const solved = solveParameter(
      (parameter) => {
        looks.push(parameter);
        return Float64Array.of(parameter);
      },
      ([x = 0]) => measure(x),
      aim,
      end,
      before,
    );
    return { ...solved, weights: Array.from(solved.weights), looks };
  };

  it('of a straight line are three, two from the first slope, or one where it was solved before', () => {
    const line = (x: number) => 4 * x + 1;
    expect(looksOf(line, 3, null)).toEqual({ weights: [0.5], parameter: 0.5, slope: 4, looks: [1, 0, 0.5] });
    expect(looksOf(line, 3, { parameter: 0.7, slope: 4 }).looks).toEqual(close([0.7, 0.5], 12));
    expect(looksOf(line, 3, { parameter: 0.5, slope: 4 })).toEqual({
      weights: [0.5],
      parameter: 0.5,
      slope: 4,
      looks: [0.5],
    });
    // Without a slope to follow, to the end on the side of the aim.
    expect(looksOf(line, 3, { parameter: 0.2, slope: null }).looks).toEqual(close([0.2, 1, 0.5], 12));
    expect(looksOf(line, 3, { parameter: 0.2, slope: -4 }).looks).toEqual(close([0.2, 1, 0.5], 12));
    expect(looksOf(line, 3, { parameter: 0.8, slope: null }).looks).toEqual(close([0.8, 0, 0.5], 12));
    // What was solved beyond the range begins at its ends.
    expect(looksOf(line, 3, { parameter: 7, slope: 4 }).looks[0]).toBe(1);
    expect(looksOf(line, 3, { parameter: -7, slope: 4 }).looks[0]).toBe(0);
    expect(looksOf(line, 9, null, 3)).toMatchObject({ parameter: 2, looks: [3, 0, 2] });
  });

  it('end at once where the aim lies beyond the range', () => {
    expect(looksOf((x) => x, 2, null)).toMatchObject({ parameter: 1, looks: [1], slope: null });
    expect(looksOf((x) => x + 3, 2, { parameter: 0, slope: null })).toMatchObject({
      parameter: 0,
      looks: [0],
    });
  });

  it('are few of whatever bends, and the answer lies within a hundred-thousandth', () => {
    for (const [measure, aim] of [
      [(x: number) => 10 * x * x, 2.5],
      [(x: number) => Math.sqrt(x), 0.9],
      [(x: number) => Math.exp(5 * x), 30],
      [(x: number) => Math.tanh(40 * (x - 0.6)), 0.5],
      [(x: number) => x ** 9, 0.001],
    ] as const) {
      const { parameter, looks } = looksOf(measure, aim, null);
      expect(Math.abs(measure(parameter) - aim)).toBeLessThanOrEqual(1e-5);
      expect(looks.length).toBeLessThan(25);
    }
    // A jump: the lower side of it, as near as numbers get.
    const { parameter, looks } = looksOf((x) => (x < 0.4 ? 0 : 1), 0.5, null);
    expect(0.4 - parameter).toBeGreaterThan(0);
    expect(0.4 - parameter).toBeLessThan(2e-15);
    expect(looks.length).toBeLessThan(200);
  });
});
