import type { CallInput } from '@depotwerk/api/call';
import type {
  CostModel,
  createCostModel as createCall,
  putCostModel as putCall,
} from '@depotwerk/api/master-data';
import { checkCostModel } from '@depotwerk/domain/master-data/check-cost-model';
import { sql } from 'kysely';
import { insertedId, unknownReference } from '../../platform/editing.ts';
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
export const costModelKind = (services: Services, context: SignedInContext): MasterDataKind<CostModel> => ({
  table: 'cost_models',
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
    insert: async (transaction) => {
      await claimPeriod(transaction, body, null);
      const id = await insertedId(
        transaction,
        sql`insert into cost_models (tenant_id, cost_model_name, insurer_id, tariff_id, entry_fee, contract_fee_monthly,
          contract_fee_percent, fund_switch_fee, free_switches_per_year, rebate, valid_from, valid_to)
          values (${context.scope.tenantId}, ${body.costModelName}, ${body.insurerId}, ${body.tariffId}, ${body.entryFee},
          ${body.contractFeeMonthly}, ${body.contractFeePercent}, ${body.fundSwitchFee}, ${body.freeSwitchesPerYear},
          ${body.rebate}, ${body.validFrom}, ${body.validTo}) returning id`,
      );
      return { id };
    },
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
    update: async (transaction) => {
      await claimPeriod(transaction, body, params.id);
      await sql`update cost_models set cost_model_name = ${body.costModelName}, insurer_id = ${body.insurerId},
          tariff_id = ${body.tariffId}, entry_fee = ${body.entryFee}, contract_fee_monthly = ${body.contractFeeMonthly},
          contract_fee_percent = ${body.contractFeePercent}, fund_switch_fee = ${body.fundSwitchFee},
          free_switches_per_year = ${body.freeSwitchesPerYear}, rebate = ${body.rebate},
          valid_from = ${body.validFrom}, valid_to = ${body.validTo} where id = ${params.id}`.execute(
        transaction,
      );
      return undefined;
    },
  });
}
