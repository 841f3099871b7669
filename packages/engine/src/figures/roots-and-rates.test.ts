import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayNumber, moneyWeightedReturn, periodicReturn } from './cash-flow-returns.ts';
import { paidEarly, type Valuation, withSamePayments } from './contract-performance.ts';
import { findRoot } from './find-root.ts';
import { ratioKey } from './risk-ratio.ts';
import { yearlyRate } from './yearly-rate.ts';

const day = (date: string) => dayNumber(date) ?? Number.NaN;
const signs = expect.objectContaining({ code: 'SIGNS_DO_NOT_ALTERNATE' });

/** The flows whose present value is 1000 (x - g1)(x - g2)... / x^n, so that their rates are the growths less one. */
const flowsOf = (growths: readonly number[]) =>
  growths.reduce(
    (flows, growth) => [...flows, 0].map((amount, t) => amount - growth * (t > 0 ? flows[t - 1]! : 0)),
    [1000],
  );

describe('roots by the method of Brent', () => {
  // Root and number of looks at the function: brentq of SciPy 1.17 with the same precision, from either end.
  it.each<readonly [string, (x: number) => number, number, number, number, number]>([
    ['cos x = x', (x) => Math.cos(x) - x, 0, 1, 0.7390851332151607, 8],
    ["Wallis's cubic", (x) => x ** 3 - 2 * x - 5, 2, 3, 2.094551481542327, 8],
    ['e^x = a million', (x) => Math.exp(x) - 1e6, 0, 100, 13.815510557964277, 20],
    ['the same, falling', (x) => 1e6 - Math.exp(x), 0, 100, 13.815510557964277, 20],
    ['a steep step', (x) => Math.atan(50 * (x - 0.3)), -10, 20, 0.3, 15],
    ['a hyperbola', (x) => 1 / (x - 0.5) - 4, 0.6, 5, 0.75, 13],
    ['sin x = x / 2', (x) => Math.sin(x) - x / 2, 1.5, 3, 1.895494267033981, 9],
    ['a square root', (x) => Math.sqrt(x) - 3, 0, 100, 9, 5],
    ['a logarithm', (x) => Math.log(x) - 1, 0.1, 50, Math.E, 12],
    ['x e^x = 1', (x) => x * Math.exp(x) - 1, -1, 1, 0.5671432904097838, 10],
    ['a cubic between opposite ends', (x) => x ** 3 - 0.3, -1, 1, 0.6694329500821695, 11],
  ])('%s', (_, f, from, to, root, looks) => {
    for (const [a, b] of [
      [from, to],
      [to, from],
    ] as const) {
      let own = 0;
      const found = findRoot(
        (x) => {
          own += 1;
          return f(x);
        },
        a,
        b,
      );
      expect(Math.abs(found - root)).toBeLessThan(4e-15 * Math.max(1, Math.abs(root)));
      expect(own).toBeLessThanOrEqual(looks + 1);
    }
  });

  it('stops within the precision asked for, on the other side too', () => {
    for (const sign of [1, -1]) {
      const found = findRoot((x) => sign * (x ** 3 - 2 * x - 5), 2, 3, 1e-4);
      expect(Math.abs(found - 2.094551481542327)).toBeLessThan(2e-4);
    }
  });
});

