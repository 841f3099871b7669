import { showsNothing } from '../shown-text.ts';
import { checkColour } from './check-colour.ts';
import { checkNumber, type NumberUnit } from './check-number.ts';
import {
  checkName,
  checkText,
  type FieldIssue,
  type FieldIssueCode,
  isCalendarDay,
  noSuchDay,
  type TextShape,
} from './field-issue.ts';

/**
 * How a field is held while it is edited; null = not given.
 * `name` is a text that has to be there, `masked` one that is answered with most of it hidden: the mask, or nothing said,
 * keeps what is stored. `group` is the id of a group, answered with its name. `line` is a text that is '' where it is not
 * given, in answers too; `choice` the id of one that has to be chosen, '' = not yet. `state` says whether it is inactive.
 * `colour` is `#rrggbb`; `number` a number in its unit; `reference` the whole number that names something else, `object` its
 * guid; `option` one of a few words.
 */
interface FieldValues {
  readonly name: string;
  readonly text: string | null;
  readonly line: string;
  readonly choice: string;
  readonly day: string | null;
  readonly masked: string | null | undefined;
  readonly group: string | null;
  readonly yes: boolean;
  readonly state: boolean;
  readonly colour: string;
  readonly number: number | null;
  readonly reference: number | null;
  readonly object: string | null;
  readonly option: string;
}
export type FieldKind = keyof FieldValues;
export type FieldValue = FieldValues[FieldKind];

/** One field of something people edit; everything that goes over its fields reads it from here. */
export interface FieldRow {
  /** Its name in forms, calls and answers. */
  readonly key: string;
  readonly column: string;
  /** German label in form, comparison, merge, files and archive. */
  readonly label: string;
  /** A German sentence below its input. */
  readonly hint?: string;
  readonly kind: FieldKind;
  /** A day, number or reference that has to be there; other kinds say it themselves. */
  readonly isRequired?: boolean;
  /** Of a number: fraction, euro or whole number. */
  readonly unit?: NumberUnit;
  /** The largest number; 0 is the smallest. */
  readonly most?: number;
  /** What an option can be, the first one that of a new one. */
  readonly options?: readonly string[];
  /** Of a day: somebody was born on it, so short years are read as past ones. */
  readonly isBirthDay?: boolean;
  /** Of a day: the last one allowed, `YYYY-MM-DD`; else that of every date input. */
  readonly lastDay?: string;
  /** Longest text, in characters. */
  readonly limit?: number;
  /** What else is asked of a value that is given; `today` as `YYYY-MM-DD`, null = nothing is wrong. */
  readonly rule?: (value: string, today: string) => FieldIssueCode | null;
  /** How a given text is stored: an IBAN without blanks. */
  readonly stored?: (text: string) => string;
  /** Its column is never null and has '' for nothing. */
  readonly isBlankStored?: boolean;
  /** What a new one begins with; else nothing. */
  readonly first?: string | number;
  /** Beside its neighbour in the form. */
  readonly isHalf?: boolean;
  readonly isUpperCase?: boolean;
  /** The pad it is typed with, where that is not the usual one. */
  readonly pad?: 'digits' | 'mail';
  /** Its heading in files, where the label alone says too little. */
  readonly heading?: string;
  /** Its column in the list: least width in pixels, share of the free width, 0 = the last to go where it is narrow. */
  readonly list?: { readonly minWidth: number; readonly grow: number; readonly priority: number };
}

/** Keys of the fields that are columns of the list, which can be sorted by them. */
export type ListedKey<Rows extends readonly FieldRow[]> = Extract<
  Rows[number],
  { readonly list: object }
>['key'];

/** The same as values. */
export function listedKeys<const Rows extends readonly FieldRow[]>(rows: Rows): ListedKey<Rows>[] {
  // A filter tells no types; it leaves exactly the lines of the type.
  return rows.filter(({ list }) => list !== undefined).map(({ key }) => key as ListedKey<Rows>);
}

type Value<Row extends FieldRow> = Row extends { readonly options: readonly (infer Option)[] }
  ? Option
  : FieldValues[Row['kind']];

/** What a form holds of the fields of a table. */
export type DraftOf<Rows extends readonly FieldRow[]> = {
  readonly [Row in Rows[number] as Row['kind'] extends 'masked' ? never : Row['key']]: Value<Row>;
} & {
  readonly [Row in Rows[number] as Row['kind'] extends 'masked' ? Row['key'] : never]?: Value<Row>;
};

/** A row of the database read by `fieldColumns`. */
export type StoredFields<Rows extends readonly FieldRow[]> = {
  [Row in Rows[number] as Row['key']]: Row['kind'] extends 'yes' | 'state'
    ? boolean
    : Row['kind'] extends 'option'
      ? Value<Row>
      :
          | (Row['kind'] extends 'number' | 'reference' ? number : string)
          | (Row extends
              | { readonly isBlankStored: true }
              | { readonly isRequired: true }
              | { readonly kind: 'name' | 'line' | 'choice' | 'colour' }
              ? never
              : null);
};

