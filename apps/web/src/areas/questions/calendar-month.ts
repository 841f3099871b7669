import { addDays } from '@depotwerk/domain/add-days';
import { weekdayOf } from '@depotwerk/domain/weekdays';

const utc = (day: string): Date => new Date(`${day}T12:00:00Z`);

/** Days of a week in a language, short and long; every language of ours begins with Monday. */
export function weekdaysIn(tag: string): (readonly [short: string, long: string])[] {
  const [short, long] = (['short', 'long'] as const).map(
    (weekday) => new Intl.DateTimeFormat(tag, { weekday, timeZone: 'UTC' }),
  );
  return Array.from({ length: 7 }, (_, place) => {
    const day = utc(addDays('2024-01-01', place));
    return [short?.format(day) ?? '', long?.format(day) ?? ''] as const;
  });
}

/** "März 2024", "March 2024". */
export const monthOf = (day: string, tag: string): string =>
  new Intl.DateTimeFormat(tag, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(utc(day));

/** Weeks of the month a day is in, Monday first; days of other months are null. */
export function weeksOf(day: string): (string | null)[][] {
  const first = `${day.slice(0, 7)}-01`;
  const cells: (string | null)[] = Array.from({ length: weekdayOf(first) }, () => null);
  for (let next = first; next.startsWith(day.slice(0, 7)); next = addDays(next, 1)) cells.push(next);
  while (cells.length % 7 !== 0) cells.push(null);
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
}
