import * as calls from '@depotwerk/api/tariffs/tariff-impact';
import { type Route, route } from '../../../platform/http/route.ts';
import { wokenBy } from '../../../platform/jobs/woken-by.ts';
import type { Services } from '../../../platform/services.ts';
import { VersionTariffs } from '../../optimization/public.ts';
import { startTariffImpact } from './start-impact.ts';
import { readPresentImpact } from './tariff-impact.view.ts';

/** The calls of the impact preview; `wakeJobs` lets the worker look for work at once. */
export function tariffImpactRoutes(services: Services, wakeJobs: () => void): Route[] {
  const tariffs = new VersionTariffs(services.database);
  const woken = wokenBy(wakeJobs);
  return [
    route(calls.getTariffImpact, (context, { params, query }) =>
      readPresentImpact(services, tariffs, context.scope, params.id, query.versionNumber),
    ),
    route(calls.startTariffImpact, (context, input) =>
      woken(startTariffImpact(services, tariffs, context, input)),
    ),
  ];
}
