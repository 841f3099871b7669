import type { CallAnswer, CallInput } from '@depotwerk/api/call';
import type { handOverToMany } from '@depotwerk/api/key-information';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import { requirePermission } from '../../../platform/scope.ts';
import type { Services } from '../../../platform/services.ts';
import { startSelectionJob } from '../start-selection-job.ts';
import { handOverToManyType } from './hand-over-job.ts';
import { handOverPermissions } from './handovers-ahead.view.ts';

/** Starts recording that the holders of many contracts got the documents named, at this moment. */
export async function startHandovers(
  services: Services,
  context: SignedInContext,
  { body }: CallInput<typeof handOverToMany>,
): Promise<CallAnswer<typeof handOverToMany>> {
  for (const permission of handOverPermissions) requirePermission(context.scope, permission);
  const { selection, form, documents } = body;
  return startSelectionJob(services, context, {
    call: 'handOverToMany',
    jobType: handOverToManyType,
    action: 'optimization.bulkHandOver',
    request: body,
    selection,
    payload: { form, documents, handedOverAt: new Date(services.clock()).toISOString() },
    details: { handingOverForm: form },
  });
}
