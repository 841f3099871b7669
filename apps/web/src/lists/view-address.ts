import type { SavedView } from '@depotwerk/api/saved-views/saved-views';
import { columnNames, partsOf } from '../ui/chosen-columns.ts';

/** What of a list's address is no part of a view: which one is shown, what was searched for, and what is open beside the list. */
const noPart = new Set(['viewId', 'search', 'view', 'open', 'dialog']);

/** What a view keeps of a list. */
export type ViewContent = Pick<SavedView, 'columns' | 'widths' | 'filters' | 'sort'>;

/** The content of a view that is the list at an address its page has read. */
export function contentOf(address: object): ViewContent {
  const members = Object.entries(address).filter(([name, value]) => !noPart.has(name) && value !== undefined);
  const { columns, sort, ...filters } = Object.fromEntries(
    members.map(([name, value]): [string, string] => [name, String(value)]),
  );
  return { ...columnsOf(columns), sort: sort ?? null, filters };
}

/**
 * Columns and, where any has one, widths: apart, since pages and servers of the release before take a key with a width behind
 * it for no key, and widths only where they are missed.
 */
function columnsOf(names: string | undefined): Pick<SavedView, 'columns' | 'widths'> {
  if (names === undefined) return { columns: null };
  const parts = names.split(',').map(partsOf);
  const wide = parts.flatMap(({ key, width }) => (width === undefined ? [] : [[key, width] as const]));
  return {
    columns: parts.map(({ key }) => key),
    ...(wide.length > 0 && { widths: Object.fromEntries(wide) }),
  };
}

/** The shown columns as the address names them, each with its width. */
function namesOf({ columns, widths = {} }: Pick<SavedView, 'columns' | 'widths'>): string | undefined {
  const widthOf = new Map(Object.entries(widths));
  return columns === null ? undefined : columnNames(columns.map((key) => ({ key, width: widthOf.get(key) })));
}

/** The search parameters under which a list shows a view. */
export const addressOf = ({ id, sort, filters, ...view }: ViewContent & Pick<SavedView, 'id'>) => {
  const columns = namesOf(view);
  return {
    ...filters,
    ...(sort !== null && { sort }),
    ...(columns !== undefined && { columns }),
    viewId: id,
  };
};

/** Whether two views show the same, in whatever order their filters were set. */
export function isSameContent(one: ViewContent, other: ViewContent): boolean {
  const textOf = ({ sort, filters, ...view }: ViewContent) =>
    JSON.stringify([namesOf(view), sort, Object.entries(filters).toSorted(([a], [b]) => (a < b ? -1 : 1))]);
  return textOf(one) === textOf(other);
}
