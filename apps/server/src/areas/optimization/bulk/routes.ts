import * as calls from '@depotwerk/api/optimization/bulk-plans';
import { type Route, route } from '../../../platform/http/route.ts';
import { wokenBy } from '../../../platform/jobs/woken-by.ts';
import { answerPage } from '../../../platform/lists/answer-page.ts';
import type { Services } from '../../../platform/services.ts';
import { discardJobPlans } from './discard-plans.ts';
import { readPlanRows } from './plan-rows.view.ts';
import { startPlans } from './start-plans.ts';

/** Planning many contracts at once. */
export function bulkPlanRoutes(services: Services, wakeJobs: () => void): Route[] {
  const woken = wokenBy(wakeJobs);
  return [
    route(calls.planContracts, (context, input) => woken(startPlans(services, context, input))),
    route(calls.listPlanJobRows, ({ scope }, input) =>
      answerPage(calls.listPlanJobRows, input, (page) => readPlanRows(services, scope, input, page)),
    ),
    route(calls.discardJobPlans, (context, input) => discardJobPlans(services, context, input)),
  ];
}
