import type { riskAssessment } from '@depotwerk/api/contracts/contract-detail';
import { saysAnything } from '@depotwerk/domain/contracts/was-asked';
import type { ProductExperience } from '@depotwerk/domain/questions/product-experience';
import type { SustainabilityKind } from '@depotwerk/domain/questions/profile-choices';
import type * as z from 'zod/mini';
import { toPercentPoints } from './contract-item.ts';

export type RiskAssessment = z.output<typeof riskAssessment>;

/** Whether anybody asked for what the assessment says: so it is stored, or it comes from a questionnaire. `a` = the assessment. */
export const wasAskedColumn = 'a.was_asked or a.questionnaire_answers_id is not null';

/**
 * The fields of the profile its questionnaire asks for, hidden or not: where a question before says that nothing is excluded, the
 * others are not asked and answered by it. Null where nobody knows. `a` = the assessment.
 */
const askedFieldsColumn = `coalesce(a.asked_fields, (select array_agg(coalesce(q ->> 'profileField', case when q ->> 'id' = 'goal' then 'goal' end))
    from questionnaire_answers w
    join questionnaires n on n.tenant_id = w.tenant_id and n.id = w.questionnaire_id
    cross join jsonb_array_elements(n.questions) q
   where w.tenant_id = a.tenant_id and w.id = a.questionnaire_answers_id
  having count(*) > 0))`;

/**
 * Of these, the fields left unanswered: neither the question itself has an answer, nor one that its condition asks for. Null where
 * nobody knows. `a` = the assessment.
 */
const skippedFieldsColumn = `(select array_agg(q ->> 'profileField')
    from questionnaire_answers w
    join questionnaires n on n.tenant_id = w.tenant_id and n.id = w.questionnaire_id
    cross join jsonb_array_elements(n.questions) q
   where w.tenant_id = a.tenant_id and w.id = a.questionnaire_answers_id and q ->> 'profileField' is not null
     and not exists (select from jsonb_array_elements(w.answers) g
      where g -> 'value' <> 'null'::jsonb and (g ->> 'questionId' = q ->> 'id'
        or jsonb_path_exists(q -> 'visibleIf', '$.**.path ? (@ == $id || @ starts with $valueOf)',
          jsonb_build_object('id', g -> 'questionId', 'valueOf', (g ->> 'questionId') || '.')))))`;

/**
 * What the investment is for. A profile from before it was kept, or of the release before, still names its answer to the delivered
 * question. `a` = the assessment.
 */
const goalColumn = `coalesce(a.goal, (select left(v ->> 'label' || coalesce(': ' || nullif(btrim(g -> 'value' ->> 'text'), ''), ''), 500)
    from questionnaire_answers w
    join questionnaires n on n.tenant_id = w.tenant_id and n.id = w.questionnaire_id
    cross join jsonb_array_elements(n.questions) q
    cross join jsonb_array_elements(q -> 'values') v
    cross join jsonb_array_elements(w.answers) g
   where w.tenant_id = a.tenant_id and w.id = a.questionnaire_answers_id and q ->> 'id' = 'goal' and g ->> 'questionId' = 'goal'
     and g -> 'value' ->> 'id' = v ->> 'id' limit 1))`;

export const riskAssessmentSelection = `a.id, a.assessment_date, a.valid_until, a.risk_class_id, a.suggested_risk_class_id,
  a.risk_value, a.risk_type_id, a.questionnaire_version,
  ${wasAskedColumn} as was_asked, to_json(${askedFieldsColumn}) as asked_fields,
  to_json(${skippedFieldsColumn}) as skipped_fields, ${goalColumn} as goal, a.horizon_years, a.loss_capacity, a.knowledge, a.experience,
  a.sustainability_kind, a.minimum_share_taxonomy, a.minimum_share_sustainable, to_json(a.pai_topics) as pai_topics,
  to_json(a.excluded_isins) as excluded_isins, to_json(a.excluded_companies) as excluded_companies,
  to_json(a.excluded_regions) as excluded_regions, to_json(a.excluded_sectors) as excluded_sectors, a.status`;

export interface RiskAssessmentRow {
  id: string;
  assessment_date: string;
  valid_until: string;
  risk_class_id: number | null;
  suggested_risk_class_id: number | null;
  risk_value: number | null;
  risk_type_id: number;
  questionnaire_version: number;
  was_asked: boolean;
  asked_fields: (string | null)[] | null;
  skipped_fields: string[] | null;
  goal: string | null;
  horizon_years: number | null;
  loss_capacity: string | null;
  knowledge: unknown[];
  experience: ProductExperience[];
  sustainability_kind: SustainabilityKind;
  minimum_share_taxonomy: number | null;
  minimum_share_sustainable: number | null;
  pai_topics: string[];
  excluded_isins: string[];
  excluded_companies: string[];
  excluded_regions: string[];
  excluded_sectors: string[];
  status: string;
}

/** Valid until its last day has passed; a first suggestion has no class of its own yet and shows the suggested one. */
export function toRiskAssessment(row: RiskAssessmentRow, today: string): RiskAssessment | null {
  const riskClassId = row.risk_class_id ?? row.suggested_risk_class_id;
  if (riskClassId === null) return null;
  const answers = answersOf(row);
  return {
    id: row.id,
    assessmentDate: row.assessment_date,
    validUntil: row.valid_until,
    riskClassId,
    suggestedRiskClassId: row.suggested_risk_class_id,
    riskValue: toPercentPoints(row.risk_value),
    riskTypeId: row.risk_type_id,
    questionnaireVersion: row.questionnaire_version,
    wasAsked: row.was_asked || saysAnything(answers),
    ...(row.asked_fields && { askedFields: row.asked_fields.filter((field) => field !== null) }),
    ...(row.skipped_fields && { skippedFields: row.skipped_fields }),
    ...(row.goal !== null && { goal: row.goal }),
    ...answers,
    ...(row.experience.length > 0 && { experience: row.experience }),
    status: assessmentStatus(row.status, row.valid_until, today),
  };
}

/** What the client said, as far as it is known. */
const answersOf = (row: RiskAssessmentRow) => ({
  horizonYears: row.horizon_years,
  lossCapacity: row.loss_capacity,
  knowledge: row.knowledge.filter((item) => typeof item === 'string'),
  sustainability: {
    kind: row.sustainability_kind,
    minimumShareTaxonomy: row.minimum_share_taxonomy,
    minimumShareSustainable: row.minimum_share_sustainable,
    paiTopics: row.pai_topics,
  },
  restrictions: {
    isins: row.excluded_isins,
    companies: row.excluded_companies,
    regions: row.excluded_regions,
    sectors: row.excluded_sectors,
  },
});

export function assessmentStatus(
  stored: string,
  validUntil: string,
  today: string,
): RiskAssessment['status'] {
  if (stored === 'suggested') return 'suggested';
  return stored === 'valid' && validUntil >= today ? 'valid' : 'expired';
}
