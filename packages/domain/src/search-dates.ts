import { parseDate } from './date-text.ts';

/** A search text taken apart: calendar days it names, and the words around them. */
export interface SearchWithDates {
  /** Days `YYYY-MM-DD` that may be meant; two for a year of two digits. Empty when the text names none. */
  readonly days: readonly string[];
  readonly words: string;
}

const months = [
  'januar',
  'februar',
  'märz',
  'april',
  'mai',
  'juni',
  'juli',
  'august',
  'september',
  'oktober',
  'november',
  'dezember',
];
const numeric = /(?<![\d.])(\d{1,2})\s*[./-]\s*(\d{1,2})\s*[./-]\s*(\d{4}|\d{2})(?![\d.])/u;
const iso = /(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)/u;
const named = /(?<!\d)(\d{1,2})\.?\s*(\p{L}{3,9})\.?\s*(\d{4}|\d{2})(?!\d)/u;

/**
 * Finds a date of birth in what somebody types into a search: "3.4.1964", "03.04.64", "3. April 1964",
 * "1964-04-03". A year of two digits means this century unless that lies after `today`, or the last one.
 */
export function splitSearchDates(text: string, today: string): SearchWithDates {
  const isoMatch = iso.exec(text);
  if (isoMatch) return found(text, isoMatch, isoMatch[3], Number(isoMatch[2]), isoMatch[1], today);
  const numericMatch = numeric.exec(text);
  if (numericMatch) {
    return found(text, numericMatch, numericMatch[1], Number(numericMatch[2]), numericMatch[3], today);
  }
  const namedMatch = named.exec(text);
  const month = namedMatch ? monthOf(namedMatch[2] ?? '') : null;
  if (namedMatch && month !== null)
    return found(text, namedMatch, namedMatch[1], month, namedMatch[3], today);
  return { days: [], words: text };
}

function found(
  text: string,
  match: RegExpExecArray,
  day: string | undefined,
  month: number,
  year: string | undefined,
  today: string,
): SearchWithDates {
  const years = year?.length === 2 ? [`19${year}`, `20${year}`] : [year];
  const days = years.flatMap((fullYear) => {
    const parsed = parseDate(`${day}.${month}.${fullYear}`, { today });
    return parsed.ok && parsed.value !== null && parsed.value <= today ? [parsed.value] : [];
  });
  if (days.length === 0) return { days, words: text };
  const words = `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`;
  return { days, words: words.replaceAll(/\s+/g, ' ').trim() };
}

/** "April", "Apr" and "apr." → 4; null when no month starts like that. */
function monthOf(name: string): number | null {
  const folded = name.toLowerCase().replace('maerz', 'märz');
  const index = months.findIndex((month) => month.startsWith(folded));
  return index < 0 ? null : index + 1;
}
