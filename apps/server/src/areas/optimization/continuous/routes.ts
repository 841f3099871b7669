import * as calls from '@depotwerk/api/optimization/continuous-optimization';
import { todayIn } from '../../../platform/http/client-zone.ts';
import { Reply, type Route, route } from '../../../platform/http/route.ts';
import { pageOf } from '../../../platform/lists/paging.ts';
import { boundedHeaders } from '../../../platform/lists/total-count.ts';
import type { Services } from '../../../platform/services.ts';
import type { TariffData } from '../tariff-data.ts';
import { listPlans, readSchedule } from './continuous-plans.view.ts';
import { refusePlans, releasePlans } from './decide-plans.ts';
import { replanPlans } from './replan-plans.ts';

/** The calls of continuous optimisation. */
export function continuousOptimizationRoutes(services: Services, tariffs: TariffData): Route[] {
  return [
    route(calls.listContinuousPlans, async ({ scope, zone }, { query }) => {
      const page = pageOf(query);
      const { rows, total } = await listPlans(
        services,
        tariffs,
        scope,
        query,
        page,
        todayIn(zone, new Date(services.clock())),
      );
      return Reply.json(
        rows,
        boundedHeaders(calls.listContinuousPlans.path, query, page, total, rows.length),
      );
    }),
    route(calls.getContractSchedule, ({ scope, zone }, { params }) =>
      readSchedule(services, tariffs, scope, params.id, todayIn(zone, new Date(services.clock()))),
    ),
    route(calls.releaseContinuousPlans, (context, input) => releasePlans(services, tariffs, context, input)),
    route(calls.replanContinuousPlans, (context, input) => replanPlans(services, tariffs, context, input)),
    route(calls.refuseContinuousPlans, (context, input) => refusePlans(services, context, input)),
  ];
}
