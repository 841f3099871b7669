import { describe, expect, it } from 'vitest';
import { guaranteeCover } from './guarantee-cover.ts';
import { allowedEquities, shortestTerm } from './tariff-guarantee.ts';

describe('the equities a promise bears', () => {
  it('are those at which a contribution of today with the shortest term is just kept by the rule of contracts', () => {
    for (const level of [0.8, 0.9, 0.95, 1])
      for (const interest of [0, 0.0025, 0.01, 0.02]) {
        const allowed = allowedEquities({ level, interest }) ?? -1;
        const terms = {
          promised: level * 10_000,
          level,
          interest,
          endDay: shortestTerm * 365.25,
          secured: 0,
        };
        const statusAt = (quota: number) =>
          guaranteeCover(terms, { value: 10_000, exposure: quota * 10_000 }, 0).status;
        expect(statusAt(Math.max(0, allowed - 0.0001))).toBe('kept');
        expect(allowed === 1 || statusAt(allowed + 0.0001) === 'near').toBe(true);
      }
  });

  it('80 % at 1 % bear all, 100 % at 1 % a good half, 100 % at 0 % none', () => {
    const of = (level: number | null, interest: number | null) => allowedEquities({ level, interest });
    expect(of(0.8, 0.01)).toBe(1);
    // 5 × (1 − 1.01^−12), the power by repeated division.
    let factor = 1;
    for (let year = 0; year < 12; year++) factor /= 1.01;
    expect(of(1, 0.01)).toBeCloseTo(5 * (1 - factor), 9);
    expect(of(1, 0)).toBe(0);
    expect(of(null, 0.01)).toBeNull();
    expect(of(1, null)).toBeNull();
  });
});
