import { describe, expect, it } from 'vitest';
import { performanceOf, type Valuation } from './contract-performance.ts';

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
