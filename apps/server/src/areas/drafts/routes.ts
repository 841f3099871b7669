import * as calls from '@depotwerk/api/drafts/drafts';
import { type Route, route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/services.ts';
import { readDraft } from './draft.view.ts';
import { requireDraftRight } from './draft-rights.ts';
import { deleteDraft, putDraft } from './put-draft.ts';

/** Drafts of the wizards: one for each user and object. */
export function draftRoutes(services: Services): Route[] {
  return [
    route(calls.getDraft, ({ scope }, { params }) => {
      requireDraftRight(scope, params);
      return readDraft(services, scope, params);
    }),
    route(calls.putDraft, (context, input) => putDraft(services, context, input)),
    route(calls.deleteDraft, (context, input) => deleteDraft(services, context, input)),
  ];
}
