import * as calls from '@depotwerk/api/saved-views/saved-views';
import { type Route, route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/services.ts';
import { createView, deleteView, putDefaultView, putView } from './change-views.ts';
import { listViews } from './saved-views.view.ts';

/** The calls with which people keep views of their lists. */
export function savedViewRoutes(services: Services): Route[] {
  return [
    route(calls.listSavedViews, ({ scope }, { query }) =>
      listViews(services.database, scope, query.screenKey),
    ),
    route(calls.createSavedView, (context, input) => createView(services, context, input)),
    route(calls.putSavedView, (context, input) => putView(services, context, input)),
    route(calls.deleteSavedView, (context, input) => deleteView(services, context, input)),
    route(calls.putDefaultView, (context, input) => putDefaultView(services, context, input)),
  ];
}
