import type { acceptSuggestedRiskprofile as acceptCall } from '@depotwerk/api/optimization/optimization';
import { sql, type Transaction } from 'kysely';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { keepProfileDayOfContract } from '../../platform/depot-content/keep-profile-day.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { todayIn, todayOfHouse } from '../../platform/http/client-zone.ts';
import { answerPrepared } from '../../platform/idempotency.ts';
import { requirePermission } from '../../platform/scope.ts';
import { checkLocked, tariffOf } from './check-contract.ts';
import { lockAdvisedContract } from './lock-advised-contract.ts';
import type { TariffVerb } from './tariff-data.ts';

/**
 * Decides on the suggested risk profile. Taken over, it becomes the valid one, its class the contract's, and the
 * contract is checked against the new band; rejected, it is history. Both name who decided and why.
 */
export const acceptSuggestedRiskprofile: TariffVerb<typeof acceptCall> = async (
  services,
  tariffs,
  context,
  { params, body },
) => {
  const { scope, actor } = context;
  requirePermission(scope, 'riskProfile.accept');
  const now = new Date(services.clock());
  const today = todayIn(context.zone, now);
  const request = { contractId: params.id, ...body };
  const decide = async (transaction: Transaction<Schema>, assembled: Prepared) => {
    const contract = await lockAdvisedContract(transaction, scope, params.id, 'groupContracts.edit');
    const { rows } = await sql<{ id: string; suggested_risk_class_id: number }>`
      select id, suggested_risk_class_id from risk_assessments
       where contract_id = ${params.id} and status = 'suggested' for update`.execute(transaction);
    const [suggested] = rows;
    if (!suggested) throw new AppError('contracts.noSuggestedRiskProfile');
    const decision = sql`decided_by = ${scope.userId}, decided_at = ${now.toISOString()},
      decision_comment = ${body.comment ?? null}`;
    const riskClassId = suggested.suggested_risk_class_id;
    if (body.accept) {
      await keepWhatItDoesNotTell(transaction, params.id, suggested.id);
      await sql`update risk_assessments set status = 'superseded'
         where contract_id = ${params.id} and status = 'valid'`.execute(transaction);
      await sql`update risk_assessments set status = 'valid', risk_class_id = ${riskClassId}, ${decision}
         where contract_id = ${params.id} and id = ${suggested.id}`.execute(transaction);
      await sql`update contracts set risk_class_id = ${riskClassId} where id = ${params.id}`.execute(
        transaction,
      );
      await keepProfileDayOfContract(transaction, params.id, todayOfHouse(services));
      await checkIfPossible(() => checkLocked(transaction, params.id, assembled, today, now.toISOString()));
    } else {
      await sql`update risk_assessments set status = 'rejected', ${decision}
         where contract_id = ${params.id} and id = ${suggested.id}`.execute(transaction);
    }
    await writeAudit(transaction, {
      actor,
      action: body.accept ? 'riskProfile.accept' : 'riskProfile.reject',
      objectType: 'contract',
      objectId: params.id,
      groupId: contract.group_id,
      before: { riskClassId: contract.risk_class_id },
      after: { riskClassId: body.accept ? riskClassId : contract.risk_class_id },
      details: { riskAssessmentId: suggested.id, suggestedRiskClassId: riskClassId },
    });
    return {};
  };
  await answerPrepared(
    services.database,
    context,
    'acceptSuggestedRiskprofile',
    request,
    () => tariffOf(services, tariffs, scope, params.id),
    decide,
  );
};

/**
 * A suggestion speaks of the class: what the client excludes holds until she says otherwise, and of aims, knowledge and sustainability
 * what was recorded before, wherever the suggestion says nothing. Else a preference she stated would be forgotten with its profile.
 */
async function keepWhatItDoesNotTell(
  transaction: Transaction<Schema>,
  contractId: string,
  suggestedId: string,
): Promise<void> {
  await sql`update risk_assessments s set excluded_isins = v.excluded_isins, excluded_companies = v.excluded_companies,
       excluded_regions = v.excluded_regions, excluded_sectors = v.excluded_sectors,
       goal = coalesce(s.goal, v.goal), horizon_years = coalesce(s.horizon_years, v.horizon_years),
       loss_capacity = coalesce(s.loss_capacity, v.loss_capacity),
       knowledge = case when s.knowledge = '[]' then v.knowledge else s.knowledge end,
       experience = case when s.experience = '[]' then v.experience else s.experience end,
       was_asked = s.was_asked or v.was_asked or v.questionnaire_answers_id is not null,
       asked_fields = coalesce(s.asked_fields, v.asked_fields),
       sustainability_kind = p.sustainability_kind, minimum_share_sustainable = p.minimum_share_sustainable,
       minimum_share_taxonomy = p.minimum_share_taxonomy, pai_topics = p.pai_topics
      from risk_assessments x join risk_assessments v on v.tenant_id = x.tenant_id and v.contract_id = x.contract_id and v.status = 'valid'
      join risk_assessments p on p.tenant_id = x.tenant_id and p.id = case when x.sustainability_kind = 'none' then v.id else x.id end
     where x.contract_id = ${contractId} and x.id = ${suggestedId} and s.tenant_id = x.tenant_id and s.id = x.id`.execute(
    transaction,
  );
}

type Prepared = Awaited<ReturnType<typeof tariffOf>>;

/** A contract without holdings keeps its decision; there is nothing to check yet. */
async function checkIfPossible(check: () => Promise<unknown>): Promise<void> {
  try {
    await check();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'optimization.notCheckable') throw error;
  }
}
