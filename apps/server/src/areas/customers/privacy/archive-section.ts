import { formatDate, formatDateTime } from '@depotwerk/domain/date-text';
import { formatMoney } from '@depotwerk/domain/money';
import { formatNumber } from '@depotwerk/domain/number-text';
import { formatPercent } from '@depotwerk/domain/percent';
import { type ArchivedAnswer, answersText, archivedAnswers } from './archive-answers.ts';
import { objectText } from './archive-words.ts';

export type CellKind =
  | 'text'
  | 'day'
  | 'instant'
  | 'money'
  | 'number'
  | 'fraction'
  | 'yes'
  | 'json'
  | 'answers';

export interface ArchiveColumn {
  /** SQL over the section's tables. */
  readonly value: string;
  /** Name in the JSON. */
  readonly key: string;
  readonly header: string;
  readonly kind: CellKind;
  /** German words for stored codes; the JSON keeps the code. */
  readonly words?: Readonly<Record<string, string>>;
}

/** One kind of data of a customer in the archive: a list in the JSON, a table in the readable form. */
export interface ArchiveSection {
  readonly key: string;
  readonly title: string;
  /** The table it shows; a test compares them with all tables that refer to customers and contracts. */
  readonly table: string;
  /** SQL from `from` on; $1 is the customer's id. */
  readonly source: string;
  readonly columns: readonly ArchiveColumn[];
}

export type ArchiveRow = Readonly<Record<string, unknown>>;

/** `[SQL, key, header, kind, words]` for short. */
export type ColumnTuple = readonly [
  value: string,
  key: string,
  header: string,
  kind?: CellKind,
  words?: Readonly<Record<string, string>>,
];

export const section = (
  key: string,
  title: string,
  table: string,
  source: string,
  columns: readonly ColumnTuple[],
): ArchiveSection => ({
  key,
  title,
  table,
  source,
  columns: columns.map(([value, name, header, kind = 'text', words]) => ({
    value,
    key: name,
    header,
    kind,
    ...(words !== undefined && { words }),
  })),
});

export const sectionSql = ({ columns, source }: ArchiveSection): string =>
  `select ${columns.map(({ value, key }) => `${value} as "${key}"`).join(', ')} ${source}`;

/** A value as a person reads it; empty when it is not known. */
export function cellText(
  { kind, words }: Pick<ArchiveColumn, 'kind' | 'words'>,
  value: unknown,
  timeZone: string,
): string {
  if (value === null || value === undefined) return '';
  if (kind === 'yes') return value === true ? 'ja' : 'nein';
  if (typeof value === 'string') {
    if (kind === 'day') return formatDate(value);
    if (kind === 'instant') return formatDateTime(value, timeZone);
    return words?.[value] ?? value;
  }
  if (typeof value === 'number') {
    const word = words?.[value];
    if (word !== undefined) return word;
    if (kind === 'money') return formatMoney(value);
    if (kind === 'fraction') return formatPercent(value, 0, 2);
    return formatNumber(value);
  }
  // Only columns of this kind hold answers, and `readRow` has read them.
  if (kind === 'answers') return answersText(value as readonly ArchivedAnswer[]);
  return jsonText(value, words);
}

/** A row as the database gave it, its answers with the words of their questions. */
export function readRow({ columns }: ArchiveSection, row: ArchiveRow): ArchiveRow {
  const read = { ...row };
  for (const { key, kind } of columns) {
    const value = row[key];
    // `answersWithQuestions` gives nothing else.
    if (kind === 'answers' && value !== null)
      read[key] = archivedAnswers(value as Parameters<typeof archivedAnswers>[0]);
  }
  return read;
}

/** Lists by commas, in the words of the column; nothing where nothing is said. Objects line by line. */
function jsonText(value: unknown, words: ArchiveColumn['words']): string {
  const parts = typeof value === 'object' && value !== null ? Object.values(value) : [value];
  const isFlat = parts.every((part) => part === null || typeof part !== 'object');
  const isOneWord = parts.length === 1 && words?.[String(parts[0])] !== undefined;
  if (!isFlat || (!Array.isArray(value) && !isOneWord)) return objectText(value);
  return parts
    .filter((part) => part !== null)
    .map((part) => words?.[String(part)] ?? String(part))
    .join(', ');
}
