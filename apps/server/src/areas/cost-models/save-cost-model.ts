import type { CallInput } from '@depotwerk/api/call';
import type {
  CostModel,
  createCostModel as createCall,
  putCostModel as putCall,
} from '@depotwerk/api/master-data';
import { checkCostModel } from '@depotwerk/domain/master-data/check-cost-model';
import { costModelFields } from '@depotwerk/domain/master-data/cost-model-fields';
import { unknownReference } from '../../platform/editing.ts';
import { todayIn } from '../../platform/http/client-zone.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { createMasterData, type MasterDataKind, putMasterData } from '../../platform/master-data.ts';
import type { Services } from '../../platform/services.ts';
import { claimPeriod } from './claim-period.ts';
import { readCostModel } from './cost-models.view.ts';

const refusals = {
  cost_models_tenant_id_insurer_id_fkey: () => unknownReference('insurerId'),
  cost_models_tenant_id_tariff_id_fkey: () => unknownReference('tariffId'),
};

/** Cost models as their verbs treat them alike; which one is in force is a matter of the day. */
export const costModelKind = (
  services: Services,
  context: SignedInContext,
): MasterDataKind<CostModel, (typeof costModelFields)[number]> => ({
  table: 'cost_models',
  fields: costModelFields,
  permission: 'costModels.edit',
  area: 'costModels',
  objectType: 'costModel',
  refusals,
  read: (reading, scope, id) =>
    readCostModel(reading, scope, id, todayIn(context.zone, new Date(services.clock()))),
});

/** Adds a cost model. @throws 400 with the fields that are wrong, 409 when another one is in force */
export async function createCostModel(
  services: Services,
  context: SignedInContext,
  { body }: CallInput<typeof createCall>,
): Promise<CostModel> {
  return createMasterData(services, context, costModelKind(services, context), {
    call: 'createCostModel',
    body,
    issues: checkCostModel(body),
    claim: (transaction) => claimPeriod(transaction, body, null),
  });
}

/** Changes a cost model. @throws 404, 412 with the stored version, 400 and 409 as for a new one */
export async function putCostModel(
  services: Services,
  context: SignedInContext,
  { params, body }: CallInput<typeof putCall>,
): Promise<CostModel> {
  return putMasterData(services, context, costModelKind(services, context), {
    id: params.id,
    body,
    check: () => checkCostModel(body),
    claim: (transaction) => claimPeriod(transaction, body, params.id),
  });
}
