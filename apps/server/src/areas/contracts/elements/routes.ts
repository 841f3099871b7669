import * as calls from '@depotwerk/api/contracts/elements';
import { todayIn } from '../../../platform/http/client-zone.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import { Reply, type Route, route } from '../../../platform/http/route.ts';
import type { Services } from '../../../platform/services.ts';
import { recordingContractRead } from '../recorded-read.view.ts';
import { readElementDraft } from './element-draft.view.ts';
import { listLookups } from './list-lookups.view.ts';
import { openForm, readableDraft } from './open-form.ts';
import { putCommand } from './put-command.ts';
import { putFormData } from './put-form-data.ts';

/** The calls of server-driven forms. */
export function elementRoutes(services: Services): Route[] {
  const today = (context: SignedInContext) => todayIn(context.zone, new Date(services.clock()));
  return [
    route(calls.getElementDescription, async (context, { params }) => {
      const { scope } = context;
      const draft = await readElementDraft(services, scope, params.contractId, params.elementKey);
      const recorded = recordingContractRead(services, context, params.contractId, 'form');
      const form = await openForm(
        services,
        scope,
        params,
        readableDraft(draft.data),
        today(context),
        recorded,
      );
      return Reply.json(form.element, { etag: `"${draft.revision}"` });
    }),
    route(calls.listElementLookups, (context, input) =>
      listLookups(services, context.scope, input, today(context)),
    ),
    route(calls.putElementCommand, (context, input) => putCommand(services, context, input)),
    route(calls.putElementFormData, (context, input) => putFormData(services, context, input)),
  ];
}
