import { listInsurers } from '@depotwerk/api/customers';
import { type Route, route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/services.ts';
import { readInsurers } from './list-insurers.view.ts';

/** The calls of the tariff area. */
export function tariffRoutes(services: Services): Route[] {
  return [route(listInsurers, (context) => readInsurers(services, context.scope))];
}
