import * as calls from '@depotwerk/api/continuous-optimization';
import { todayIn } from '../../../platform/http/client-zone.ts';
import { Reply, type Route, route } from '../../../platform/http/route.ts';
import { pageHeaders, pageOf } from '../../../platform/lists/paging.ts';
import type { Services } from '../../../platform/services.ts';
import { listPlans, readSchedule } from './continuous-plans.view.ts';
import { refusePlans, releasePlans } from './decide-plans.ts';

/** The calls of continuous optimisation. */
export function continuousOptimizationRoutes(services: Services): Route[] {
  return [
    route(calls.listContinuousPlans, async ({ scope }, { query }) => {
      const page = pageOf(query);
      const { rows, total } = await listPlans(services, scope, query, page);
      return Reply.json(rows, pageHeaders(calls.listContinuousPlans.path, query, page, total));
    }),
    route(calls.getContractSchedule, ({ scope, zone }, { params }) =>
      readSchedule(services, scope, params.id, todayIn(zone, new Date(services.clock()))),
    ),
    route(calls.releaseContinuousPlans, (context, input) => releasePlans(services, context, input)),
    route(calls.refuseContinuousPlans, (context, input) => refusePlans(services, context, input)),
  ];
}
