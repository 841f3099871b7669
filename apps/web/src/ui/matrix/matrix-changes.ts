import { wholeTenths } from '@depotwerk/domain/tenths';
import { type CellReading, readCell } from './cell-value.ts';
import { type CellChange, cellState, isSameState, type MatrixContent } from './matrix-content.ts';

/** Cells of a selection: rows in the order they are seen in, and columns. */
export interface CellRange {
  readonly rows: readonly number[];
  readonly columns: readonly number[];
}

/** Changes of one operation; those that change nothing are left out. */
function changes(
  content: MatrixContent,
  cells: Iterable<number>,
  change: (cell: number) => Partial<CellChange['after']> | null,
): CellChange[] {
  const list: CellChange[] = [];
  for (const cell of cells) {
    const before = cellState(content, cell);
    const next = change(cell);
    if (next === null) continue;
    const after = { ...before, ...next };
    if (!isSameState(before, after)) list.push({ cell, after });
  }
  return list;
}

export function cellsOf(content: MatrixContent, range: CellRange): number[] {
  return range.rows.flatMap((row) => range.columns.map((column) => row * content.columnCount + column));
}

/** Sets a share; one above 0 takes an unused cell into use, since a share nobody sees would be worse. */
const share = (content: MatrixContent, cell: number, tenths: number) => {
  const isUsed = content.used[cell] === 1;
  if (!isUsed && tenths === 0) return null;
  return { tenths, isUsed: true, text: null, stash: isUsed ? (content.stash[cell] ?? 0) : 0 };
};

/** A text typed into a used cell; one that is no share stays as text and counts as 0. */
export function typed(content: MatrixContent, cell: number, text: string): CellChange[] {
  if (content.used[cell] !== 1) return [];
  const reading = readCell(text);
  return changes(content, [cell], () =>
    reading.ok ? { tenths: reading.tenths, text: null } : { tenths: 0, text },
  );
}

/** Shares of a range set to 0. */
export function cleared(content: MatrixContent, range: CellRange): CellChange[] {
  return changes(content, cellsOf(content, range), (cell) =>
    content.used[cell] === 1 ? { tenths: 0, text: null } : null,
  );
}

/**
 * Box "used" of all cells of a range: unticking keeps the share aside and sets the cell to 0, ticking brings it back
 *.
 */
export function withUse(content: MatrixContent, range: CellRange, isUsed: boolean): CellChange[] {
  return changes(content, cellsOf(content, range), (cell) => {
    const before = cellState(content, cell);
    if (before.isUsed === isUsed) return null;
    return isUsed
      ? { isUsed: true, tenths: before.stash, stash: 0 }
      : { isUsed: false, tenths: 0, stash: before.tenths, text: null };
  });
}

/** The first column of a range into its others; of a single column: the one before into it. */
export function filledRight(content: MatrixContent, { rows, columns }: CellRange): CellChange[] {
  const [first = 0] = columns;
  const source = columns.length > 1 ? first : first - 1;
  if (source < 0) return [];
  const targets = columns.filter((column) => column !== source);
  return changes(content, cellsOf(content, { rows, columns: targets }), (cell) => {
    const row = Math.floor(cell / content.columnCount);
    return share(content, cell, content.tenths[row * content.columnCount + source] ?? 0);
  });
}

/** The first row of a range into its others; of a single row: the one seen above it (`above`) into it. */
export function filledDown(
  content: MatrixContent,
  { rows, columns }: CellRange,
  above: number | null,
): CellChange[] {
  const source = rows.length > 1 ? rows[0] : above;
  if (source === undefined || source === null) return [];
  const targets = rows.filter((row) => row !== source);
  return changes(content, cellsOf(content, { rows: targets, columns }), (cell) =>
    share(content, cell, content.tenths[source * content.columnCount + (cell % content.columnCount)] ?? 0),
  );
}

/** Shares of a column replaced, e.g. after its remainder was distributed. */
export function withColumn(content: MatrixContent, column: number, shares: readonly number[]): CellChange[] {
  const cells = content.rowIds.map((_, row) => row * content.columnCount + column);
  return changes(content, cells, (cell) => {
    const tenths = shares[Math.floor(cell / content.columnCount)] ?? 0;
    return content.used[cell] === 1 && tenths !== content.tenths[cell] ? { tenths, text: null } : null;
  });
}

/** Why a block cannot be pasted; nothing of it is then. */
export type PasteFault =
  | { readonly kind: 'empty' }
  | { readonly kind: 'tooLarge'; readonly rows: number; readonly columns: number }
  | {
      readonly kind: 'unreadable';
      readonly text: string;
      /** In the block, counted from 1. */
      readonly row: number;
      readonly column: number;
      readonly fault: (CellReading & { ok: false })['fault'];
    };

export interface PasteResult {
  readonly changes: CellChange[];
  readonly range: CellRange;
  /** Cells that were not used before. */
  readonly takenIntoUse: number;
}

/**
 * A block of texts into the cells from the first of the range on. A block of one cell fills the whole range. All or
 * nothing: a block that does not fit or has one text that is no share changes nothing.
 */
export function pasted(
  content: MatrixContent,
  range: CellRange,
  /** Rows from the range's first on, in the order they are seen in. */
  rowsBelow: readonly number[],
  block: readonly (readonly string[])[],
): PasteResult | PasteFault {
  const height = block.length;
  const width = Math.max(0, ...block.map((line) => line.length));
  if (height === 0 || width === 0 || block.every((line) => line.every((text) => text.trim() === '')))
    return { kind: 'empty' };
  const [firstColumn = 0] = range.columns;
  const isSingle = height === 1 && width === 1;
  const rows = isSingle ? range.rows : rowsBelow.slice(0, height);
  const columns = isSingle ? range.columns : Array.from({ length: width }, (_, index) => firstColumn + index);
  if (!isSingle && (rows.length < height || firstColumn + width > content.columnCount))
    return { kind: 'tooLarge', rows: height, columns: width };
  const shares: number[][] = [];
  for (const [row, line] of block.entries()) {
    const read: number[] = [];
    for (let column = 0; column < width; column += 1) {
      const text = line[column] ?? '';
      const reading = readCell(text);
      if (!reading.ok)
        return { kind: 'unreadable', text, row: row + 1, column: column + 1, fault: reading.fault };
      read.push(reading.tenths);
    }
    shares.push(read);
  }
  const rowPlace = new Map(rows.map((row, place) => [row, place]));
  const list = changes(content, cellsOf(content, { rows, columns }), (cell) => {
    const place = rowPlace.get(Math.floor(cell / content.columnCount)) ?? 0;
    const line = shares[isSingle ? 0 : place];
    return share(content, cell, line?.[isSingle ? 0 : (cell % content.columnCount) - firstColumn] ?? 0);
  });
  const takenIntoUse = list.filter(({ cell }) => content.used[cell] !== 1).length;
  return { changes: list, range: { rows, columns }, takenIntoUse };
}

/** What a column lacks (positive) or has too much (negative), in tenths of a percent. */
export const remainderOf = (sum: number): number => wholeTenths - sum;
