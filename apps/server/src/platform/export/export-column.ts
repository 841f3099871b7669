import { AppError } from '../http/app-error.ts';

/** Most rows one export carries. */
export const exportRowLimit = 100_000;

export type CellValue = string | number | boolean | null;

/** Members of a row that stand in a cell as they are. */
type CellMember<Row> = {
  [Key in keyof Row]-?: Row[Key] extends CellValue | undefined ? Key : never;
}[keyof Row];

/** One column of an export: its key is the one the screen shows, its kind decides the notation. */
export type ExportColumn<Row> = {
  readonly key: string;
  /** German heading. */
  readonly header: string;
  /** money = two decimals, number = up to six, day = `YYYY-MM-DD`, instant = ISO 8601 shown as its day. */
  readonly kind: 'text' | 'integer' | 'number' | 'money' | 'day' | 'instant' | 'boolean';
  /** Key of the column without which this one says too much; it comes along. */
  readonly needs?: string;
} & (
  | { readonly value: (row: Row) => CellValue }
  /** The member of this name. */
  | { readonly key: CellMember<Row>; readonly value?: undefined }
);

/** What a row says in a column. */
export function cellOf<Row>(column: ExportColumn<Row>, row: Row): CellValue {
  if (column.value) return column.value(row);
  // Only members that are a cell are keys of such a column, which is lost where the kind of row is open.
  return (row[column.key] as CellValue | undefined) ?? null;
}

/** The columns asked for, in the order asked, each followed by what it needs; all of them when none is named. Unknown or repeated names are refused. */
export function chooseColumns<Row>(
  columns: readonly ExportColumn<Row>[],
  asked: string | undefined,
): readonly ExportColumn<Row>[] {
  if (asked === undefined) return columns;
  const keys = asked.split(',');
  const chosen = keys.map((key) => columns.find((column) => column.key === key));
  const known = chosen.filter((column) => column !== undefined);
  if (known.length !== keys.length || new Set(keys).size !== keys.length) {
    throw new AppError('common.validationFailed', {
      validation: [{ path: 'query.columns', code: 'unknownColumn' }],
    });
  }
  return known.flatMap((column) => [
    column,
    ...columns.filter(({ key }) => key === column.needs && !keys.includes(key)),
  ]);
}

/**
 * Takes the sting out of text a spreadsheet would run as a formula: a leading apostrophe in front of
 * = + - @ and their full-width forms, tab, carriage return and line feed, also behind leading blanks.
 */
export function guardFormula(text: string): string {
  return /^[\s\u0000]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u.test(text) ? `'${text}` : text;
}

/** The text before `guardFormula`, so that a file of ours says when it is read again what it said: "+49-30-1234567". */
export function unguardFormula(text: string): string {
  const bare = text.slice(1);
  return text.startsWith("'") && guardFormula(bare) !== bare ? bare : text;
}
