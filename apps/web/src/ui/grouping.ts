/** What a list can be grouped by: a column that is sorted by and says a row's group in words. */
export interface GroupableColumn<Row> {
  readonly key: string;
  readonly header: string;
  readonly sortKey?: string | undefined;
  readonly startsDescending?: boolean | undefined;
  /** The row's group in words, also where it has none; absent = nothing to group by. */
  readonly groupText?: ((row: Row) => string) | undefined;
}

/** What a table needs to show its rows in groups. */
export interface RowGroups<Row> {
  /** Of the column, stands before each group's own words. */
  readonly header: string;
  readonly textOf: (row: Row) => string;
  /** What is known of the row's group as a whole, such as how many there are. */
  readonly noteOf?: ((row: Row) => string | undefined) | undefined;
}

/** Columns a list can be grouped by. */
export const groupableColumns = <Column extends GroupableColumn<never>>(
  columns: readonly Column[],
): Column[] => columns.filter(({ sortKey, groupText }) => sortKey !== undefined && groupText !== undefined);

/** The groups an address asks for; undefined where it asks for none or for one the list does not know. */
export function rowGroupsOf<Row>(
  columns: readonly GroupableColumn<Row>[],
  groupBy: string | undefined,
): RowGroups<Row> | undefined {
  const column = columns.find(({ key, sortKey }) => key === groupBy && sortKey !== undefined);
  return column?.groupText && { header: column.header, textOf: column.groupText };
}

/**
 * The order of a grouped list as calls take it: by group first, within each as the list is sorted. Sorted by what it is
 * grouped by, the groups themselves follow that direction.
 */
export function groupedSort<Sort extends string | undefined>(
  columns: readonly GroupableColumn<never>[],
  groupBy: string | undefined,
  sort: Sort,
): Sort | string {
  const column = groupableColumns(columns).find(({ key }) => key === groupBy);
  if (column?.sortKey === undefined) return sort;
  if (sort?.replace(/^-/, '') === column.sortKey) return sort;
  const first = (column.startsDescending ? '-' : '') + column.sortKey;
  return sort === undefined ? first : `${first},${sort}`;
}

/** Columns as a file of the list has them: what it is grouped by is one of them, or nobody sees the groups. */
export const withGroupColumn = <Column extends { key: string }>(
  shown: readonly Column[],
  all: readonly Column[],
  groupBy: string | undefined,
): readonly Column[] =>
  shown.some(({ key }) => key === groupBy) ? shown : [...all.filter(({ key }) => key === groupBy), ...shown];

/** The heading above a row: where its group is another than that of the row before it. Undefined as well while rows load. */
export function headingAbove<Row>(
  groups: RowGroups<Row> | undefined,
  rowAt: (index: number) => Row | undefined,
  index: number,
): { text: string; note: string | undefined } | undefined {
  if (groups === undefined) return undefined;
  const row = rowAt(index);
  if (row === undefined) return undefined;
  const text = groups.textOf(row);
  if (index > 0) {
    const before = rowAt(index - 1);
    if (before === undefined || groups.textOf(before) === text) return undefined;
  }
  return { text, note: groups.noteOf?.(row) };
}

/**
 * Columns by the names a file knows them by: what they are sorted by, where nothing else is said.
 * @param exportedAs by the key of a column: its names in a file, joined by commas; '' = not in files
 */
export const fileKeys = (
  columns: readonly { readonly key: string; readonly sortKey?: string | undefined }[],
  exportedAs: Readonly<Record<string, string>> = {},
): string =>
  columns
    .map(({ key, sortKey }) => exportedAs[key] ?? sortKey ?? key)
    .filter((key) => key !== '')
    .join(',');
