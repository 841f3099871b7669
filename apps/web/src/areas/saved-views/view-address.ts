import type { SavedView } from '@depotwerk/api/saved-views';

/** What of a list's address is no part of a view: which one is shown, what was searched for, and what is open beside the list. */
const noPart = new Set(['viewId', 'search', 'view', 'open', 'dialog']);

/** What a view keeps of a list. */
export type ViewContent = Pick<SavedView, 'columns' | 'filters' | 'sort'>;

/** The content of a view that is the list at an address its page has read. */
export function contentOf(address: object): ViewContent {
  const members = Object.entries(address).filter(([name, value]) => !noPart.has(name) && value !== undefined);
  const { columns, sort, ...filters } = Object.fromEntries(
    members.map(([name, value]): [string, string] => [name, String(value)]),
  );
  return { columns: columns === undefined ? null : columns.split(','), sort: sort ?? null, filters };
}

/** The search parameters under which a list shows a view. */
export const addressOf = ({ id, columns, sort, filters }: ViewContent & Pick<SavedView, 'id'>) => ({
  ...filters,
  ...(sort !== null && { sort }),
  ...(columns !== null && { columns: columns.join(',') }),
  viewId: id,
});

/** Whether two views show the same, in whatever order their filters were set. */
export function isSameContent(one: ViewContent, other: ViewContent): boolean {
  const textOf = ({ columns, sort, filters }: ViewContent) =>
    JSON.stringify([columns, sort, Object.entries(filters).toSorted(([a], [b]) => (a < b ? -1 : 1))]);
  return textOf(one) === textOf(other);
}
