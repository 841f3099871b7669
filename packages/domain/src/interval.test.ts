import { expect, it } from 'vitest';
import { intervals, intervalText, isInterval, perMonth } from './interval.ts';

it('a quarterly payment is a third of it a month, not a quarter: ids are no months', () => {
  expect(intervals.map((interval) => perMonth(600, interval))).toEqual([600, 200, 100, 50]);
});

it('has a word for each id and says a stranger', () => {
  expect(intervals.map(intervalText)).toEqual(['monatlich', 'vierteljährlich', 'halbjährlich', 'jährlich']);
  expect([3, 0].map(isInterval)).toEqual([false, false]);
  expect(intervalText(3)).toBe('unbekannter Turnus (3)');
});
