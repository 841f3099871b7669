import type { CallInput } from '@depotwerk/api/call';
import type { deleteInsurer as deleteCall } from '@depotwerk/api/master-data';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { deleteMasterData } from '../../platform/master-data.ts';
import type { Services } from '../../platform/services.ts';
import { insurerKind } from './save-insurer.ts';

/** Deletes an insurer. @throws 404, 412 when it changed since it was read, 409 while something refers to it */
export async function deleteInsurer(
  services: Services,
  context: SignedInContext,
  { params }: CallInput<typeof deleteCall>,
): Promise<void> {
  await deleteMasterData(services, context, insurerKind, params.id);
}
