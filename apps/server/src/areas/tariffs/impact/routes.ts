import * as calls from '@depotwerk/api/tariff-impact';
import { type Route, route } from '../../../platform/http/route.ts';
import type { Services } from '../../../platform/services.ts';
import { VersionTariffs } from '../../optimization/public.ts';
import { startTariffImpact } from './start-impact.ts';
import { readPresentImpact } from './tariff-impact.view.ts';

/** The calls of the impact preview; `wakeJobs` lets the worker look for work at once. */
export function tariffImpactRoutes(services: Services, wakeJobs: () => void): Route[] {
  const tariffs = new VersionTariffs(services.database);
  return [
    route(calls.getTariffImpact, (context, { params, query }) =>
      readPresentImpact(services, tariffs, context.scope, params.id, query.versionNumber),
    ),
    route(calls.startTariffImpact, async (context, input) => {
      const impact = await startTariffImpact(services, tariffs, context, input);
      wakeJobs();
      return impact;
    }),
  ];
}
