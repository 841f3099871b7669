import { addDays } from '@depotwerk/domain/add-days';
import { addMonths } from '@depotwerk/domain/add-months';
import { weekdayOf } from '@depotwerk/domain/weekdays';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { monthOf, weekdaysIn, weeksOf } from './calendar-month.ts';

it('shows a month in weeks that begin on Monday', () => {
  const april = weeksOf('2024-04-03');
  expect(april.map((week) => week.length)).toEqual([7, 7, 7, 7, 7]);
  expect(april[0]?.[0]).toBe('2024-04-01');
  expect(weeksOf('2026-02-28')[0]).toEqual([null, null, null, null, null, null, '2026-02-01']);
});

it('moves by days and months without leaving the calendar', () => {
  expect(addMonths('2024-01-31', 1)).toBe('2024-02-29');
  expect(addMonths('2024-03-31', -13)).toBe('2023-02-28');
  const days = fc.integer({ min: -20_000, max: 20_000 });
  fc.assert(
    fc.property(days, days, (from, by) => {
      const day = addDays('2000-01-01', from);
      expect(addDays(addDays(day, by), -by)).toBe(day);
      const shown = weeksOf(day).flat();
      expect(shown).toContain(day);
      expect(shown.indexOf(day) % 7).toBe(weekdayOf(day));
    }),
  );
});

it('names days and months in the language in use, Monday first', () => {
  expect(weekdaysIn('de').map(([short]) => short)).toEqual(['Mo', 'Di', 'Mi', 'Do', 'Fr', 'Sa', 'So']);
  expect(weekdaysIn('de')[5]?.[1]).toBe('Samstag');
  expect(weekdaysIn('en').map(([, long]) => long)).toEqual([
    'Monday',
    'Tuesday',
    'Wednesday',
    'Thursday',
    'Friday',
    'Saturday',
    'Sunday',
  ]);
  expect([monthOf('2024-03-31', 'de'), monthOf('2024-03-31', 'en')]).toEqual(['März 2024', 'March 2024']);
});
