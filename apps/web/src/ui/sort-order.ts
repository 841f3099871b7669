/** Column a list is sorted by. */
export interface SortOrder<Key extends string> {
  key: Key;
  isDescending: boolean;
}

/** Reads the address form `-totalValue`; undefined for keys the list does not know. */
export function parseSortOrder<Key extends string>(
  text: string | undefined,
  keys: readonly Key[],
): SortOrder<Key> | undefined {
  const isDescending = text?.startsWith('-') ?? false;
  const key = keys.find((candidate) => candidate === (isDescending ? text?.slice(1) : text));
  return key === undefined ? undefined : { key, isDescending };
}

/** Address form of an order. */
export function sortOrderText(order: SortOrder<string>): string {
  return (order.isDescending ? '-' : '') + order.key;
}

/** What a click on a column header leads to: a new column starts in its natural direction, the same one turns. */
export function nextSortOrder<Key extends string>(
  current: SortOrder<Key> | null,
  key: Key,
  startsDescending: boolean,
): SortOrder<Key> {
  if (current?.key !== key) return { key, isDescending: startsDescending };
  return { key, isDescending: !current.isDescending };
}

/** Value of `aria-sort` of a column header. */
export function ariaSort(order: SortOrder<string> | null, key: string): 'ascending' | 'descending' | 'none' {
  if (order?.key !== key) return 'none';
  return order.isDescending ? 'descending' : 'ascending';
}
