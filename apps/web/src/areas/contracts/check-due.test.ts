import { describe, expect, it } from 'vitest';
import { isCheckDue, yearBefore } from './check-due.ts';

describe('check due', () => {
  it.each([
    [null, true],
    ['2025-11-20T22:59:59.000Z', true],
    // Soon after the reader's midnight: east of London the instant is written as the day before.
    [new Date(2025, 10, 21, 0, 30).toISOString(), false],
    ['2025-11-21T08:00:00.000Z', false],
    ['2026-11-20T08:00:00.000Z', false],
  ])('last check %s: %s', (lastCheck, isDue) => {
    expect(isCheckDue(lastCheck, '2026-11-21')).toBe(isDue);
  });

  it('knows leap days', () => {
    expect(yearBefore('2028-02-29')).toBe('2027-02-28');
    expect(yearBefore('2026-01-01')).toBe('2025-01-01');
  });
});
