/**
 * Most rows a list can be scrolled through. Beyond it nobody finds anything by scrolling, deep server pages get
 * slow, and browsers limit the height of an element; the list then says that the search should be narrowed.
 */
export const scrollableRows = 100_000;

/** Server pages (from 1) that hold the rows `first` to `last` (from 0, both inclusive) of a list with `count` rows. */
export function pagesOfRows(first: number, last: number, pageSize: number, count: number): number[] {
  const end = Math.min(last, count - 1);
  const start = Math.max(0, first);
  if (end < start) return [];
  const firstPage = Math.floor(start / pageSize) + 1;
  const lastPage = Math.floor(end / pageSize) + 1;
  return Array.from({ length: lastPage - firstPage + 1 }, (_, index) => firstPage + index);
}

/** Where a row lies: its server page (from 1) and its place on it. */
export function placeOfRow(row: number, pageSize: number): { page: number; index: number } {
  return { page: Math.floor(row / pageSize) + 1, index: row % pageSize };
}

/** Row a navigation key leads to, or undefined when the key does not move. `step` is one screen of rows. */
export function rowAfterKey(key: string, row: number, count: number, step: number): number | undefined {
  const limit = (target: number) => Math.max(0, Math.min(count - 1, target));
  switch (key) {
    case 'ArrowDown':
      return limit(row + 1);
    case 'ArrowUp':
      return limit(row - 1);
    case 'PageDown':
      return limit(row + step);
    case 'PageUp':
      return limit(row - step);
    case 'Home':
      return limit(0);
    case 'End':
      return limit(count - 1);
    default:
      return undefined;
  }
}
