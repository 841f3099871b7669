import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  dayNumber,
  modifiedDietz,
  moneyWeightedReturn,
  periodicReturn,
  timeWeightedReturn,
} from './cash-flow-returns.ts';
import { findRoot } from './find-root.ts';
import { performanceFigures, relativeFigures } from './performance-figures.ts';
import { raiseForRarePrices, revisedSrri, summaryRiskIndicator } from './risk-classes.ts';

describe('dates and roots', () => {
  it('counts days like the calendar and refuses what is no date', () => {
    expect([dayNumber('1970-01-01'), dayNumber('2000-03-01'), dayNumber('2024-02-29')]).toEqual([
      0, 11_017, 19_782,
    ]);
    for (const date of [
      '2023-02-29',
      '2100-02-29',
      '2024-13-01',
      '2024-00-10',
      '2024-04-31',
      '2024-1-1',
      'x',
    ])
      expect(dayNumber(date)).toBeNull();
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1900-01-01'), max: new Date('2200-12-31'), noInvalidDate: true }),
        (date) => dayNumber(date.toISOString().slice(0, 10)) === Math.floor(date.getTime() / 86_400_000),
      ),
      { numRuns: 500, seed: 22 },
    );
    expect(dayNumber('2000-02-29')).toBe(11_016);
  });

  it('finds roots to the last bits and refuses a range without one', () => {
    expect(findRoot((x) => x * x - 2, 0, 2)).toBeCloseTo(Math.SQRT2, 14);
    expect(findRoot((x) => x - 1, 1, 2)).toBe(1);
    expect(findRoot((x) => x - 2, 1, 2)).toBe(2);
    expect(() => findRoot((x) => x * x + 1, 0, 2)).toThrow(
      expect.objectContaining({ code: 'NOT_CONVERGED' }),
    );
  });
});

describe('returns of a contract', () => {
  it('takes the root of the cash flows, whatever their order', () => {
    const flows = [
      { day: 0, amount: -1000 },
      { day: 365, amount: 1100 },
    ];
    expect(moneyWeightedReturn(flows)).toBeCloseTo(0.1, 13);
    expect(moneyWeightedReturn(flows.toReversed())).toBeCloseTo(0.1, 13);
    expect(periodicReturn([-100, 0, 121])).toBeCloseTo(0.1, 13);
    expect(periodicReturn([-100, 1])).toBeCloseTo(-0.99, 12);
  });

  // Printed in the documentation of an open implementation whose iteration stops early; the roots lie up to 4.5e-8 away.
  it.each([
    [[250_000, 25_000, -10_000, -285_000], undefined, 0.024712563094781776, 1.5e-9],
    [
      [250_000, 25_000, -10_000, -285_000],
      [0, 45, 69, 90].map((day) => day / 90),
      0.07692283872311274,
      4.3e-8,
    ],
    [[74.2, 37.1, -104.4], [0, 14, 31].map((day) => day / 31), -0.07271456460699813, 4.5e-8],
  ])('gives the root of %j, not the stopped iteration beside it', (amounts, times, printed, gap) => {
    const root = periodicReturn(amounts, times);
    const present = amounts.reduce((sum, amount, t) => sum + amount / (1 + root) ** (times?.[t] ?? t), 0);
    expect(Math.abs(present)).toBeLessThan(1e-12 * Math.abs(amounts[0]!));
    expect(Math.abs(root - printed)).toBeGreaterThan(0.9 * gap);
    expect(Math.abs(root - printed)).toBeLessThan(1.1 * gap);
  });

  it.each([
    ['two near each other', [1.01, 1.03], 0.01],
    ['two beside each other on the other side of 0', [0.97, 0.98], -0.02],
    ['one that only touches 0', [1.02, 1.02], 0.02],
    ['three, one far away', [1.01, 1.03, 0.8], 0.01],
  ])('finds the root nearest to 0: %s', (_, growths, root) => {
    // The flows of (x - g1)(x - g2)..., whose roots are the growths.
    const amounts = growths.reduce(
      (flows, growth) => [...flows, 0].map((amount, t) => amount - growth * (t > 0 ? flows[t - 1]! : 0)),
      [1000],
    );
    expect(periodicReturn(amounts)).toBeCloseTo(root, 7);
  });

  it('finds two roots near each other among flows that change their sign many times', () => {
    const flows: readonly (readonly [number, number])[] = [
      [0, -37.47],
      [1, 61_755.45],
      [6492, -3123.72],
      [2, 60_384.32],
      [13, -35_826.8],
      [5118, 85_966.92],
      [604, -42_626.41],
      [0, 76_617.15],
      [411, -72_247.14],
      [5976, -87_581.29],
      [6, -10_161.32],
      [15, 83_869.65],
      [6676, 27_999.71],
    ];
    // Both roots were found by bisection of the sum elsewhere: -0.29284 and -0.28191.
    const root = moneyWeightedReturn(flows.map(([day, amount]) => ({ day, amount })));
    expect(root).toBeCloseTo(-0.281906, 5);
  });

  it('refuses flows that no rate balances, though they change their sign', () => {
    expect(() => periodicReturn([-1000, 2040, -1041])).toThrow(
      expect.objectContaining({ code: 'NOT_CONVERGED' }),
    );
  });

  it('refuses flows of one sign and rates beyond 1,000 %', () => {
    expect(() => periodicReturn([1, 2])).toThrow(expect.objectContaining({ code: 'SIGNS_DO_NOT_ALTERNATE' }));
    expect(() => periodicReturn([-1, 20])).toThrow(expect.objectContaining({ code: 'NOT_CONVERGED' }));
  });

  it('makes the present value vanish', () => {
    const amounts = fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(amounts, fc.integer({ min: 100, max: 3000 }), (paid, value) => {
        const total = paid.reduce((sum, amount) => sum + amount, 0);
        const flows = [...paid.map((amount) => -amount), value];
        fc.pre(value < 5 * total && value > 0.2 * total);
        const rate = periodicReturn(flows);
        return Math.abs(flows.reduce((sum, amount, t) => sum + amount * (1 + rate) ** -t, 0)) < 1e-7 * value;
      }),
      { numRuns: 500, seed: 23 },
    );
  });

  it('links sub-periods and weighs flows by days', () => {
    expect(
      timeWeightedReturn([
        { start: 100, flow: 0, end: 110 },
        { start: 110, flow: 90, end: 220 },
      ]),
    ).toBeCloseTo(0.21, 14);
    // Everything is taken out, and something comes in again.
    const emptied = [
      { start: 100, flow: 0, end: 110 },
      { start: 110, flow: -110, end: 0 },
      { start: 0, flow: 0, end: 0 },
      { start: 0, flow: 50, end: 60 },
    ];
    expect(timeWeightedReturn(emptied)).toBeCloseTo(1.1 * 1.2 - 1, 14);
    expect(() => timeWeightedReturn([{ start: 100, flow: -100, end: 1 }])).toThrow(
      expect.objectContaining({ path: 'periods[0]' }),
    );
    expect(() => timeWeightedReturn([{ start: 0, flow: 0, end: 1 }])).toThrow(
      expect.objectContaining({ path: 'periods[0]' }),
    );
    expect(modifiedDietz(100, 130, [{ day: 15, amount: 20 }], 30)).toBeCloseTo(10 / 110, 14);
    expect(() => modifiedDietz(0, 10, [], 30)).toThrow(expect.objectContaining({ path: 'start' }));
  });
});

