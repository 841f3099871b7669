import { getOwnSide } from '@depotwerk/api/own-side';
import { type Route, route } from '../../platform/http/route.ts';
import type { ReadServices } from '../../platform/services.ts';
import { readOwnSide } from './own-side.view.ts';

/** What a customer sees who signs in herself. */
export function ownSideRoutes(services: ReadServices): Route[] {
  return [route(getOwnSide, (context) => readOwnSide(services, context.scope))];
}
