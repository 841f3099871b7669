import { expect, it } from 'vitest';
import { isWeekend, weekdayOf } from './weekdays.ts';

// 2026-11-30 is a Monday.
const week = Array.from({ length: 7 }, (_, place) =>
  new Date(Date.UTC(2026, 10, 30 + place)).toISOString().slice(0, 10),
);

it('begins a week on Monday and ends it with Saturday and Sunday', () => {
  expect(week.map(weekdayOf)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(week.filter(isWeekend)).toEqual(['2026-12-05', '2026-12-06']);
});
