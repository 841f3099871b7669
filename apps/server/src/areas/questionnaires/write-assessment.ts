import { profileOfAnswers } from '@depotwerk/domain/questions/profile-of-answers';
import type { Answers } from '@depotwerk/domain/questions/questionnaire';
import { CompiledQuery, sql, type Transaction } from 'kysely';
import type { Schema } from '../../platform/database/schema.ts';
import {
  type RiskAssessment,
  type RiskAssessmentRow,
  riskAssessmentSelection,
  toRiskAssessment,
} from '../contracts/public.ts';
import type { Questionnaire } from './questionnaire.view.ts';

/** A confirmed result. */
export interface GivenProfile {
  readonly answersId: string;
  readonly questionnaire: Questionnaire;
  readonly answers: Answers;
  readonly riskClassId: number;
  readonly comment: string;
  readonly today: string;
}

/** Makes the result the valid profile of a locked contract; what held or was only suggested before is history. */
export async function writeAssessment(
  transaction: Transaction<Schema>,
  userId: string,
  contractId: string,
  { answersId, questionnaire, answers, riskClassId, comment, today }: GivenProfile,
): Promise<void> {
  const profile = profileOfAnswers(questionnaire.questions, answers, today);
  const months = questionnaire.scoring?.validMonths ?? 0;
  await sql`update risk_assessments set status = 'superseded'
     where tenant_id = app_tenant_id() and contract_id = ${contractId} and status in ('valid', 'suggested')`.execute(
    transaction,
  );
  await sql`insert into risk_assessments (tenant_id, contract_id, assessment_date, valid_until, risk_class_id, risk_type_id,
      questionnaire_version, questionnaire_answers_id, was_asked, goal, horizon_years, loss_capacity, knowledge, experience, sustainability_kind,
      minimum_share_taxonomy, minimum_share_sustainable, pai_topics, excluded_isins, excluded_companies,
      excluded_regions, excluded_sectors, status, decided_by, decided_at, decision_comment)
    select c.tenant_id, c.id, ${today}::date, (${today}::date + ${months} * interval '1 month')::date, ${riskClassId},
        coalesce(t.risk_type_id, 1), ${questionnaire.version}, ${answersId}, true, ${profile.goal}, ${profile.horizonYears},
        ${profile.lossCapacity}, ${JSON.stringify(profile.knowledge)}::jsonb, ${JSON.stringify(profile.experience)}::jsonb,
        ${profile.sustainabilityKind}, ${profile.minimumShareTaxonomy}, ${profile.minimumShareSustainable}, ${profile.paiTopics}::text[],
        ${profile.restrictions.isins}::text[], ${profile.restrictions.companies}::text[],
        ${profile.restrictions.regions}::text[], ${profile.restrictions.sectors}::text[], 'valid',
        ${userId}, now(), ${comment.trim() === '' ? null : comment.trim()}
      from contracts c join tariffs t on t.tenant_id = c.tenant_id and t.id = c.tariff_id
     where c.tenant_id = app_tenant_id() and c.id = ${contractId}`.execute(transaction);
  await sql`update contracts set risk_class_id = ${riskClassId}
     where tenant_id = app_tenant_id() and id = ${contractId}`.execute(transaction);
}

/** Makes the result the profile of somebody who holds a locked contract beside its customer; what it was is in her answers. */
export async function writeHolderProfile(
  transaction: Transaction<Schema>,
  contractId: string,
  customerId: string,
  { answersId, questionnaire, answers, riskClassId, today }: GivenProfile,
): Promise<void> {
  const profile = profileOfAnswers(questionnaire.questions, answers, today);
  const months = questionnaire.scoring?.validMonths ?? 0;
  await sql`update contract_holders set assessment_date = ${today}::date,
      valid_until = (${today}::date + ${months} * interval '1 month')::date, risk_class_id = ${riskClassId},
      questionnaire_answers_id = ${answersId}, horizon_years = ${profile.horizonYears},
      loss_capacity = ${profile.lossCapacity}, knowledge = ${JSON.stringify(profile.knowledge)}::jsonb,
      sustainability_kind = ${profile.sustainabilityKind},
      minimum_share_sustainable = ${profile.minimumShareSustainable},
      minimum_share_taxonomy = ${profile.minimumShareTaxonomy}, pai_topics = ${profile.paiTopics}::text[],
      excluded_isins = ${profile.restrictions.isins}::text[],
      excluded_companies = ${profile.restrictions.companies}::text[],
      excluded_regions = ${profile.restrictions.regions}::text[],
      excluded_sectors = ${profile.restrictions.sectors}::text[]
    where tenant_id = app_tenant_id() and contract_id = ${contractId} and customer_id = ${customerId}`.execute(
    transaction,
  );
}

/** The valid profile of a contract as its page shows it. */
export async function readAssessment(
  transaction: Transaction<Schema>,
  contractId: string,
  today: string,
): Promise<RiskAssessment | null> {
  const { rows } = await transaction.executeQuery<RiskAssessmentRow>(
    CompiledQuery.raw(
      `select ${riskAssessmentSelection} from risk_assessments a
        where a.tenant_id = app_tenant_id() and a.contract_id = $1 and a.status = 'valid'`,
      [contractId],
    ),
  );
  const [row] = rows;
  return row ? toRiskAssessment(row, today) : null;
}