describe('figures', () => {
  const zero = [0, 0, 0, 0];

  it('are null without risk, never infinite, 0 or 1e13', () => {
    const flat = performanceFigures([0.01, 0.01, 0.01, 0.01], zero, zero, 12);
    expect(flat).toMatchObject({ sharpe: null, sortino: null, maxDrawdown: 0, calmar: null });
    expect(relativeFigures([0.01, 0.01, 0.01, 0.01], [0.01, 0.01, 0.01, 0.01], zero, 12)).toMatchObject({
      trackingError: 0,
      informationRatio: null,
      mSquared: null,
    });
    // Rounding noise is no risk: the deviation of these is 1e-18, not 0.
    const noisy = Array.from({ length: 36 }, (_, t) => (1.003 ** (t + 1) / 1.003 ** t - 1) * 1);
    expect(performanceFigures(noisy, Array(36).fill(0), Array(36).fill(0), 12).sharpe).toBeNull();
  });

  it('measure Sortino above and below against one rate, the hybrid only under its own name', () => {
    const returns = [0.02, -0.01, 0.03, 0.01];
    const riskFree = [0.002, 0.002, 0.002, 0.002];
    const minimum = [0.005, 0.005, 0.005, 0.005];
    const downside = Math.sqrt(0.015 ** 2 / 4);
    const figures = performanceFigures(returns, riskFree, minimum, 12);
    expect(figures.sortinoPerPeriod).toBeCloseTo((0.0125 - 0.005) / downside, 12);
    expect(figures.excessOverDownsidePerPeriod).toBeCloseTo((0.0125 - 0.002) / downside, 12);
  });

  it('agree with a calculation by hand', () => {
    const figures = performanceFigures([0.1, -0.1, 0.2, 0], zero, zero, 4);
    expect(figures.cumulativeReturn).toBeCloseTo(0.188, 12);
    expect(figures.annualReturn).toBeCloseTo(0.188, 12);
    expect(figures.standardDeviation).toBeCloseTo(Math.sqrt(0.05 / 3), 12);
    expect(figures.downsideDeviation).toBeCloseTo(0.05, 12);
    expect(figures.maxDrawdown).toBeCloseTo(0.1, 12);
    expect(figures.mrar0).toBeCloseTo(0.188, 12);
    const mean = (1.1 ** -2 + 0.9 ** -2 + 1.2 ** -2 + 1) / 4;
    expect(figures.mrar2).toBeCloseTo(mean ** -2 - 1, 12);
  });
});

describe('risk classes', () => {
  it('raises the class for rare prices and combines market and credit risk', () => {
    expect([raiseForRarePrices(3), raiseForRarePrices(7)]).toEqual([4, 7]);
    expect([
      summaryRiskIndicator(2),
      summaryRiskIndicator(2, 3),
      summaryRiskIndicator(2, 5),
      summaryRiskIndicator(7, 6),
    ]).toEqual([2, 3, 5, 7]);
  });

  it('changes a published SRRI only after four months outside its bucket', () => {
    expect(revisedSrri(4, [0.12, 0.09, 0.12])).toBe(4);
    expect(revisedSrri(4, [0.12, 0.12, 0.16])).toBe(5);
    expect(revisedSrri(4, [0.16, 0.12])).toBe(5);
    expect(revisedSrri(4, [])).toBe(4);
  });
});
