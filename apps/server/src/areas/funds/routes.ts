import * as calls from '@depotwerk/api/funds/funds';
import { todayIn } from '../../platform/http/client-zone.ts';
import { Reply, type Route, route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/services.ts';
import { readFundPrices } from './fund-prices.view.ts';
import { readFund, readFundsByIds } from './get-fund.view.ts';
import { fundManagementRoutes } from './management-routes.ts';
import { readPeergroups } from './peergroups.view.ts';
import { searchFunds } from './search-funds.view.ts';

/** The calls of the fund area. */
export function fundRoutes(services: Services, wakeJobs: () => void = () => {}): Route[] {
  return [
    route(calls.searchFunds, async (context, { query }) => {
      const { funds, total } = await searchFunds(services, context.scope, query);
      return Reply.json(funds, { 'x-total-count': String(total) });
    }),
    route(calls.listFundsByIds, (context, { body, query }) =>
      readFundsByIds(services, context.scope, body, query.tariff),
    ),
    route(calls.getFund, async (context, { params }) => {
      const { fund, rowVersion } = await readFund(services, context.scope, params.id);
      return Reply.json(fund, { etag: `"${rowVersion}"` });
    }),
    route(calls.getFundPrices, (context, { params, query }) =>
      readFundPrices(
        services,
        context.scope,
        params.id,
        query.period ?? '1y',
        todayIn(context.zone, new Date(services.clock())),
      ),
    ),
    route(calls.listFundPeergroups, (context) => readPeergroups(services, context.scope)),
    ...fundManagementRoutes(services, wakeJobs),
  ];
}