describe('rates of flows whose rates are known', () => {
  const growth = fc.integer({ min: 5, max: 1000 }).map((hundredths) => hundredths / 100);

  it('of one to three of them is the one nearest to 0', () => {
    fc.assert(
      fc.property(fc.uniqueArray(growth, { minLength: 1, maxLength: 3 }), (growths) => {
        // Which of two equally near ones is found, nobody is told; and near each other they are not exact.
        const near = growths.map((one) => Math.abs(one - 1)).toSorted((a, b) => a - b);
        fc.pre(near.every((one, k) => k === 0 || one - near[k - 1]! > 0.02));
        fc.pre(
          growths.every((one, k) => growths.every((other, l) => k === l || Math.abs(one / other - 1) > 0.1)),
        );
        expect(Math.abs(periodicReturn(flowsOf(growths)))).toBeCloseTo(near[0] ?? Number.NaN, 6);
      }),
      { numRuns: 300, seed: 41 },
    );
  });

  it('of three near each other too, in whatever order the flows are told', () => {
    const flows = flowsOf([1.055, 1.06, 1.095]);
    expect(periodicReturn(flows)).toBeCloseTo(0.055, 6);
    for (const order of [
      [0, 2, 1, 3],
      [3, 1, 2, 0],
      [1, 3, 0, 2],
    ])
      expect(
        periodicReturn(
          order.map((t) => flows[t] ?? Number.NaN),
          order,
        ),
      ).toBeCloseTo(0.055, 6);
  });

  it('of one at the end of the range, with others beyond it', () => {
    expect(periodicReturn(flowsOf([10.9, 20, 30]))).toBeCloseTo(9.9, 8);
  });

  it.each([0.3, 0.6, 1.02, 1.5, 1.9, 2.5, 3.5, 7.5])('that only touches 0: growth of %d', (one) => {
    // Money of every size: what counts as touching is measured by the payments.
    for (const scale of [1e-3, 1, 1e6])
      expect(periodicReturn([1, -2 * one, one ** 2].map((amount) => amount * scale))).toBeCloseTo(one - 1, 6);
  });

  it('are refused where nothing is paid in one direction, a payment of nothing or not', () => {
    for (const amounts of [[-1, -2], [1, 2], [-1, 0], [0, 1], [0, 0], []])
      expect(() => periodicReturn(amounts)).toThrow(signs);
  });

  it('are found of a loss of nearly all in days of our time', () => {
    expect(
      moneyWeightedReturn([
        { day: day('2025-01-01'), amount: -1000 },
        { day: day('2026-01-01'), amount: 1 },
      ]),
    ).toBeCloseTo(-0.999, 10);
  });

  it('are not told of less than a year, of our time either', () => {
    expect(
      yearlyRate([
        { day: day('2026-01-01'), amount: -1000 },
        { day: day('2026-11-30'), amount: 1100 },
      ]),
    ).toBeNull();
  });
});

describe('days', () => {
  it('are written with nothing around them, and begin with the first', () => {
    expect(['x2026-01-31', '2026-01-31x', '2026-01-00', '2026-01-31'].map(dayNumber)).toEqual([
      null,
      null,
      null,
      20_484,
    ]);
  });
});

describe('ratios', () => {
  it('keep their value however small the reward is', () => {
    expect(ratioKey(0.5, 5e-15)).toBe(0.5);
  });
});

describe('payments between two valuations', () => {
  const of = (...lines: readonly [string, number, number][]): Valuation[] =>
    lines.map(([date, value, paidIn]) => ({ date, value, paidIn }));
  /** The days on which they count, from the paid-in sums and the payments that are known. */
  const counted = (
    after: readonly [value: number, paidIn: number],
    ...payments: readonly (readonly [string, number])[]
  ) => {
    const [from, to] = of(['2025-01-01', 1000, 1000], ['2026-01-01', ...after]);
    if (!from || !to) throw new Error('There are two.');
    const known = payments.map(([date, amount]) => ({ date, amount }));
    return withSamePayments(1000, 0.1, from, to, known).paid.map(({ date, amount }) => [date, amount]);
  };

  it('count from the earlier one on, also where something is taken out or all is lost', () => {
    expect(counted([900, 800])).toEqual([['2025-01-01', -200]]);
    expect(counted([0, 1200])).toEqual([['2025-01-01', 200]]);
    // Only what empties a contract counts on the later one.
    expect(counted([0, -100])).toEqual([['2026-01-01', -1100]]);
  });

  it('are nothing where what is known is taken back by the sums', () => {
    expect(counted([1100, 1000], ['2025-06-01', 400])).toEqual([]);
    expect(counted([0, 1000], ['2025-06-01', 400])).toEqual([]);
  });

  it('are those that are known alone where they come to the sum, and beside the rest where they cancel out', () => {
    expect(counted([1500, 1400], ['2025-06-01', 400])).toEqual([['2025-06-01', 400]]);
    expect(counted([900, 950], ['2025-03-01', 100], ['2025-09-01', -100])).toEqual([
      ['2025-03-01', 100],
      ['2025-09-01', -100],
      ['2025-01-01', -50],
    ]);
  });

  it('of before and of after do not count', () => {
    expect(counted([1500, 1400], ['2024-12-01', 100], ['2025-01-01', 100], ['2026-01-02', 100])).toEqual([
      ['2025-01-01', 400],
    ]);
  });

  it('are a part of what there is, of nothing where there is nothing and in no time', () => {
    expect(paidEarly(of(['2026-01-01', 100, 100], ['2026-01-31', 310, 300]))).toBeCloseTo(200 / 300, 12);
    expect(paidEarly(of(['2026-01-01', 100, 100], ['2026-01-31', 5, 0]))).toBe(0);
    expect(paidEarly(of(['2026-01-01', 50, 100], ['2026-01-31', 5, 0]))).toBe(0);
    expect(paidEarly(of(['2026-01-01', 100, 100], ['2026-01-01', 300, 300]))).toBe(0);
  });
});
