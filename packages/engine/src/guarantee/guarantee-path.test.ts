import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { guaranteeCover } from './guarantee-cover.ts';
import { neededInFunds } from './guarantee-path.ts';

/** Ten years from day 0. */
const terms = { promised: 10_000, level: 0.8, interest: 0.02, endDay: 3652.5, secured: 3000 };

describe('what the funds must be worth over time', () => {
  it('without contributions grows at the interest, as both the floor and what the insurer holds do', () => {
    const points = [0, 12, 60, 120].map((month) => ({ month, paidIn: 7000 }));
    const needed = neededInFunds(terms, 0, points);
    let start = 10_000;
    for (let year = 0; year < 10; year++) start /= 1.02;
    start -= 3000;
    const grown = (years: number) => {
      let value = start;
      for (let year = 0; year < years; year++) value *= 1.02;
      return value;
    };
    [0, 1, 5, 10].forEach((years, k) => expect(Math.abs((needed[k] ?? 0) - grown(years))).toBeLessThan(0.02));
  });

  it('a contribution adds its promise from the day it is paid', () => {
    const without = neededInFunds(terms, 0, [
      { month: 0, paidIn: 7000 },
      { month: 120, paidIn: 7000 },
    ]);
    const paid = neededInFunds(terms, 0, [
      { month: 0, paidIn: 7000 },
      { month: 120, paidIn: 19_000 },
    ]);
    expect(paid[0]).toBe(without[0]);
    expect((paid[1] ?? 0) - (without[1] ?? 0)).toBeCloseTo(0.8 * 12_000, 6);
  });

  it('begins with the floor the head of the contract says, and ends with the promise', () => {
    const anyTerms = fc.record({
      promised: fc.integer({ min: 0, max: 2e7 }).map((cents) => cents / 100),
      level: fc.constantFrom(0, 0.8, 1),
      interest: fc.constantFrom(0, 0.0025, 0.01, 0.04),
      endDay: fc.integer({ min: -400, max: 14_000 }),
      secured: fc.integer({ min: 0, max: 1e7 }).map((cents) => cents / 100),
    });
    fc.assert(
      fc.property(anyTerms, (own) => {
        const [start] = neededInFunds(own, 0, [{ month: 0, paidIn: 5000 }]);
        const { floor } = guaranteeCover(own, { value: 5000, exposure: 0 }, 0);
        expect(start).toBeCloseTo(Math.max(0, floor - own.secured), 2);
        const months = Math.max(0, own.endDay) / (365.25 / 12);
        const end = neededInFunds(own, 0, [
          { month: 0, paidIn: 5000 },
          { month: months, paidIn: 5000 },
        ])[1];
        const grown = own.secured * (1 + own.interest) ** (months / 12);
        expect(Math.abs((end ?? 0) - Math.max(0, own.promised - grown))).toBeLessThan(0.021);
      }),
    );
  });

  it('is nothing where the insurer holds enough, and of no points there is none', () => {
    expect(neededInFunds({ ...terms, secured: 12_000 }, 0, [{ month: 0, paidIn: 0 }])).toEqual([0]);
    expect(neededInFunds(terms, 0, [])).toEqual([]);
  });
});
