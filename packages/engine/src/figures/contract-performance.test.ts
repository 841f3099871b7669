import { describe, expect, it } from 'vitest';
import { paidEarly, performanceOf, type Valuation, withSamePayments } from './contract-performance.ts';

const of = (...lines: readonly [string, number, number][]): Valuation[] =>
  lines.map(([date, value, paidIn]) => ({ date, value, paidIn }));

describe('the money-weighted return of a contract that is emptied', () => {
  it('has its money work until everything is taken out', () => {
    const all = performanceOf(of(['2024-01-31', 1000, 1000], ['2025-07-31', 0, -200]));
    expect(all?.timeWeighted).toBeCloseTo(0.2, 12);
    expect(all?.moneyWeighted).toBeCloseTo(1.2 ** (365 / 547) - 1, 12);
  });

  it('does not count what comes in again as if it had been there before', () => {
    // 7,779 become 8,562 in 150 days; 4,834.80 come in again, and become 4,622.40. Counted by hand with Newton's method.
    const again = performanceOf(
      of(
        ['2025-01-31', 7779, 3000],
        ['2025-06-30', 0, -5562],
        ['2026-01-30', 4834.8, -727.2],
        ['2026-11-27', 4622.4, -727.2],
      ),
    );
    expect(again?.moneyWeighted).toBeCloseTo(0.061973, 6);
    expect(again?.gain).toBe(570.6);
  });
});

describe('payments whose day is known', () => {
  const valuations = of(['2024-01-01', 10_000, 10_000], ['2025-01-01', 16_200, 15_000]);
  const rate = (payments: Parameters<typeof performanceOf>[1]) =>
    performanceOf(valuations, payments)?.moneyWeighted ?? Number.NaN;
  /** What flows come to at a rate, on days after the first: 0 at the rate sought. */
  const left = (flows: readonly [number, number][], yearly: number) =>
    flows.reduce((sum, [day, amount]) => sum + amount * (1 + yearly) ** ((366 - day) / 365), 0);

  it('count on it in the money-weighted return, and nowhere else', () => {
    const late = [{ date: '2024-10-01', amount: 5000 }];
    const found = performanceOf(valuations, late);
    expect(
      left(
        [
          [0, 10_000],
          [274, 5000],
          [366, -16_200],
        ],
        rate(late),
      ),
    ).toBeCloseTo(0, 5);
    expect(rate(late)).toBeGreaterThan(rate([]) + 0.02);
    expect({ ...found, moneyWeighted: null }).toEqual({ ...performanceOf(valuations), moneyWeighted: null });
  });

  it('leave the rest on the day of the earlier valuation', () => {
    const some = [{ date: '2024-10-01', amount: 3000 }];
    expect(
      left(
        [
          [0, 12_000],
          [274, 3000],
          [366, -16_200],
        ],
        rate(some),
      ),
    ).toBeCloseTo(0, 5);
  });

  it('do not count where what was paid in all says otherwise', () => {
    expect(rate([{ date: '2024-10-01', amount: 20_000 }])).toBe(rate([]));
    expect(rate([{ date: '2024-10-01', amount: -100 }])).toBe(rate([]));
    // Paid in, and taken out with everything else on a day nobody knows: no contradiction.
    const emptied = performanceOf(of(['2024-01-01', 1000, 1000], ['2026-01-01', 0, -700]), [
      { date: '2025-01-01', amount: 500 },
    ]);
    expect(
      left(
        [
          [0, 1000],
          [366, 500],
          [731, -2200],
        ],
        emptied?.moneyWeighted ?? 0,
      ),
    ).toBeCloseTo(0, 6);
  });

  it('belong to the valuation of their own day, and count only between the first and the last one', () => {
    const outside = [
      { date: '2024-01-01', amount: 400 },
      { date: '2025-01-02', amount: 900 },
    ];
    expect(rate(outside)).toBe(rate([]));
    expect(
      left(
        [
          [0, 10_000],
          [366, 5000 - 16_200],
        ],
        rate([{ date: '2025-01-01', amount: 5000 }]),
      ),
    ).toBeCloseTo(0, 5);
  });

  it('work until a known day when everything is taken out on it', () => {
    const emptied = of(['2024-01-01', 1000, 1000], ['2026-01-01', 0, -100]);
    const found = performanceOf(emptied, [{ date: '2025-01-01', amount: -1100 }]);
    expect(found?.moneyWeighted).toBeCloseTo(1.1 ** (365 / 366) - 1, 9);
    expect(found?.timeWeighted).toBeCloseTo(0.1, 12);
  });

  it('earn in something else from their day on, as much a day as it earns over the time', () => {
    const [before, after] = of(['2025-01-01', 1000, 1000], ['2026-01-01', 1, 1600]);
    if (!before || !after) throw new Error('There are two.');
    const grown = withSamePayments(2000, 0.21, before, after, [{ date: '2025-07-02', amount: 500 }]);
    expect(grown.paid).toEqual([
      { date: '2025-07-02', amount: 500 },
      { date: '2025-01-01', amount: 100 },
    ]);
    expect(grown.value).toBeCloseTo(2100 * 1.21 + 500 * 1.21 ** (183 / 365), 9);
  });
});

describe('money that counts from a valuation on though it may have come later', () => {
  it('is a part of what is in the contract, for as long as nobody knows its day', () => {
    expect(paidEarly(of(['2026-01-01', 900, 900], ['2026-01-31', 1010, 1000]))).toBeCloseTo(0.1, 12);
    // Ten of thirty days lie between the two valuations the payment came between.
    expect(
      paidEarly(of(['2026-01-01', 900, 900], ['2026-01-21', 900, 900], ['2026-01-31', 1000, 1000])),
    ).toBeCloseTo(0.1 / 3, 12);
    expect(paidEarly(of(['2026-01-01', 1000, 1000], ['2026-01-31', 800, 800]))).toBeCloseTo(-0.25, 12);
  });

  it('is nothing without payments, in a contract that is emptied, and in no time', () => {
    expect(paidEarly(of(['2026-01-01', 900, 900], ['2026-01-31', 950, 900]))).toBe(0);
    expect(paidEarly(of(['2026-01-01', 900, 900], ['2026-01-31', 0, -50]))).toBe(0);
    expect(paidEarly(of(['2026-01-01', 900, 900]))).toBe(0);
    expect(paidEarly([])).toBe(0);
  });
});
