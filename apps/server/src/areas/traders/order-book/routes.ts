import { listOrders } from '@depotwerk/api/orders';
import { locale } from '@depotwerk/domain/locale';
import { Reply, type Route, route } from '../../../platform/http/route.ts';
import { pageHeaders, pageOf } from '../../../platform/lists/paging.ts';
import type { ReadServices } from '../../../platform/services.ts';
import { listOrderBook } from './orders.view.ts';

/** The order book over all contracts. */
export function orderBookRoutes(services: ReadServices): Route[] {
  return [
    route(listOrders, async ({ scope, zone }, { query }) => {
      const page = pageOf(query);
      const { rows, total } = await listOrderBook(services, scope, zone.name ?? locale.timeZone, query, page);
      return Reply.json(rows, pageHeaders(listOrders.path, query, page, total));
    }),
  ];
}
