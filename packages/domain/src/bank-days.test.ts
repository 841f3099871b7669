import { describe, expect, it } from 'vitest';
import { bankDaysBetween, isBankDay } from './bank-days.ts';

describe('bank days of TARGET', () => {
  it.each([
    ['2026-11-20', true],
    ['2026-11-21', false],
    ['2026-11-22', false],
    ['2026-01-01', false],
    ['2026-04-03', false],
    ['2026-04-06', false],
    ['2026-05-01', false],
    ['2026-05-14', true],
    ['2026-12-24', true],
    ['2026-12-25', false],
    ['2025-04-18', false],
    ['2025-04-21', false],
    ['2024-03-29', false],
    ['2024-04-01', false],
    ['2038-04-23', false],
    ['2038-04-26', false],
  ])('%s: %s', (day, expected) => {
    expect(isBankDay(day)).toBe(expected);
  });

  it('counts over weekends and holidays', () => {
    expect(bankDaysBetween('2026-11-20', '2026-11-20')).toBe(0);
    expect(bankDaysBetween('2026-11-20', '2026-11-23')).toBe(1);
    expect(bankDaysBetween('2026-11-20', '2026-11-24')).toBe(2);
    expect(bankDaysBetween('2026-04-02', '2026-04-07')).toBe(1);
    expect(bankDaysBetween('2026-11-23', '2026-11-20')).toBe(0);
  });
});
