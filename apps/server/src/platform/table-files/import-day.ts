import { earliestDay, farthestDay } from '@depotwerk/domain/date-text';
import { germanDay } from '@depotwerk/domain/german-figures';
import { todayOfHouse } from '../http/client-zone.ts';
import { isSlashDay } from './slash-days.ts';

/** What a day is of, which tells the century of a year of two digits. */
export type DayKind = 'birth' | 'begin' | 'end' | 'past';

const german = /^(\d{1,2})\.(\d{1,2})\.(\d{2}|\d{4})(?:[T ]\d.*)?$/;

/** Why a day is not taken as spreadsheets count it. */
export const dayNumberFault =
  'Das ist eine Zahl, kein Tag. Bitte formatieren Sie die Spalte in Excel als Datum.';

/** Why a year of two digits is not taken. */
export const shortYearFault =
  'Welches Jahrhundert das Jahr mit zwei Ziffern meint, ist nicht sicher. Bitte schreiben Sie es mit vier Ziffern.';

/** Why a day with slashes is not taken. */
export const slashDayFault =
  'Was bei den Schrägstrichen Tag und was Monat ist, ist nicht sicher. Bitte schreiben Sie das Datum wie 29.02.2024 oder 2024-02-29.';

/**
 * A day in a file: ISO (`2024-02-29`) or German (`29.02.2024`), a time of day may follow; null for anything else. A year of two
 * digits is taken where only one century is possible on the day `now`, without it on the house's.
 */
export function readDay(text: string, kind: DayKind = 'past', now?: string): string | null {
  const day = readAnyDay(text, kind, now);
  return day !== null && day >= earliestDay && day <= farthestDay ? day : null;
}

/** Why `readDay` finds none, as a German sentence. */
export function dayFault(text: string): string {
  if (text === '') return 'Das Datum fehlt.';
  if (isShortDay(text)) return shortYearFault;
  if (/^\d{5}(?:\.\d+)?$/.test(text)) return dayNumberFault;
  if (isSlashDay(text)) return slashDayFault;
  return readAnyDay(text, 'past') === null
    ? 'Das Datum muss wie 2024-02-29 oder 29.02.2024 geschrieben sein und es geben.'
    : `Das Datum muss zwischen dem ${germanDay(earliestDay)} und dem ${germanDay(farthestDay)} liegen.`;
}

/** Whether a text is written like a day, though there may be none such. */
export const isLikeDay = (text: string): boolean => german.test(text);

/** Whether a text is a day in some century, its year written with two digits. */
export function isShortDay(text: string): boolean {
  const parts = german.exec(text);
  return parts?.[3]?.length === 2 && centuries(parts).length > 0;
}

/** Finds what {@link ShortYears} says: after a column and a line a day of the file, which may be one of birth. */
export const shortYearNote = '“, [^ ]+ [0-9]+: [0-9]{1,2}[.][0-9]{1,2}[.][0-9]{2}[^0-9]';

/** Collects what years of two digits were read as, to be said once for each column. */
export class ShortYears {
  readonly #notes = new Map<string, string>();

  see(column: string, line: number, text: string, day: string | null): void {
    if (day === null || this.#notes.has(column) || !isShortDay(text)) return;
    this.#notes.set(
      column,
      `Spalte „${column}“, Zeile ${line}: ${text} ist als ${germanDay(day)} gelesen, andere Jahre mit zwei Ziffern dort ebenso.`,
    );
  }

  get notes(): readonly string[] {
    return [...this.#notes.values()];
  }
}

function readAnyDay(text: string, kind: DayKind, now?: string): string | null {
  const iso = /^(\d{4})-(\d{2})-(\d{2})(?:[T ].*)?$/.exec(text);
  if (iso) return toDay(iso[1], iso[2], iso[3]);
  const parts = german.exec(text);
  if (parts?.[3]?.length !== 2) return parts && toDay(parts[3], parts[2], parts[1]);
  // Asked for here only: files have days by the million, and hardly one with two digits.
  const at = now ?? todayOfHouse({ clock: Date.now });
  const possible = centuries(parts).filter((day) => isPossible(day, kind, at));
  return possible.length === 1 ? (possible[0] ?? null) : null;
}

const centuries = ([, day, month, year]: RegExpExecArray): string[] =>
  ['19', '20'].flatMap((century) => toDay(`${century}${year}`, month, day) ?? []);

/** Nobody is older than 110, no depot from before 1950, and no contract of a house ended before 1990. */
function isPossible(day: string, kind: DayKind, now: string): boolean {
  const year = Number(day.slice(0, 4));
  const thisYear = Number(now.slice(0, 4));
  switch (kind) {
    case 'birth':
      return day <= now && year >= thisYear - 110;
    case 'begin':
      return year >= 1950 && year <= thisYear + 10;
    case 'end':
      return year >= 1990;
    case 'past':
      return year >= 1950 && year <= thisYear;
  }
}

function toDay(year = '', month = '', day = ''): string | null {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = Date.parse(`${text}T00:00:00Z`);
  // Date.parse rolls 30 February over to March; a real day reads the same afterwards.
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text ? null : text;
}
