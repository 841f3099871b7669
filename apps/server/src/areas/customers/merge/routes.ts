import * as calls from '@depotwerk/api/customers/customer-merges';
import { todayIn } from '../../../platform/http/client-zone.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import type { Services } from '../../../platform/services.ts';
import { findLikely, findSurvivor, listPairs, readDuplicates } from './duplicates.view.ts';
import { markDistinct, mergeCustomers, undoMerge } from './merge-customers.ts';

/** The calls about customers who may be one. */
export function mergeRoutes(services: Services): Route[] {
  const today = (context: SignedInContext) => todayIn(context.zone, new Date(services.clock()));
  return [
    route(calls.getCustomerDuplicates, ({ scope }, { params }) => readDuplicates(services, scope, params.id)),
    route(calls.listDuplicatePairs, ({ scope }) => listPairs(services, scope)),
    route(calls.findLikelyCustomers, ({ scope }, input) => findLikely(services, scope, input)),
    route(calls.getSurvivor, ({ scope }, { params }) => findSurvivor(services, scope, params.id)),
    route(calls.mergeCustomers, (context, input) => mergeCustomers(services, context, input, today(context))),
    route(calls.undoMerge, (context, input) => undoMerge(services, context, input, today(context))),
    route(calls.markDistinct, (context, input) => markDistinct(services, context, input)),
  ];
}
