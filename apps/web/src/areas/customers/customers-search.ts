import { type CustomerSortKey, customerSortKeys } from '@depotwerk/domain/lists/sort-keys';
import type { RawSearch } from '../../platform/search-params.ts';
import { guidParam, integerParam, textParam, viewParams } from '../../platform/search-params.ts';
import type { SortOrder } from '../../ui/sort-order.ts';
import { parseSortOrder, sortOrderText } from '../../ui/sort-order.ts';

/** Typed search parameters of `/customers`. */
export interface CustomersSearch {
  search?: string;
  groupId?: string;
  tagId?: number;
  /** Address form of the order; absent = by name, in a search without a tag the best hits first. */
  sort?: string;
  /** Shown columns joined by commas; absent = all. */
  columns?: string;
  /** Column the list is grouped by; absent = not grouped. */
  groupBy?: string;
  /** The saved view that is shown. */
  viewId?: string;
  /** The form of a new customer is open. */
  open?: 'new';
}

export const defaultCustomerSort: SortOrder<CustomerSortKey> = { key: 'lastName', isDescending: false };

/** Reads the address; what the list does not take is left out. */
export function validateCustomersSearch(raw: RawSearch): CustomersSearch {
  const search = textParam(raw['search'], 100)?.trim();
  const groupId = guidParam(raw['groupId']);
  const tagId = integerParam(raw['tagId'], 1, 2_147_483_647);
  const sort = parseSortOrder(textParam(raw['sort']), customerSortKeys);
  return {
    ...(search !== undefined && search.length >= 2 && { search }),
    ...(groupId !== undefined && { groupId }),
    ...(tagId !== undefined && { tagId }),
    ...(sort && { sort: sortOrderText(sort) }),
    ...viewParams(raw),
    ...(raw['open'] === 'new' && { open: 'new' as const }),
  };
}

/** Order of the list; null while a search shows its best hits first. */
export function customerSortOf(search: CustomersSearch): SortOrder<CustomerSortKey> | null {
  const isRanked = search.search !== undefined && search.tagId === undefined;
  return parseSortOrder(search.sort, customerSortKeys) ?? (isRanked ? null : defaultCustomerSort);
}
