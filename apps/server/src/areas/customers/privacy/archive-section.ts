import { formatDate, formatDateTime } from '@depotwerk/domain/date-text';
import { formatMoney } from '@depotwerk/domain/money';
import { formatNumber } from '@depotwerk/domain/number-text';
import { formatPercent } from '@depotwerk/domain/percent';

export type CellKind = 'text' | 'day' | 'instant' | 'money' | 'number' | 'fraction' | 'yes' | 'json';

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
export function cellText({ kind, words }: ArchiveColumn, value: unknown, timeZone: string): string {
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
  return jsonText(value, words);
}

/** Lists by commas, in the words of the column; nothing where nothing is said. What is deeper stays as it is stored. */
function jsonText(value: unknown, words: ArchiveColumn['words']): string {
  const parts = typeof value === 'object' && value !== null ? Object.values(value) : [value];
  if (parts.length === 0) return '';
  const isFlat = parts.every((part) => part === null || typeof part !== 'object');
  if (!isFlat || (!Array.isArray(value) && parts.length > 1)) return JSON.stringify(value, null, 1);
  return parts
    .filter((part) => part !== null)
    .map((part) => words?.[String(part)] ?? String(part))
    .join(', ');
}
