import * as bulkCalls from '@depotwerk/api/optimization/bulk-approvals';
import * as calls from '@depotwerk/api/traders/orders';
import { Reply, type Route, route, versioned } from '../../../platform/http/route.ts';
import { wokenBy } from '../../../platform/jobs/woken-by.ts';
import { answerPage } from '../../../platform/lists/answer-page.ts';
import { pageOf } from '../../../platform/lists/paging.ts';
import { boundedHeaders } from '../../../platform/lists/total-count.ts';
import type { Services } from '../../../platform/services.ts';
import type { TariffData } from '../tariff-data.ts';
import { readApprovalRows } from './approval-rows.view.ts';
import { listApprovals } from './approvals.view.ts';
import { approvePlans } from './approve-plans.ts';
import { approvePlan, refusePlan, requestApproval } from './decide-approval.ts';
import { putOrderRules, readOrderRules } from './order-rules.ts';
import { startApprovals } from './start-approvals.ts';

/** The second person behind large orders. */
export function approvalRoutes(
  services: Services,
  tariffs: TariffData,
  wakeJobs: () => void = () => {},
): Route[] {
  const woken = wokenBy(wakeJobs);
  return [
    route(calls.listPlanApprovals, async ({ scope }, { query }) => {
      const page = pageOf(query);
      const { rows, total } = await listApprovals(services, scope, query, page);
      return Reply.json(rows, boundedHeaders(calls.listPlanApprovals.path, query, page, total, rows.length));
    }),
    route(calls.requestPlanApproval, (context, input) => requestApproval(services, tariffs, context, input)),
    route(calls.approvePlan, (context, input) => approvePlan(services, tariffs, context, input)),
    route(calls.approvePlans, (context, input) => approvePlans(services, tariffs, context, input)),
    route(bulkCalls.startApprovals, (context, input) => woken(startApprovals(services, context, input))),
    route(bulkCalls.listApprovalRows, ({ scope }, input) =>
      answerPage(bulkCalls.listApprovalRows, input, (page) => readApprovalRows(services, scope, input, page)),
    ),
    route(calls.refusePlan, (context, input) => refusePlan(services, context, input)),
    route(calls.getOrderRules, async ({ scope }) =>
      versioned(await readOrderRules(services.database, scope)),
    ),
    route(calls.putOrderRules, async (context, input) =>
      versioned(await putOrderRules(services, context, input)),
    ),
  ];
}
