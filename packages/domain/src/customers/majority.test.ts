import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayOfMajority, underageUntil } from './majority.ts';

describe('age of majority', () => {
  it.each([
    ['2010-04-03', '2028-04-03'],
    ['2008-02-29', '2026-03-01'],
    ['2012-02-29', '2030-03-01'],
    ['2006-12-31', '2024-12-31'],
  ])('who was born on %s is of age from %s on', (born, day) => {
    expect(dayOfMajority(born)).toBe(day);
  });

  it('ends with the birthday itself, and is not known of who gave no day of birth', () => {
    expect(underageUntil('2010-04-03', '2028-04-02')).toBe('2028-04-03');
    expect(underageUntil('2010-04-03', '2028-04-03')).toBeNull();
    expect(underageUntil('1960-04-03', '2028-04-03')).toBeNull();
    expect(underageUntil(null, '2028-04-03')).toBeNull();
  });

  it('holds on every day around the birthday, and years after it', () => {
    const day = (from: string, to: string) =>
      fc
        .date({ min: new Date(from), max: new Date(to), noInvalidDate: true })
        .map((date) => date.toISOString().slice(0, 10));
    fc.assert(
      fc.property(day('1920-01-01', '2030-12-31'), day('2015-01-01', '2050-12-31'), (born, today) => {
        const ofAge = dayOfMajority(born);
        expect(underageUntil(born, today)).toBe(ofAge > today ? ofAge : null);
        // Of the year that decides, both sides of every birthday.
        const sameYear = `${ofAge.slice(0, 4)}${today.slice(4)}`;
        expect(underageUntil(born, sameYear)).toBe(ofAge > sameYear ? ofAge : null);
      }),
    );
  });
});
