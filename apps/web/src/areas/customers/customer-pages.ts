import {
  type CustomerDetail,
  type CustomerListItem,
  listCustomers,
} from '@depotwerk/api/customers/customers';
import { loadListPage } from '../../lists/list-calls.ts';
import type { RowPage } from '../../ui/paged-rows.ts';

/** Whether an erasure is asked for and waits for its day; a server of the release before does not say, and refuses by itself. */
export const waitsForErasure = ({ isErasureWaiting = false }: CustomerDetail): boolean => isErasureWaiting;

/** Filters of the customer list that stand in the address. */
export interface CustomerFilter {
  search?: string;
  groupId?: string;
  tagId?: number;
}

/** One page of the customer list. `noGroupOnly` is always sent. */
export function loadCustomerPage(
  filter: CustomerFilter,
  sort: string | undefined,
  page: number,
  pageSize: number,
  signal: AbortSignal,
): Promise<RowPage<CustomerListItem>> {
  const query = { ...filter, noGroupOnly: false, ...(sort !== undefined && { sort }), page, pageSize };
  return loadListPage(listCustomers, { query }, signal);
}
