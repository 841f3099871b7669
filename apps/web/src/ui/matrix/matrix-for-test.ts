import { createContent } from './matrix-content.ts';
import { MatrixStore } from './matrix-store.ts';

/** A matrix for tests: rows of shares in tenths of a percent; null = not used. */
export function aMatrix(rows: readonly (readonly (number | null)[])[]): MatrixStore {
  const rowIds = rows.map((_, row) => row + 101);
  return new MatrixStore(
    createContent(rowIds, rows[0]?.length ?? 0, (rowId, column) => {
      const share = rows[rowId - 101]?.[column] ?? null;
      return { tenths: share ?? 0, isUsed: share !== null };
    }),
  );
}

/** Its shares, null for unused cells. */
export const shares = (store: MatrixStore) =>
  Array.from({ length: store.content.rowIds.length }, (_, row) =>
    Array.from({ length: store.content.columnCount }, (_, column) => {
      const { tenths, isUsed } = store.state(row * store.content.columnCount + column);
      return isUsed ? tenths : null;
    }),
  );
