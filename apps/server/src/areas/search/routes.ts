import * as calls from '@depotwerk/api/search/search';
import { todayIn } from '../../platform/http/client-zone.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/services.ts';
import { changeFavourite, keepOpened } from './change-shortcuts.ts';
import { readFavourites } from './favourites.view.ts';
import { readGotoTarget } from './goto-target.view.ts';
import { readOpenedLast } from './opened-last.view.ts';
import { searchAll } from './search-everything.view.ts';

/** Finding things: stable links, one search over everything, what was opened last, and favourites. */
export function searchRoutes(services: Services): Route[] {
  return [
    route(calls.searchEverything, ({ scope }, { query }) => {
      const wanted: readonly string[] = query.types?.split(',') ?? calls.unaskedHitTypes;
      const types = calls.searchHitTypes.filter((type) => wanted.includes(type));
      return searchAll(services, scope, query.query, types);
    }),
    route(calls.listOpenedLast, (context) => readOpenedLast(services, context)),
    route(calls.noteOpened, (context, input) => keepOpened(services, context, input)),
    route(calls.listFavourites, (context) => readFavourites(services, context)),
    route(calls.putFavourite, (context, input) => changeFavourite(services, context, input)),
    route(calls.getGotoTarget, ({ scope, zone }, { params, query }) =>
      readGotoTarget(
        services,
        scope,
        { type: params.targetType, id: params.targetId, issuerId: query.issuerId },
        todayIn(zone, new Date(services.clock())),
      ),
    ),
  ];
}
