import * as calls from '@depotwerk/api/traders/orders';
import { Reply, type Route, route, versioned } from '../../../platform/http/route.ts';
import { pageOf } from '../../../platform/lists/paging.ts';
import { boundedHeaders } from '../../../platform/lists/total-count.ts';
import type { Services } from '../../../platform/services.ts';
import type { TariffData } from '../tariff-data.ts';
import { listApprovals } from './approvals.view.ts';
import { approvePlans } from './approve-plans.ts';
import { approvePlan, refusePlan, requestApproval } from './decide-approval.ts';
import { putOrderRules, readOrderRules } from './order-rules.ts';

/** The second person behind large orders. */
export function approvalRoutes(services: Services, tariffs: TariffData): Route[] {
  return [
    route(calls.listPlanApprovals, async ({ scope }, { query }) => {
      const page = pageOf(query);
      const { rows, total } = await listApprovals(services, scope, query, page);
      return Reply.json(rows, boundedHeaders(calls.listPlanApprovals.path, query, page, total, rows.length));
    }),
    route(calls.requestPlanApproval, (context, input) => requestApproval(services, tariffs, context, input)),
    route(calls.approvePlan, (context, input) => approvePlan(services, tariffs, context, input)),
    route(calls.approvePlans, (context, input) => approvePlans(services, tariffs, context, input)),
    route(calls.refusePlan, (context, input) => refusePlan(services, context, input)),
    route(calls.getOrderRules, async ({ scope }) =>
      versioned(await readOrderRules(services.database, scope)),
    ),
    route(calls.putOrderRules, async (context, input) =>
      versioned(await putOrderRules(services, context, input)),
    ),
  ];
}
