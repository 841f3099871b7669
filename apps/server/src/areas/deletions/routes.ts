import { takeBackDeletion as takeBackCall } from '@depotwerk/api/deletions/deletions';
import { type Route, route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/services.ts';
import { takeBackDeletion } from './take-back.ts';

/** The call with which people take back what they deleted a moment ago. */
export function deletionRoutes(services: Services): Route[] {
  return [route(takeBackCall, (context, input) => takeBackDeletion(services, context, input))];
}
