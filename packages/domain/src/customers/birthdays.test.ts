import { describe, expect, it } from 'vitest';
import { ageOn, birthdaysFrom } from './birthdays.ts';

describe('birthdays', () => {
  it('are those of so many days, today among them, over the end of the year too', () => {
    expect(birthdaysFrom('2026-12-31', 2)).toEqual([
      { monthDay: '12-31', day: '2026-12-31' },
      { monthDay: '01-01', day: '2027-01-01' },
    ]);
  });

  it('of 29 February are kept on 1 March of a common year only', () => {
    const kept = (today: string) =>
      birthdaysFrom(today, 3)
        .filter(({ monthDay }) => monthDay === '02-29')
        .map(({ day }) => day);
    expect(kept('2027-02-27')).toEqual(['2027-03-01']);
    expect(kept('2028-02-28')).toEqual(['2028-02-29']);
    expect(kept('2027-03-02')).toEqual([]);
  });

  it('tell the age reached', () => {
    expect(ageOn('2027-01-01', '1947-01-01')).toBe(80);
  });
});
