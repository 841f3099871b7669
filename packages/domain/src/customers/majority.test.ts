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
});
