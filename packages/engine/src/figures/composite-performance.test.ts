import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayNumber } from './cash-flow-returns.ts';
import { compositeMonths, paymentsInTarget, yearlyRate } from './composite-performance.ts';
import { performanceOf } from './contract-performance.ts';

const cell = (month: number, targetId: number, invested: number, grown: number) => ({
  month,
  targetId,
  invested,
  grown,
});
const flat = () => 0;
/** A rate to eight places; null stays unknown. */
const rounded = (value: number | null) => (value === null ? null : Math.round(value * 1e8) / 1e8);

describe('several contracts as one', () => {
  it('grow by the money in them, in any order, and their targets with them', () => {
    const months = compositeMonths(
      [cell(2, 1, 100, 120), cell(1, 1, 100, 110), cell(1, 2, 300, 270)],
      (id) => (id === 1 ? 0.02 : -0.02),
    );
    expect(months.map(({ month }) => month)).toEqual([1, 2]);
    // (110 + 270) / 400 and (102 + 294) / 400.
    expect(months[0]?.growth).toBeCloseTo(0.95, 12);
    expect(months[0]?.targetGrowth).toBeCloseTo(0.99, 12);
    expect(months[1]?.growth).toBeCloseTo(1.2, 12);
  });

  it('have no target in a month where that of one with money is unknown', () => {
    const unknown = (id: number) => (id === 2 ? null : 0);
    expect(compositeMonths([cell(1, 1, 100, 110), cell(1, 2, 1, 1)], unknown)[0]?.targetGrowth).toBeNull();
    expect(compositeMonths([cell(1, 1, 100, 110), cell(1, 2, 0, 0)], unknown)[0]?.targetGrowth).toBe(1);
    expect(compositeMonths([cell(1, 2, 0, 0)], unknown)).toEqual([{ month: 1, growth: 1, targetGrowth: 1 }]);
  });

  it('are never better than the best of them nor worse than the worst', () => {
    const contract = fc.record({
      invested: fc.double({ min: 0.01, max: 1e6, noNaN: true }),
      growth: fc.double({ min: 0, max: 3, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(contract, { minLength: 1, maxLength: 20 }), (all) => {
        const [month] = compositeMonths(
          all.map(({ invested, growth }) => cell(1, 1, invested, invested * growth)),
          flat,
        );
        const growths = all.map(({ growth }) => growth);
        expect(month?.growth).toBeGreaterThanOrEqual(Math.min(...growths) - 1e-9);
        expect(month?.growth).toBeLessThanOrEqual(Math.max(...growths) + 1e-9);
      }),
    );
  });

  it('payments grow with their target from their month to the last one', () => {
    const payment = (month: number, lastMonth: number, amount: number, targetId = 1) => ({
      month,
      lastMonth,
      amount,
      targetId,
    });
    const byMonth = (_: number, month: number) => (month === 9 ? null : month / 100);
    expect(
      paymentsInTarget([payment(1, 3, 100), payment(3, 3, 50), payment(2, 2, 10)], byMonth)?.map(
        ({ lastMonth, value }) => [lastMonth, Math.round(value * 1e6) / 1e6],
      ),
    ).toEqual([
      [3, Math.round((100 * 1.01 * 1.02 * 1.03 + 50 * 1.03) * 1e6) / 1e6],
      [2, 10.2],
    ]);
    expect(paymentsInTarget([payment(8, 10, 100)], byMonth)).toBeNull();
    expect(paymentsInTarget([], byMonth)).toEqual([]);
  });

  it('one contract of monthly valuations has its own figures', () => {
    const paths = fc.array(fc.tuple(fc.integer({ min: 50, max: 150 }), fc.integer({ min: 0, max: 400 })), {
      minLength: 13,
      maxLength: 40,
    });
    fc.assert(
      fc.property(paths, (steps) => {
        let [value, paidIn] = [1000, 1000];
        const valuations = [{ date: '2020-01-31', value, paidIn }];
        const cells = steps.map(([percent, paid], k) => {
          const invested = value + paid;
          value = (invested * percent) / 100;
          paidIn += paid;
          const day = new Date(Date.UTC(2020, k + 2, 0)).toISOString().slice(0, 10);
          valuations.push({ date: day, value, paidIn });
          return cell(k + 1, 1, invested, value);
        });
        const own = performanceOf(valuations);
        const growth = compositeMonths(cells, flat).reduce((product, month) => product * month.growth, 1);
        expect(growth - 1).toBeCloseTo(own?.timeWeighted ?? Number.NaN, 9);
        const at = (index: number) => dayNumber(valuations[index]?.date ?? '') ?? 0;
        const rate = yearlyRate([
          { day: at(0), amount: -1000 },
          ...steps.map(([, paid], k) => ({ day: at(k), amount: -paid })),
          { day: at(steps.length), amount: value },
        ]);
        expect(rounded(rate)).toBe(rounded(own?.moneyWeighted ?? null));
      }),
    );
  });

  it('have no rate a year below a year, without a change of sign, or without flows', () => {
    expect(yearlyRate([])).toBeNull();
    expect(
      yearlyRate([
        { day: 0, amount: -1 },
        { day: 364, amount: 2 },
      ]),
    ).toBeNull();
    expect(
      yearlyRate([
        { day: 0, amount: -1 },
        { day: 365, amount: -2 },
      ]),
    ).toBeNull();
    expect(
      yearlyRate([
        { day: 0, amount: -1 },
        { day: 365, amount: 1.1 },
      ]),
    ).toBeCloseTo(0.1, 12);
  });
});
