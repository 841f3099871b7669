import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { intervals, monthsOfInterval } from '../interval.ts';
import { nextRates } from './next-rates.ts';

const plan = {
  validFrom: '2024-01-31',
  validTo: null,
  contribution: 100,
  contributionInterval: 4,
  dynamicPercent: 2.5,
} as const;

describe('the next payments of a savings plan', () => {
  it('fall on the day it began, grow at its anniversaries and keep ends of months', () => {
    expect(nextRates(plan, null, '2026-04-30', 4)).toEqual([
      { day: '2026-07-31', amount: 100 },
      { day: '2026-10-31', amount: 100 },
      { day: '2027-01-31', amount: 102.5 },
      { day: '2027-04-30', amount: 102.5 },
    ]);
  });

  it('begin with the plan, at what was agreed', () => {
    expect(nextRates(plan, null, '2023-06-01', 1)).toEqual([{ day: '2024-01-31', amount: 100 }]);
  });

  it('end with the plan or the contract, whichever is first', () => {
    expect(nextRates({ ...plan, validTo: '2026-08-01' }, '2030-01-01', '2026-04-30', 4)).toHaveLength(1);
    expect(nextRates(plan, '2026-10-31', '2026-04-30', 4)).toHaveLength(2);
    expect(nextRates(plan, '2026-04-30', '2026-04-30', 4)).toEqual([]);
  });

  it('are one a month where plans follow each other: the one in force on the paying day pays', () => {
    const monthly = { ...plan, contributionInterval: 1, dynamicPercent: 0 } as const;
    const before = { ...monthly, validFrom: '2026-01-10', validTo: '2026-03-14' };
    const next = { ...monthly, validFrom: '2026-03-15', contribution: 150 };
    const days = (earlier: Parameters<typeof nextRates>[4]) =>
      nextRates(next, null, '2026-02-20', 2, earlier).map(({ day }) => day);
    expect(days([before])).toEqual(['2026-04-15', '2026-05-15']);
    // It was not in force on its paying day any more, pays in other months, ends earlier, or pays nothing.
    expect(days([{ ...before, validFrom: '2026-01-20' }])[0]).toBe('2026-03-15');
    expect(days([{ ...before, contributionInterval: 4 }])[0]).toBe('2026-03-15');
    expect(days([{ ...before, validTo: '2026-03-09' }])[0]).toBe('2026-03-15');
    expect(days([{ ...before, contribution: 0 }])[0]).toBe('2026-03-15');
    // Three of one month: what the second did not pay the third does not either.
    const second = { ...monthly, validFrom: '2026-03-12', validTo: '2026-03-14' };
    expect(days([{ ...before, validTo: '2026-03-11' }, second])[0]).toBe('2026-04-15');
  });

  it('are all after today, in order, and none is left out', () => {
    const day = fc
      .date({ min: new Date('2000-01-01'), max: new Date('2060-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    fc.assert(
      fc.property(day, day, fc.constantFrom(...intervals), (validFrom, today, contributionInterval) => {
        const rates = nextRates({ ...plan, validFrom, contributionInterval }, null, today, 5);
        const days = rates.map((rate) => rate.day);
        expect(days).toEqual([...new Set(days)].toSorted());
        expect((days[0] ?? '') > today).toBe(true);
        const begun = validFrom > today ? validFrom : today;
        const most = validFrom > today ? 0 : 31 * monthsOfInterval[contributionInterval];
        expect(Date.parse(days[0] ?? '') - Date.parse(begun)).toBeLessThanOrEqual(most * 86_400_000);
        expect(rates.every(({ amount }, index) => amount >= (rates[index - 1]?.amount ?? 100))).toBe(true);
      }),
    );
  });
});
