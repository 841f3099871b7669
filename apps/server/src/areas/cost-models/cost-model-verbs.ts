import type { CostModel } from '@depotwerk/api/insurers/master-data';
import { checkCostModel } from '@depotwerk/domain/master-data/check-cost-model';
import { costModelFields } from '@depotwerk/domain/master-data/cost-model-fields';
import { unknownReference } from '../../platform/editing.ts';
import { todayIn } from '../../platform/http/client-zone.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { MasterDataKind } from '../../platform/master-data.ts';
import { masterDataVerbs } from '../../platform/master-data-verbs.ts';
import type { Services } from '../../platform/services.ts';
import { claimPeriod } from './claim-period.ts';
import { readCostModel } from './cost-models.view.ts';

/** The caller's day. */
export const todayOf = (services: Services, context: SignedInContext): string =>
  todayIn(context.zone, new Date(services.clock()));

/** Which one is in force is a matter of the day. */
const kindFor = (
  services: Services,
  context: SignedInContext,
): MasterDataKind<CostModel, (typeof costModelFields)[number]> => ({
  table: 'cost_models',
  fields: costModelFields,
  permission: 'costModels.edit',
  area: 'costModels',
  objectType: 'costModel',
  refusals: {
    cost_models_tenant_id_insurer_id_fkey: () => unknownReference('insurerId'),
    cost_models_tenant_id_tariff_id_fkey: () => unknownReference('tariffId'),
  },
  read: (reading, scope, id) => readCostModel(reading, scope, id, todayOf(services, context)),
});

/** Cost models: read, added, changed, deleted. @throws 409 when another one is in force, too */
export const costModelVerbs = (services: Services) =>
  masterDataVerbs(services, (context) => kindFor(services, context), {
    createCall: 'createCostModel',
    check: checkCostModel,
    claim: claimPeriod,
  });
