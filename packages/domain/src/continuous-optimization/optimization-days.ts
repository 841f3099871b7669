import { addMonths } from '../add-months.ts';
import { type Interval, monthsOfInterval } from '../interval.ts';

/** When a tariff has its contracts optimised. Days are ISO days of the German calendar. */
export interface OptimizationCalendar {
  /** First day and distance of the days that follow; null where the tariff does not optimise continuously. */
  readonly interval: Interval | null;
  readonly start: string | null;
  /** "Portfolio sofort anpassen": also on the day the tariff's version came into force. */
  readonly adjustsNow: boolean;
  /** Days of the calendar before it do not count: nobody said then that they would. */
  readonly inForceSince: string | null;
}

/** What of a contract decides on its days. */
export interface OptimizedContract {
  readonly startDate: string;
  /** Day the newest open hint was found that the tariff answers with "Ja, automatisch einplanen"; null without one. */
  readonly hintDay: string | null;
}

/**
 * Day `n` of a calendar, from 0: always counted from the start, so that the 31st comes back after a shorter month.
 */
const dayOf = (start: string, interval: Interval, n: number): string =>
  addMonths(start, n * monthsOfInterval[interval]);

/** How many days of the calendar have come, the start included. */
function daysUntil(start: string, interval: Interval, today: string): number {
  if (today < start) return 0;
  const [startYear = 0, startMonth = 0] = start.split('-').map(Number);
  const [year = 0, month = 0] = today.split('-').map(Number);
  const months = 12 * (year - startYear) + month - startMonth;
  const passed = Math.floor(months / monthsOfInterval[interval]);
  return dayOf(start, interval, passed) <= today ? passed + 1 : passed;
}

/** Why a contract is due; the calendar where several reasons fall on one day. */
export type DueCause = 'interval' | 'adjustNow' | 'hint';

export interface Due {
  readonly day: string;
  readonly cause: DueCause;
}

/**
 * The day a contract is due for today: the last one that has come, of its calendar, of its tariff's coming into force, of a
 * hint to be planned for by itself; null before the first. Days before the contract began, and those of the calendar before
 * its version came into force, do not count: a start in the past adjusts nothing at once.
 */
export function dueDay(
  { interval, start, adjustsNow, inForceSince }: OptimizationCalendar,
  { startDate, hintDay }: OptimizedContract,
  today: string,
): Due | null {
  const isOn = interval !== null && start !== null;
  const count = isOn ? daysUntil(start, interval, today) : 0;
  const last = isOn && count > 0 ? dayOf(start, interval, count - 1) : null;
  const days: [DueCause, string | null][] = [
    ['interval', last !== null && inForceSince !== null && last < inForceSince ? null : last],
    ['adjustNow', isOn && adjustsNow && inForceSince !== null ? later(inForceSince, startDate) : null],
    ['hint', hintDay],
  ];
  let due: Due | null = null;
  for (const [cause, day] of days)
    if (day !== null && day >= startDate && day <= today && (due === null || day > due.day))
      due = { day, cause };
  return due;
}

/** The next day of the calendar after today on which the contract runs; null without a calendar. */
export function nextOptimizationDay(
  { interval, start }: Pick<OptimizationCalendar, 'interval' | 'start'>,
  startDate: string,
  today: string,
): string | null {
  if (interval === null || start === null) return null;
  let n = daysUntil(start, interval, today);
  if (startDate > today) n = Math.max(n, daysUntil(start, interval, startDate) - 1);
  const day = dayOf(start, interval, n);
  return day >= startDate ? day : dayOf(start, interval, n + 1);
}

/** The days of a calendar after `today` up to `until`, oldest first; empty without a calendar. */
export function optimizationDaysUntil(
  calendar: Pick<OptimizationCalendar, 'interval' | 'start'>,
  today: string,
  until: string,
): string[] {
  const days: string[] = [];
  let day = nextOptimizationDay(calendar, today, today);
  while (day !== null && day <= until) {
    days.push(day);
    day = nextOptimizationDay(calendar, day, day);
  }
  return days;
}

const later = (a: string, b: string): string => (a > b ? a : b);
