import * as calls from '@depotwerk/api/bulk-plans';
import { Reply, type Route, route } from '../../../platform/http/route.ts';
import { pageHeaders, pageOf } from '../../../platform/lists/paging.ts';
import type { Services } from '../../../platform/services.ts';
import { discardJobPlans } from './discard-plans.ts';
import { readPlanRows } from './plan-rows.view.ts';
import { startPlans } from './start-plans.ts';

/** Planning many contracts at once. */
export function bulkPlanRoutes(services: Services, wakeJobs: () => void): Route[] {
  return [
    route(calls.planContracts, async (context, input) => {
      const job = await startPlans(services, context, input);
      wakeJobs();
      return job;
    }),
    route(calls.listPlanJobRows, async ({ scope }, input) => {
      const page = pageOf(input.query);
      const { items, total } = await readPlanRows(services, scope, input, page);
      return Reply.json(
        items,
        pageHeaders(`/jobs/${input.params.id}/contract-plans`, input.query, page, total),
      );
    }),
    route(calls.discardJobPlans, (context, input) => discardJobPlans(services, context, input)),
  ];
}
