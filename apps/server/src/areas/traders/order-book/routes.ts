import { listOrders } from '@depotwerk/api/traders/orders';
import { locale } from '@depotwerk/domain/locale';
import { Reply, type Route, route } from '../../../platform/http/route.ts';
import { pageOf } from '../../../platform/lists/paging.ts';
import { boundedHeaders } from '../../../platform/lists/total-count.ts';
import type { Services } from '../../../platform/services.ts';
import { exportOrders } from './export-orders.ts';
import { listOrderBook } from './orders.view.ts';

/** The order book over all contracts. */
export function orderBookRoutes(services: Services): Route[] {
  return [
    route(listOrders, async (context, { query }) => {
      const { page: _page, pageSize: _size, format, columns, ...filter } = query;
      const timeZone = context.zone.name ?? locale.timeZone;
      if (format !== undefined) return exportOrders(services, context, timeZone, filter, { format, columns });
      const page = pageOf(query);
      const { rows, total } = await listOrderBook(services, context.scope, timeZone, filter, page);
      return Reply.json(rows, boundedHeaders(listOrders.path, query, page, total, rows.length));
    }),
  ];
}
