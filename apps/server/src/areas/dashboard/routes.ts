import * as calls from '@depotwerk/api/dashboard/dashboard';
import { todayIn } from '../../platform/http/client-zone.ts';
import { Reply, type Route, route } from '../../platform/http/route.ts';
import type { CountCache } from '../../platform/lists/count-cache.ts';
import type { SignInServices } from '../../platform/services.ts';
import { readDashboardConfig } from './config.view.ts';
import { readDashboardData } from './dashboard-data.view.ts';
import { putDashboardConfig, resetDashboardConfig } from './put-config.ts';

/** The calls of the dashboard; `counts` is shared with the lists, whose changes make its numbers old. */
export function dashboardRoutes(
  services: Pick<SignInServices, 'database' | 'clock' | 'logger'>,
  counts: CountCache,
): Route[] {
  const versioned = (config: calls.DashboardConfig) => Reply.json(config, { etag: `"${config.rowVersion}"` });
  return [
    route(calls.getDashboardConfig, async ({ scope }) =>
      versioned(await readDashboardConfig(services, scope)),
    ),
    route(calls.getDashboardData, ({ scope, zone }, { query }) =>
      readDashboardData(
        services,
        scope,
        query.keys.split(','),
        todayIn(zone, new Date(services.clock())),
        counts,
      ),
    ),
    route(calls.putDashboardConfig, async (context, input) =>
      versioned(await putDashboardConfig(services, context, input)),
    ),
    route(calls.resetDashboardConfig, async (context) =>
      versioned(await resetDashboardConfig(services, context)),
    ),
  ];
}
