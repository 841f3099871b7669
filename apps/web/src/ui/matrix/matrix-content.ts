/**
 * What a matrix holds: shares in integer tenths of a percent, row by row. A cell's index is row × columns + column.
 * The stash keeps the share an unused cell had, for as long as the page is open.
 */
export interface MatrixContent {
  readonly rowIds: readonly number[];
  readonly columnCount: number;
  readonly tenths: Int32Array;
  readonly used: Uint8Array;
  readonly stash: Int32Array;
  /** Typed texts that are no share, by cell; their cells count as 0. */
  readonly texts: ReadonlyMap<number, string>;
}

export interface CellState {
  readonly tenths: number;
  readonly isUsed: boolean;
  readonly stash: number;
  /** A typed text that is no share. */
  readonly text: string | null;
}

export interface CellChange {
  readonly cell: number;
  readonly after: CellState;
}

export type CellSource = (rowId: number, column: number) => { tenths: number; isUsed: boolean };

/** A matrix of these rows; an unused cell holds 0. */
export function createContent(
  rowIds: readonly number[],
  columnCount: number,
  source: CellSource,
): MatrixContent {
  const count = rowIds.length * columnCount;
  const content = {
    rowIds,
    columnCount,
    tenths: new Int32Array(count),
    used: new Uint8Array(count),
    stash: new Int32Array(count),
    texts: new Map<number, string>(),
  };
  rowIds.forEach((rowId, row) => {
    for (let column = 0; column < columnCount; column += 1) {
      const { tenths, isUsed } = source(rowId, column);
      content.tenths[row * columnCount + column] = tenths;
      content.used[row * columnCount + column] = isUsed ? 1 : 0;
    }
  });
  return content;
}

export function copyContent(content: MatrixContent): MatrixContent {
  return {
    ...content,
    tenths: content.tenths.slice(),
    used: content.used.slice(),
    stash: content.stash.slice(),
    texts: new Map(content.texts),
  };
}

/** The same values in other rows; rows that are new begin as the source says. */
export function withRows(
  content: MatrixContent,
  rowIds: readonly number[],
  source: CellSource,
): MatrixContent {
  const rowOf = new Map(content.rowIds.map((rowId, row) => [rowId, row]));
  const next = createContent(rowIds, content.columnCount, source);
  const texts = new Map<number, string>();
  rowIds.forEach((rowId, row) => {
    const oldRow = rowOf.get(rowId);
    if (oldRow === undefined) return;
    for (let column = 0; column < content.columnCount; column += 1) {
      const [from, to] = [oldRow * content.columnCount + column, row * content.columnCount + column];
      const { tenths, isUsed, stash, text } = cellState(content, from);
      next.tenths[to] = tenths;
      next.used[to] = isUsed ? 1 : 0;
      next.stash[to] = stash;
      if (text !== null) texts.set(to, text);
    }
  });
  return { ...next, texts };
}

export function cellState(content: MatrixContent, cell: number): CellState {
  return {
    tenths: content.tenths[cell] ?? 0,
    isUsed: content.used[cell] === 1,
    stash: content.stash[cell] ?? 0,
    text: content.texts.get(cell) ?? null,
  };
}

export const isSameState = (one: CellState, other: CellState): boolean =>
  one.tenths === other.tenths &&
  one.isUsed === other.isUsed &&
  one.stash === other.stash &&
  one.text === other.text;

/** Sums of all columns in tenths of a percent. */
export function sumColumns({ tenths, columnCount }: MatrixContent): Int32Array {
  const sums = new Int32Array(columnCount);
  tenths.forEach((value, cell) => {
    const column = cell % columnCount;
    sums[column] = (sums[column] ?? 0) + value;
  });
  return sums;
}

/** Whether two show the same: rows, shares, boxes, and no text that is no share. */
export function isSameMatrix(one: MatrixContent, other: MatrixContent): boolean {
  return (
    one.columnCount === other.columnCount &&
    one.rowIds.length === other.rowIds.length &&
    one.rowIds.every((rowId, row) => rowId === other.rowIds[row]) &&
    one.tenths.every((tenths, cell) => tenths === other.tenths[cell]) &&
    one.used.every((used, cell) => used === other.used[cell]) &&
    one.texts.size === 0 &&
    other.texts.size === 0
  );
}
