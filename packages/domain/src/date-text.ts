import { germanDay, germanInstant } from './german-figures.ts';
import { asReadersWrite, dayAsTyped } from './notation.ts';

/** First and last day any date input takes. */
export const earliestDay = '1900-01-01';
export const latestDay = '2040-12-31';
/** Last day of what can lie beyond that: the end of a contract, and days of files. */
export const farthestDay = '2100-12-31';

export type DateFault =
  | { reason: 'format' }
  | { reason: 'noSuchDay' }
  | {
      reason: 'range';
      min: string;
      max: string;
      /** What a year of one or two digits was read as. */
      day?: string;
    };
/** `value` is a calendar day `YYYY-MM-DD`, null for an empty text. */
export type ParsedDate = { ok: true; value: string | null } | ({ ok: false } & DateFault);

export interface DateRules {
  /** The user's current day; completes "5" and "5.3". */
  today: string;
  min?: string | undefined;
  max?: string | undefined;
  /** A day of birth: none after today, and a year of one or two digits is one that has begun ("3.4.64" is 1964). */
  isBirthDay?: boolean | undefined;
}

/**
 * Reads a German date: "3.4.24", "03.04.2024", "5.3" (this year), "5" (this month), "3,4,24". A year of one or two digits
 * gets 2000 added, so "5.3.99" is 2099 and out of range; only as a day of birth it is 1999.
 */
export function parseDate(text: string, rules: DateRules): ParsedDate {
  const cleaned = dayAsTyped(text)
    .trim()
    // The keypad of German phones has a comma and no point.
    .replaceAll(/\s*[.,]\s*/g, '.');
  if (cleaned === '') return { ok: true, value: null };
  const parts = /^(\d{1,2})(?:\.(?:(\d{1,2})(?:\.(\d{1,4})?)?)?)?$/.exec(cleaned);
  if (!parts) return { ok: false, reason: 'format' };
  const [thisYear, thisMonth] = rules.today.split('-').map(Number);
  const day = Number(parts[1]);
  const month = parts[2] === undefined ? (thisMonth ?? 1) : Number(parts[2]);
  const year = parts[3] === undefined ? (thisYear ?? 2000) : fullYear(parts[3], rules.isBirthDay && thisYear);
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month))
    return { ok: false, reason: 'noSuchDay' };

  const value = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  const min = rules.min ?? earliestDay;
  const max = rules.max ?? (rules.isBirthDay ? rules.today : latestDay);
  if (value < min || value > max)
    return { ok: false, reason: 'range', min, max, ...((parts[3]?.length ?? 4) < 3 && { day: value }) };
  return { ok: true, value };
}

/** `lastYear`: a short year above it is of the century before. */
function fullYear(text: string, lastYear: number | false | undefined): number {
  const year = Number(text);
  if (text.length > 2) return year;
  return lastYear && 2000 + year > lastYear ? 1900 + year : 2000 + year;
}

function daysInMonth(year: number, month: number): number {
  // Date.UTC would read years below 100 as 19xx; the Gregorian rule repeats every 400 years.
  return new Date(Date.UTC((year % 400) + 2000, month, 0)).getUTCDate();
}

/** "2024-04-03" → "03.04.2024", or as the reader writes it (`notation.ts`). */
export const formatDate = (day: string): string => asReadersWrite(germanDay(day));

/** Instant (ISO 8601) in the given zone, else the machine's: "03.04.2024, 14:05". */
export const formatDateTime = (instant: string, timeZone?: string): string =>
  asReadersWrite(germanInstant(instant, timeZone, true));

/** The calendar day of an instant in the given zone: "03.04.2024". */
export const formatInstantDay = (instant: string, timeZone?: string): string =>
  asReadersWrite(germanInstant(instant, timeZone, false));

/** Calendar day `YYYY-MM-DD` of a moment as the machine's clock shows it. */
export function dayOf(moment: Date): string {
  return `${moment.getFullYear()}-${String(moment.getMonth() + 1).padStart(2, '0')}-${String(moment.getDate()).padStart(2, '0')}`;
}
