import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayNumber } from '../figures/cash-flow-returns.ts';
import { businessDaysBetween, monthlyGrid, reinvested, weeklyGrid } from './price-grid.ts';

const day = (date: string) => dayNumber(date) ?? Number.NaN;
const at = (date: string, price: number) => ({ day: day(date), price });
const shown = (grid: readonly { day: number; price: number | null }[]) =>
  grid.map((point) => `${new Date(point.day * 86_400_000).toISOString().slice(0, 10)} ${point.price}`);

describe('the weekly grid', () => {
  it('takes the last price on or before Friday, not older than five business days', () => {
    // 2026-10-02 is a Friday. Without a price after it, the next Friday is exactly five business days away.
    const prices = [at('2026-10-01', 10), at('2026-10-02', 11), at('2026-10-20', 12), at('2026-10-23', 13)];
    expect(shown(weeklyGrid(prices))).toEqual([
      '2026-10-02 11',
      '2026-10-09 11',
      '2026-10-16 null',
      '2026-10-23 13',
    ]);
  });

  it('counts a Thursday price as too old for the Friday after next, a Saturday price for none before', () => {
    expect(shown(weeklyGrid([at('2026-10-01', 10)], day('2026-10-09')))).toEqual([
      '2026-10-02 10',
      '2026-10-09 null',
    ]);
    expect(shown(weeklyGrid([at('2026-10-03', 10), at('2026-10-16', 11)]))).toEqual([
      '2026-10-09 10',
      '2026-10-16 11',
    ]);
  });

  it('has no point for a week that has not reached its Friday, and none of nothing', () => {
    expect(shown(weeklyGrid([at('2026-10-02', 10), at('2026-10-08', 11)]))).toEqual(['2026-10-02 10']);
    expect(weeklyGrid([])).toEqual([]);
    expect(weeklyGrid([at('2026-10-05', 1)])).toEqual([]);
  });

  it('does not depend on the order of the prices; the last of a day counts', () => {
    const prices = [at('2026-10-09', 3), at('2026-10-02', 1), at('2026-10-02', 2)];
    expect(shown(weeklyGrid(prices))).toEqual(['2026-10-02 2', '2026-10-09 3']);
  });

  it('counts business days', () => {
    expect(businessDaysBetween(day('2026-10-02'), day('2026-10-09'))).toBe(5);
    expect(businessDaysBetween(day('2026-10-03'), day('2026-10-05'))).toBe(1);
    expect(businessDaysBetween(day('2026-10-02'), day('2026-10-04'))).toBe(0);
  });
});

describe('the monthly grid', () => {
  it('takes the last price of every month, over the turn of the year and leap days', () => {
    const prices = [
      at('2023-12-05', 1),
      at('2023-12-29', 2),
      at('2024-02-28', 3),
      at('2024-02-29', 4),
      at('2024-03-01', 5),
    ];
    expect(shown(monthlyGrid(prices))).toEqual([
      '2023-12-31 2',
      '2024-01-31 null',
      '2024-02-29 4',
      '2024-03-31 5',
    ]);
    expect(monthlyGrid([])).toEqual([]);
  });

  it('agrees with the calendar for a century', () => {
    fc.assert(
      fc.property(fc.integer({ min: -10_000, max: 40_000 }), (number) => {
        const date = new Date(number * 86_400_000);
        const end = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0) / 86_400_000;
        expect(monthlyGrid([{ day: number, price: 1 }])).toEqual([{ day: end, price: 1 }]);
        const [point] = weeklyGrid([{ day: number, price: 1 }], number + 6);
        expect(new Date((point?.day ?? 0) * 86_400_000).getUTCDay()).toBe(5);
      }),
      { numRuns: 500, seed: 51 },
    );
  });
});

describe('reinvested distributions', () => {
  it('grow the series by 1 + D / price of the ex-day', () => {
    const prices = [at('2026-10-01', 100), at('2026-10-02', 98), at('2026-10-05', 99)];
    const paid = [{ day: day('2026-10-02'), amount: 2 }];
    expect(reinvested(prices, paid).map(({ price }) => price)).toEqual([
      100,
      98 * (1 + 2 / 98),
      99 * (1 + 2 / 98),
    ]);
  });

  it('count at the next price where the ex-day has none, and not at all outside the series', () => {
    const prices = [at('2026-10-01', 100), at('2026-10-05', 50)];
    const paid = [
      { day: day('2026-10-03'), amount: 5 },
      { day: day('2026-09-01'), amount: 7 },
      { day: day('2026-12-01'), amount: 9 },
    ];
    expect(reinvested(prices, paid).map(({ price }) => price)).toEqual([100, 50 * 1.1]);
  });
});
