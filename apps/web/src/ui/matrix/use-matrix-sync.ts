import { useEffect, useLayoutEffect, useState } from 'react';
import { MatrixStore } from './matrix-store.ts';
import { MatrixSync, type MatrixSyncOptions } from './matrix-sync.ts';

/**
 * The matrix of a form's items, kept together with them.
 *
 * @param shape changes when rows or columns do: the matrix then begins anew from the items
 */
export function useMatrixSync<Items>(
  items: Items,
  shape: string,
  options: MatrixSyncOptions<Items>,
): { readonly store: MatrixStore; readonly sync: MatrixSync<Items> } {
  const [held] = useState(() => {
    const store = new MatrixStore(options.contentOf(items));
    return { store, sync: new MatrixSync(store, items, shape, options) };
  });
  const { sync } = held;
  useLayoutEffect(() => {
    sync.use(options);
    sync.show(items, shape);
  });
  useEffect(() => sync.start(), [sync]);
  return held;
}
