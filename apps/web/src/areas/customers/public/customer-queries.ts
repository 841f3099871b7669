import type { customerDetail, customerListItem } from '@depotwerk/api/customers';
import { getCustomer, getCustomerChoices, listCustomers } from '@depotwerk/api/customers';
import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { callApi, callWithHeaders } from '../../../platform/api-client.ts';
import type { RowPage } from '../../../ui/paged-rows.ts';

export type CustomerListItem = z.infer<typeof customerListItem>;
export type CustomerDetail = z.infer<typeof customerDetail>;

/** Whether an erasure is asked for and waits for its day; a server of the release before does not say, and refuses by itself. */
export const waitsForErasure = ({ isErasureWaiting = false }: CustomerDetail): boolean => isErasureWaiting;

/** Filters of the customer list that stand in the address. */
export interface CustomerFilter {
  search?: string;
  groupId?: string;
  tagId?: number;
}

/** One page of the customer list. `noGroupOnly` is always sent. */
export async function loadCustomerPage(
  filter: CustomerFilter,
  sort: string | undefined,
  page: number,
  pageSize: number,
  signal: AbortSignal,
): Promise<RowPage<CustomerListItem>> {
  const query = { ...filter, noGroupOnly: false, ...(sort !== undefined && { sort }), page, pageSize };
  const { answer, totalCount, isTotalExact } = await callWithHeaders(listCustomers, { query }, { signal });
  return { rows: answer, total: totalCount ?? answer.length, isTotalExact };
}

export type CustomerChoices = z.infer<(typeof getCustomerChoices)['answer']>;

/** Groups into which the user may put customers. */
export const customerChoicesQuery = () =>
  queryOptions({
    queryKey: ['customers', 'choices'],
    queryFn: ({ signal }) => callApi(getCustomerChoices, {}, { signal }),
    staleTime: 60_000,
  });

export const customerQuery = (id: string) =>
  queryOptions({
    queryKey: ['customer', id],
    queryFn: ({ signal }) => callApi(getCustomer, { params: { id } }, { signal }),
  });
