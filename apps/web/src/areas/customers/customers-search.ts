import type { customerSortKeys } from '@depotwerk/api/customers';
import type { RawSearch } from '../../platform/search-params.ts';
import { integerParam, textParam } from '../../platform/search-params.ts';
import type { SortOrder } from '../../ui/sort-order.ts';
import { parseSortOrder, sortOrderText } from '../../ui/sort-order.ts';

export type CustomerSortKey = (typeof customerSortKeys)[number];

/** Copied by value, so that reading an address does not load the descriptions of all calls. */
const sortKeys = [
  'lastName',
  'firstName',
  'dateOfBirth',
  'group.groupName',
  'contractCount',
  'totalValue',
  'profileValidUntil',
] as const satisfies readonly CustomerSortKey[];

/** Typed search parameters of `/customers`. */
export interface CustomersSearch {
  search?: string;
  groupId?: string;
  tagId?: number;
  /** Address form of the order; absent = by name, in a search without a tag the best hits first. */
  sort?: string;
  /** The form of a new customer is open. */
  open?: 'new';
}

export const defaultCustomerSort: SortOrder<CustomerSortKey> = { key: 'lastName', isDescending: false };

/** Reads the address; what the list does not take is left out. */
export function validateCustomersSearch(raw: RawSearch): CustomersSearch {
  const search = textParam(raw['search'], 100)?.trim();
  const groupId = textParam(raw['groupId'], 36);
  const tagId = integerParam(raw['tagId'], 1, 2_147_483_647);
  const sort = parseSortOrder(textParam(raw['sort']), sortKeys);
  return {
    ...(search !== undefined && search.length >= 2 && { search }),
    ...(groupId !== undefined && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(groupId) && { groupId }),
    ...(tagId !== undefined && { tagId }),
    ...(sort && { sort: sortOrderText(sort) }),
    ...(raw['open'] === 'new' && { open: 'new' as const }),
  };
}

/** Order of the list; null while a search shows its best hits first. */
export function customerSortOf(search: CustomersSearch): SortOrder<CustomerSortKey> | null {
  const isRanked = search.search !== undefined && search.tagId === undefined;
  return parseSortOrder(search.sort, sortKeys) ?? (isRanked ? null : defaultCustomerSort);
}
