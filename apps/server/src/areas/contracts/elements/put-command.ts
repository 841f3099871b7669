import type { putElementCommand } from '@depotwerk/api/contracts/elements';
import { AppError } from '../../../platform/http/app-error.ts';
import { todayIn } from '../../../platform/http/client-zone.ts';
import type { Verb } from '../../../platform/http/verb.ts';
import { requirePermission } from '../../../platform/scope.ts';
import { recordingContractRead } from '../recorded-read.view.ts';
import { readElementDraft } from './element-draft.view.ts';
import { openForm, readableDraft } from './open-form.ts';
import { formAnswer } from './put-form-data.ts';

/** Runs a button's command on the data sent and answers the form after it; nothing is stored. */
export const putCommand: Verb<typeof putElementCommand> = async (services, context, { params, body }) => {
  const { scope } = context;
  requirePermission(scope, 'contracts.edit');
  // Without data of the caller's own the answer begins with the holdings: that is reading them.
  const reader =
    body.request === null ? recordingContractRead(services, context, params.contractId, 'form') : services;
  const today = todayIn(context.zone, new Date(services.clock()));
  const draft = await readElementDraft(services, scope, params.contractId, params.elementKey);
  const data = body.request ?? readableDraft(draft.data);
  const opened = await openForm(services, scope, params, data, today, reader);
  if (context.ifMatch !== draft.revision) throw new AppError('elements.outdated');
  const after = opened.run(body.command);
  if (!after) throw new AppError('elements.commandUnknown');
  return formAnswer(after, draft.revision);
};
