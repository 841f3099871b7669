import type { CallInput } from '@depotwerk/api/call';
import type { createInsurer as createCall, Insurer, putInsurer as putCall } from '@depotwerk/api/master-data';
import { checkInsurer } from '@depotwerk/domain/master-data/check-insurer';
import { insurerFields } from '@depotwerk/domain/master-data/insurer-fields';
import { taken } from '../../platform/editing.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { createMasterData, type MasterDataKind, putMasterData } from '../../platform/master-data.ts';
import type { Services } from '../../platform/services.ts';
import { readInsurer } from './insurers.view.ts';

const refusals = { insurers_name: () => taken('masterData.nameExists', 'insurerName', 'nameExists') };

/** Insurers as their verbs treat them alike. */
export const insurerKind: MasterDataKind<Insurer, (typeof insurerFields)[number]> = {
  table: 'insurers',
  fields: insurerFields,
  permission: 'insurers.edit',
  area: 'insurers',
  objectType: 'insurer',
  refusals,
  read: readInsurer,
};

/** Adds an insurer. @throws 400 with the fields that are wrong, 409 for a name that exists */
export async function createInsurer(
  services: Services,
  context: SignedInContext,
  { body }: CallInput<typeof createCall>,
): Promise<Insurer> {
  return createMasterData(services, context, insurerKind, {
    call: 'createInsurer',
    body,
    issues: checkInsurer(body),
  });
}

/** Changes an insurer. @throws 404, 412 with the stored version, 400 and 409 as for a new one */
export async function putInsurer(
  services: Services,
  context: SignedInContext,
  { params, body }: CallInput<typeof putCall>,
): Promise<Insurer> {
  return putMasterData(services, context, insurerKind, {
    id: params.id,
    body,
    check: () => checkInsurer(body),
  });
}
