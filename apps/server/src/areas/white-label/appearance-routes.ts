import * as calls from '@depotwerk/api/white-label/appearances';
import { Reply, type Route, route, versioned } from '../../platform/http/route.ts';
import type { Services } from '../../platform/services.ts';
import { listAppearances, readAppearance } from './appearances.view.ts';
import { createAppearance, deleteAppearance, putAppearance } from './save-appearance.ts';

/** The calls with which a firm edits its appearance. */
export function appearanceRoutes(services: Services): Route[] {
  return [
    route(calls.listAppearances, async (context) =>
      Reply.json(await listAppearances(services, context.scope)),
    ),
    route(calls.createAppearance, async (context, input) =>
      versioned(await createAppearance(services, context, input)),
    ),
    route(calls.getAppearance, async (context, { params }) =>
      versioned(await readAppearance(services, context.scope, params.id)),
    ),
    route(calls.putAppearance, async (context, input) =>
      versioned(await putAppearance(services, context, input)),
    ),
    route(calls.deleteAppearance, (context, input) => deleteAppearance(services, context, input)),
  ];
}
