import { addDays } from '../add-days.ts';
import { contentLines, escapedText } from '../content-lines.ts';

/** A day somebody means to come back to something. */
export interface CalendarEntry {
  /** Stays the same when the entry is taken over once more: a calendar then changes the one it has. */
  readonly id: string;
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly title: string;
  /** Whose it is; null = nobody's. */
  readonly subject: string | null;
  /** Where the work is done. */
  readonly address: string;
  /** When the file is made, in milliseconds since 1970. */
  readonly madeAt: number;
}

const basicDay = (day: string) => day.replaceAll('-', '');

/** A calendar with one whole-day entry that blocks no time (iCalendar, RFC 5545, 3.6.1). */
export function calendarOf({ id, day, title, subject, address, madeAt }: CalendarEntry): string {
  const stamp = new Date(madeAt).toISOString().replaceAll(/[-:]|\.\d{3}/g, '');
  return contentLines([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Depotwerk//Arbeitsplatz//DE',
    'BEGIN:VEVENT',
    `UID:${id}`,
    `DTSTAMP:${stamp}`,
    `DTSTART;VALUE=DATE:${basicDay(day)}`,
    // The first day that no longer belongs to it.
    `DTEND;VALUE=DATE:${basicDay(addDays(day, 1))}`,
    `SUMMARY:${escapedText([title, subject].filter(Boolean).join(', '))}`,
    `DESCRIPTION:${escapedText(address)}`,
    `URL:${address}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
    'END:VCALENDAR',
  ]);
}
