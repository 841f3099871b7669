import type { CallInput } from '@depotwerk/api/call';
import type { deleteCostModel as deleteCall } from '@depotwerk/api/master-data';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { deleteMasterData } from '../../platform/master-data.ts';
import type { Services } from '../../platform/services.ts';
import { costModelKind } from './save-cost-model.ts';

/** Deletes a cost model. @throws 404, 412 when it changed since it was read, 409 while contracts follow it */
export async function deleteCostModel(
  services: Services,
  context: SignedInContext,
  { params }: CallInput<typeof deleteCall>,
): Promise<void> {
  await deleteMasterData(services, context, costModelKind(services, context), params.id);
}
