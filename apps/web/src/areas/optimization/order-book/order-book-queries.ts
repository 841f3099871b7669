import {
  getOrderRules,
  listOrders,
  listPlanApprovals,
  type OrderBookRow,
  type PlanApprovalRow,
  putOrderRules,
} from '@depotwerk/api/traders/orders';
import { queryOptions } from '@tanstack/react-query';
import { loadListPage } from '../../../lists/list-calls.ts';
import { callApi, callFile, callWithHeaders } from '../../../platform/api-client.ts';
import { readAnew } from '../../../platform/read-anew.ts';
import { t } from '../../../texts/texts.ts';
import type { RowPage } from '../../../ui/paged-rows.ts';
import type { OrderBookSearch } from './order-book-search.ts';

const orderFilter = ({ state, from, to, search }: OrderBookSearch) => ({
  ...(state !== undefined && { state }),
  ...(from !== undefined && { from }),
  ...(to !== undefined && { to }),
  ...(search !== undefined && { search }),
});

/** What was ordered under a filter, as a file. */
export const loadOrderFile = (search: OrderBookSearch, format: 'csv' | 'xlsx', columns?: string) =>
  callFile(
    listOrders,
    { query: { ...orderFilter(search), ...(columns !== undefined && { columns }), format } },
    `${t('orderBook.exportName')}.${format}`,
  );

/** One page of what was ordered. */
export function loadOrders(
  search: OrderBookSearch,
  page: number,
  pageSize: number,
  signal: AbortSignal,
): Promise<RowPage<OrderBookRow>> {
  const query = { ...orderFilter(search), page, pageSize };
  return loadListPage(listOrders, { query }, signal);
}

/** One page of requests for a second person. */
export function loadApprovals(
  { approval = 'waiting', search }: OrderBookSearch,
  page: number,
  pageSize: number,
  signal: AbortSignal,
): Promise<RowPage<PlanApprovalRow>> {
  const filter = {
    ...(approval !== 'all' && { state: approval }),
    ...(search !== undefined && { search }),
  };
  const query = { ...filter, page, pageSize };
  return loadListPage(listPlanApprovals, { query }, signal);
}

/** From which amount on orders need a second person, with its ETag. */
export const orderRulesQuery = () =>
  queryOptions({
    queryKey: ['orders', 'rules'],
    queryFn: async ({ signal }) => {
      const { answer, etag } = await callWithHeaders(getOrderRules, {}, { signal });
      return { ...answer, etag };
    },
  });

export async function saveLimit(approvalLimit: number | null, etag: string | null): Promise<void> {
  await callApi(putOrderRules, { body: { approvalLimit } }, { ifMatch: etag ?? undefined });
  void readAnew('orders', 'contract');
}
