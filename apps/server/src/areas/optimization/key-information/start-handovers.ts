import type { handOverToMany } from '@depotwerk/api/optimization/key-information';
import type { Verb } from '../../../platform/http/verb.ts';
import { requirePermission } from '../../../platform/scope.ts';
import { startSelectionJob } from '../start-selection-job.ts';
import { handOverToManyType } from './hand-over-job.ts';
import { handOverPermissions } from './handovers-ahead.view.ts';

/** Starts recording that the holders of many contracts got the documents named, at this moment. */
export const startHandovers: Verb<typeof handOverToMany> = async (services, context, { body }) => {
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
};
