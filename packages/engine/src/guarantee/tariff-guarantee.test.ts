import { describe, expect, it } from 'vitest';
import { guaranteeCover } from './guarantee-cover.ts';
import { allowedEquities, doubtsOfGuarantee, shortestTerm } from './tariff-guarantee.ts';

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

describe('what looks mistyped in a promise', () => {
  const doubts = (level: number | null, interest: number | null) =>
    doubtsOfGuarantee({ level, interest }).map(({ code, severity }) => `${code} ${severity}`);

  it('is a level or an interest far too low, but neither nothing nor unknown', () => {
    expect(doubts(0.008, 0.0001)).toEqual(['guaranteeLevelTooLow 1', 'guaranteeInterestTooLow 1']);
    expect([doubts(0.1, 0.001), doubts(0, 0), doubts(null, null), doubts(0.8, null)]).toEqual([
      [],
      [],
      [],
      [],
    ]);
    expect(doubts(0.05, null)).toEqual(['guaranteeLevelTooLow 1']);
    expect(doubtsOfGuarantee({ level: 0.05, interest: 0.0005 }).map(({ values }) => values)).toEqual([
      { level: 0.05 },
      { interest: 0.0005 },
    ]);
  });

  it('is an interest no insurer was ever allowed to promise, and stops where it is none', () => {
    expect([doubts(0.8, 0.04), doubts(0.8, 0.041), doubts(0.8, 0.1), doubts(0.8, 0.11)]).toEqual([
      [],
      ['guaranteeInterestTooHigh 1'],
      ['guaranteeInterestTooHigh 1'],
      ['guaranteeInterestImpossible 2'],
    ]);
    expect(doubtsOfGuarantee({ level: 1, interest: 0.5 })[0]?.values).toEqual({
      interest: 0.5,
      limit: 0.1,
      allowed: 0.04,
    });
    expect(doubtsOfGuarantee({ level: 1, interest: 0.05 })[0]?.values).toEqual({
      interest: 0.05,
      limit: 0.04,
    });
  });
});