/** The draft of a new one. */
export function emptyDraft<const Rows extends readonly FieldRow[]>(rows: Rows): DraftOf<Rows> {
  const values = rows.map(({ key, kind, options, first = options?.[0] }) => [
    key,
    kind === 'yes' || kind === 'state' ? false : (first ?? noneOf(kind)),
  ]);
  // Lists of keys and values tell no types; each value is one of its kind.
  return Object.fromEntries(values) as DraftOf<Rows>;
}

const noneOf = (kind: FieldKind) => (isNeverNull(kind) ? '' : null);

/** Whether a form holds '' for nothing in a field of this kind. */
export const isNeverNull = (kind: FieldKind): boolean =>
  kind === 'name' || kind === 'line' || kind === 'choice' || kind === 'colour' || kind === 'option';

/** The German label of a field. */
export const labelOf = <const Rows extends readonly FieldRow[]>(
  rows: Rows,
  key: Rows[number]['key'],
): string => rows.find((row) => row.key === key)?.label ?? '';

/** The German sentence below a label; an input of its own has to say it itself. */
export const hintOf = <const Rows extends readonly FieldRow[]>(
  rows: Rows,
  key: Rows[number]['key'],
): string => rows.find((row) => row.key === key)?.hint ?? '';

/** The draft of one that is stored: the fields of an answer, '' read as nothing. A group is left to the caller. */
export function draftOf<const Rows extends readonly FieldRow[]>(
  rows: Rows,
  answer: Readonly<Record<string, unknown>>,
): DraftOf<Rows> {
  const values = rows.map(({ key, kind }) => {
    const value = answer[key];
    return [key, value === '' || value === undefined || value === null ? noneOf(kind) : value];
  });
  // As above: the answer was checked against the shape made of the same table.
  return Object.fromEntries(values) as DraftOf<Rows>;
}

/** What is wrong with the value of a field by its own rule; null = nothing. */
export function checkField(row: FieldRow, value: FieldValue, today: string): FieldIssue | null {
  const { key: path, limit = 200 } = row;
  if (typeof value === 'boolean' || row.kind === 'group' || row.kind === 'option') return null;
  if (value === null && row.isRequired) return { path, code: 'required' };
  if (typeof value === 'number') return row.kind === 'number' ? checkNumber(row, value) : null;
  const text = value?.trim() ?? '';
  if (row.kind === 'colour') return checkColour(path, text);
  if ((row.kind === 'name' || row.kind === 'choice') && showsNothing(text))
    return checkName(path, text, limit);
  if (text === '') return row.isRequired ? { path, code: 'required' } : null;
  if (row.kind === 'day' && !isCalendarDay(text, row.lastDay)) return noSuchDay(path, row.lastDay);
  const fault = checkText(path, text, limit);
  if (fault) return fault;
  const code = row.rule?.(text, today) ?? null;
  return code === null ? null : { path, code };
}

/** A draft that holds the fields of a table, and maybe more. */
export type Holding<Row extends FieldRow> = { readonly [Key in Row['key']]?: FieldValue };

/** The value of a field in a draft. */
export function valueOf<Row extends FieldRow>(row: Row, draft: Holding<Row>): FieldValue {
  // The key of a line is one of the keys of its type; a property of a generic type does not tell.
  return draft[row.key as Row['key']];
}

/** What is wrong with a draft by the rules of its fields alone, in their order. */
export function checkFields<Row extends FieldRow>(
  rows: readonly Row[],
  draft: Holding<Row>,
  today: string,
): FieldIssue[] {
  return rows.flatMap((row) => checkField(row, valueOf(row, draft), today) ?? []);
}

/** The values of a draft by their columns. */
export function storedColumns<Row extends FieldRow>(
  rows: readonly Row[],
  draft: Holding<Row>,
): Record<string, string | number | boolean | null> {
  return Object.fromEntries(rows.map((row) => [row.column, storedValue(row, valueOf(row, draft))] as const));
}

/** A value as its column keeps it; whatever blanks stood around a text. A mask is left to the caller. */
export function storedValue(row: FieldRow, value: FieldValue): string | number | boolean | null {
  if (typeof value === 'boolean' || typeof value === 'number') return value;
  const text = value?.trim() ?? '';
  if (text === '') return row.isBlankStored || row.kind === 'line' ? '' : null;
  if (row.kind === 'colour') return text.toLowerCase();
  return row.stored?.(text) ?? text;
}

/** A rule that asks for a pattern. */
export const shaped =
  (pattern: TextShape, code: FieldIssueCode) =>
  (text: string): FieldIssueCode | null =>
    pattern.test(text) ? null : code;
