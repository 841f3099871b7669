import * as calls from '@depotwerk/api/notes/notes';
import { AppError } from '../../platform/http/app-error.ts';
import { todayIn } from '../../platform/http/client-zone.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { type Route, route } from '../../platform/http/route.ts';
import type { Services } from '../../platform/services.ts';
import { deleteNote, putNote, restoreNote, setFollowUpDone, writeNote } from './change-notes.ts';
import { readNotePeople } from './note-people.view.ts';
import { readNoted, readNotes } from './notes.view.ts';

/** What people of the house note about customers and contracts. */
export function noteRoutes(services: Services): Route[] {
  const today = ({ zone }: SignedInContext) => todayIn(zone, new Date(services.clock()));
  return [
    route(calls.listCustomerNotes, (context, { params, query }) =>
      readNotes(services, context, { customerId: params.id }, query.before),
    ),
    route(calls.listContractNotes, (context, { params, query }) =>
      readNotes(services, context, { contractId: params.id }, query.before),
    ),
    route(calls.listNotePeople, async (context, { params, query }) => {
      const { contractId } = query;
      const noted = await readNoted(
        services,
        context,
        contractId === undefined ? { customerId: params.id } : { contractId },
      );
      if (noted.id !== params.id) throw new AppError('common.notFound');
      return readNotePeople(services, context.scope, noted, null);
    }),
    route(calls.writeCustomerNote, (context, { params, body }) =>
      writeNote(services, context, { customerId: params.id }, body, today(context)),
    ),
    route(calls.writeContractNote, (context, { params, body }) =>
      writeNote(services, context, { contractId: params.id }, body, today(context)),
    ),
    route(calls.putNote, (context, input) => putNote(services, context, input, today(context))),
    route(calls.deleteNote, (context, input) => deleteNote(services, context, input)),
    route(calls.restoreNote, (context, input) => restoreNote(services, context, input)),
    route(calls.setFollowUpDone, (context, input) => setFollowUpDone(services, context, input)),
  ];
}
