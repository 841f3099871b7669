import { earliestDay, farthestDay } from '@depotwerk/domain/date-text';
import { germanDay } from '@depotwerk/domain/german-figures';

/** A day in a file: ISO (`2024-02-29`, a time of day may follow) or German (`29.02.2024`); null for anything else. */
export function readDay(text: string): string | null {
  const day = readAnyDay(text);
  return day !== null && day >= earliestDay && day <= farthestDay ? day : null;
}

/** Why `readDay` finds none, as a German sentence. */
export function dayFault(text: string): string {
  if (text === '') return 'Das Datum fehlt.';
  return readAnyDay(text) === null
    ? 'Das Datum muss wie 2024-02-29 oder 29.02.2024 geschrieben sein und es geben.'
    : `Das Datum muss zwischen dem ${germanDay(earliestDay)} und dem ${germanDay(farthestDay)} liegen.`;
}

function readAnyDay(text: string): string | null {
  const iso = /^(\d{4})-(\d{2})-(\d{2})(?:[T ].*)?$/.exec(text);
  if (iso) return toDay(iso[1], iso[2], iso[3]);
  const german = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text);
  return german ? toDay(german[3], german[2], german[1]) : null;
}

function toDay(year = '', month = '', day = ''): string | null {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = Date.parse(`${text}T00:00:00Z`);
  // Date.parse rolls 30 February over to March; a real day reads the same afterwards.
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text ? null : text;
}
