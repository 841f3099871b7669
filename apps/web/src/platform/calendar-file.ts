import { type CalendarEntry, calendarOf } from '@depotwerk/domain/workbench/calendar-entry';

/** A day as a file for the own calendar. @param name first word of the file's name */
export function calendarFile(
  name: string,
  entry: Omit<CalendarEntry, 'madeAt'>,
): { fileName: string; blob: Blob } {
  const text = calendarOf({ ...entry, madeAt: Date.now() });
  return {
    fileName: `${name}_${entry.day}.ics`,
    blob: new Blob([text], { type: 'text/calendar;charset=utf-8' }),
  };
}
