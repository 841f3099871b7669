import { toTenths } from './column-sums.ts';

/** Matrices of a tariff that are compared row by row. */
export const comparedMatrices = ['allocation', 'fundMatrix', 'risk'] as const;

/** Changed rows of a matrix in percent, one element per class; null = the class or row did not exist. */
export interface MatrixDifference {
  readonly kind: (typeof comparedMatrices)[number];
  readonly rows: readonly MatrixRowDifference[];
}

/** A row of a matrix on both sides. */
export interface MatrixRowDifference {
  readonly label: string;
  readonly before: readonly (number | null)[];
  readonly after: readonly (number | null)[];
}

/**
 * Shares by row in percent, one element per class, 0 where a matrix says nothing.
 *
 * @param rowIds rows there are even without any share
 */
export function columnsOf<Item extends { readonly riskClassId: number; readonly fraction: number }>(
  items: readonly Item[],
  rowOf: (item: Item) => number,
  riskClassCount: number,
  rowIds: readonly number[] = [],
): Map<number, number[]> {
  const rows = new Map<number, number[]>();
  const rowFor = (id: number) => {
    const row = rows.get(id) ?? Array.from({ length: riskClassCount }, () => 0);
    rows.set(id, row);
    return row;
  };
  for (const id of rowIds) rowFor(id);
  for (const item of items) {
    const row = rowFor(rowOf(item));
    if (item.riskClassId <= riskClassCount) row[item.riskClassId - 1] = toTenths(item.fraction) / 10;
  }
  return rows;
}

/** The rows that differ, brought to one number of classes; no matrix where none does. */
export function matrixRows(
  kind: MatrixDifference['kind'],
  rows: readonly MatrixRowDifference[],
): MatrixDifference[] {
  const width = Math.max(0, ...rows.map(({ before, after }) => Math.max(before.length, after.length)));
  const filled = (row: readonly (number | null)[]) =>
    Array.from({ length: width }, (_, index) => row[index] ?? null);
  const changed = rows
    .map(({ label, before, after }) => ({ label, before: filled(before), after: filled(after) }))
    .filter(({ before, after }) => before.some((value, index) => value !== after[index]));
  return changed.length > 0 ? [{ kind, rows: changed }] : [];
}
