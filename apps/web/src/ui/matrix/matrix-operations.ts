import { distributeRemainder } from '@depotwerk/domain/tariff/column-sums';
import {
  cleared,
  filledDown,
  filledRight,
  type PasteFault,
  type PasteResult,
  pasted,
  withColumn,
  withUse,
} from './matrix-changes.ts';
import type { MatrixStore } from './matrix-store.ts';

/** Shares of the selection to 0. */
export function clearSelection(store: MatrixStore): void {
  store.commit();
  store.perform(cleared(store.content, store.focus.range), (count) => ({ kind: 'clear', count }));
}

/**
 * Ticks or unticks the box "used" of a cell, or of the selection where the cell is part of it: off when all are on.
 */
export function toggleUse(store: MatrixStore, cell = store.focus.active): void {
  store.commit();
  const { columnCount, used } = store.content;
  const range = store.focus.isSelected(cell)
    ? store.focus.range
    : { rows: [Math.floor(cell / columnCount)], columns: [cell % columnCount] };
  const areAllUsed = range.rows.every((row) =>
    range.columns.every((column) => used[row * columnCount + column] === 1),
  );
  store.perform(withUse(store.content, range, !areAllUsed), (count) => ({
    kind: areAllUsed ? 'unuse' : 'use',
    count,
  }));
}

/** The first column of the selection into its others; of a single column, the one left of it into it. */
export function fillRight(store: MatrixStore): void {
  store.commit();
  store.perform(filledRight(store.content, store.focus.range), (count) => ({ kind: 'fillRight', count }));
}

/** The first row of the selection into its others; of a single row, the one above it into it. */
export function fillDown(store: MatrixStore): void {
  store.commit();
  const changes = filledDown(store.content, store.focus.range, store.focus.rowAbove);
  store.perform(changes, (count) => ({ kind: 'fillDown', count }));
}

/** "Rest verteilen": brings a column to exactly 100 % (domain, column-sums). */
export function distributeColumn(store: MatrixStore, column: number): void {
  store.commit();
  const { columnCount, used, rowIds } = store.content;
  const isUsed = rowIds.map((_, row) => used[row * columnCount + column] === 1);
  const shares = distributeRemainder(store.column(column), isUsed);
  store.perform(withColumn(store.content, column, shares), () => ({ kind: 'distribute', column }));
}

/** Pastes a block at the selection, which then covers it: whole, or not at all. */
export function pasteBlock(
  store: MatrixStore,
  block: readonly (readonly string[])[],
): PasteResult | PasteFault {
  store.commit();
  const result = pasted(store.content, store.focus.range, store.focus.rowsBelow, block);
  if ('kind' in result || store.isReadOnly) return result;
  store.perform(result.changes, (count) => ({ kind: 'paste', count }));
  const { columnCount } = store.content;
  const { rows, columns } = result.range;
  const [first, last] = [rows[0], rows.at(-1)];
  const [left, right] = [columns[0], columns.at(-1)];
  if (first !== undefined && last !== undefined && left !== undefined && right !== undefined) {
    store.activate(last * columnCount + right);
    store.activate(first * columnCount + left, { extends: true });
  }
  return result;
}
