import type { CallInput } from '@depotwerk/api/call';
import type {
  CostModel,
  createCostModel as createCall,
  putCostModel as putCall,
} from '@depotwerk/api/master-data';
import { checkCostModel } from '@depotwerk/domain/master-data/check-cost-model';
import { sql } from 'kysely';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import {
  insertedId,
  lockVersion,
  refuseIssues,
  refusing,
  unknownReference,
  withCurrent,
} from '../../platform/editing.ts';
import { todayIn } from '../../platform/http/client-zone.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { answerOnce } from '../../platform/idempotency.ts';
import { requirePermission } from '../../platform/scope.ts';
import type { Services } from '../../platform/services.ts';
import { claimPeriod } from './claim-period.ts';
import { readCostModel } from './cost-models.view.ts';

const refusals = {
  cost_models_tenant_id_insurer_id_fkey: () => unknownReference('insurerId'),
  cost_models_tenant_id_tariff_id_fkey: () => unknownReference('tariffId'),
};

/** Adds a cost model. @throws 400 with the fields that are wrong, 409 when another one is in force */
export async function createCostModel(
  services: Services,
  context: SignedInContext,
  { body }: CallInput<typeof createCall>,
): Promise<CostModel> {
  const { scope, actor } = context;
  requirePermission(scope, 'costModels.edit');
  refuseIssues(checkCostModel(body));
  return answerOnce(
    services.database,
    context,
    'createCostModel',
    body,
    (transaction) =>
      refusing(refusals, async () => {
        await claimPeriod(transaction, body, null);
        const written = await insertedId(
          transaction,
          sql`insert into cost_models (tenant_id, cost_model_name, insurer_id, tariff_id, entry_fee, contract_fee_monthly,
            contract_fee_percent, fund_switch_fee, free_switches_per_year, rebate, valid_from, valid_to)
          values (${scope.tenantId}, ${body.costModelName}, ${body.insurerId}, ${body.tariffId}, ${body.entryFee},
            ${body.contractFeeMonthly}, ${body.contractFeePercent}, ${body.fundSwitchFee}, ${body.freeSwitchesPerYear},
            ${body.rebate}, ${body.validFrom}, ${body.validTo}) returning id`,
        );
        await writeAudit(transaction, {
          actor,
          action: 'costModels.create',
          objectType: 'costModel',
          objectId: String(written),
          after: body,
        });
        return { id: written };
      }),
    (reading, { id }) => readCostModel(reading, scope, id, todayIn(context.zone, new Date(services.clock()))),
  );
}

/** Changes a cost model. @throws 404, 412 with the stored version, 400 and 409 as for a new one */
export async function putCostModel(
  services: Services,
  context: SignedInContext,
  { params, body }: CallInput<typeof putCall>,
): Promise<CostModel> {
  const { scope, actor } = context;
  requirePermission(scope, 'costModels.edit');
  const today = todayIn(context.zone, new Date(services.clock()));
  const before = await readCostModel(services, scope, params.id, today);
  refuseIssues(checkCostModel(body));
  const write = () =>
    services.database.transaction(scope, (transaction) =>
      refusing(refusals, async () => {
        await lockVersion(transaction, 'cost_models', params.id, context.ifMatch);
        await claimPeriod(transaction, body, params.id);
        await sql`update cost_models set cost_model_name = ${body.costModelName}, insurer_id = ${body.insurerId},
            tariff_id = ${body.tariffId}, entry_fee = ${body.entryFee}, contract_fee_monthly = ${body.contractFeeMonthly},
            contract_fee_percent = ${body.contractFeePercent}, fund_switch_fee = ${body.fundSwitchFee},
            free_switches_per_year = ${body.freeSwitchesPerYear}, rebate = ${body.rebate},
            valid_from = ${body.validFrom}, valid_to = ${body.validTo} where id = ${params.id}`.execute(
          transaction,
        );
        await writeAudit(transaction, {
          actor,
          action: 'costModels.edit',
          objectType: 'costModel',
          objectId: String(params.id),
          before,
          after: body,
        });
      }),
    );
  await withCurrent(write, () => readCostModel(services, scope, params.id, today));
  return readCostModel(services, scope, params.id, today);
}
