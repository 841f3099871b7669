import { getOwnSide } from '@depotwerk/api/own-side/own-side';
import { todayIn } from '../../platform/http/client-zone.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/services.ts';
import { readOwnSide } from './own-side.view.ts';

/** What a customer sees who signs in herself. */
export function ownSideRoutes(services: Pick<Services, 'database' | 'clock'>): Route[] {
  return [
    route(getOwnSide, (context) =>
      readOwnSide(services, context.scope, todayIn(context.zone, new Date(services.clock()))),
    ),
  ];
}
