import { addDays } from '@depotwerk/domain/add-days';

/** Names of the days of a week that begins on Monday, short and long. */
export const weekdays = [
  ['Mo', 'Montag'],
  ['Di', 'Dienstag'],
  ['Mi', 'Mittwoch'],
  ['Do', 'Donnerstag'],
  ['Fr', 'Freitag'],
  ['Sa', 'Samstag'],
  ['So', 'Sonntag'],
] as const;

export const monthNames = [
  'Januar',
  'Februar',
  'März',
  'April',
  'Mai',
  'Juni',
  'Juli',
  'August',
  'September',
  'Oktober',
  'November',
  'Dezember',
] as const;

const utc = (day: string): Date => new Date(`${day}T12:00:00Z`);

/** Monday = 0. */
export const weekdayOf = (day: string): number => (utc(day).getUTCDay() + 6) % 7;

/** Weeks of the month a day is in, Monday first; days of other months are null. */
export function weeksOf(day: string): (string | null)[][] {
  const first = `${day.slice(0, 7)}-01`;
  const cells: (string | null)[] = Array.from({ length: weekdayOf(first) }, () => null);
  for (let next = first; next.startsWith(day.slice(0, 7)); next = addDays(next, 1)) cells.push(next);
  while (cells.length % 7 !== 0) cells.push(null);
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
}
