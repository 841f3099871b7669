import type { givenAnswers } from '@depotwerk/api/questionnaires/questionnaires';
import { answerLines } from '@depotwerk/domain/questions/answer-text';
import {
  type Answer,
  answersOf,
  type Contradiction,
  type Question,
} from '@depotwerk/domain/questions/questionnaire';
import type * as z from 'zod/mini';
import { Parameters } from '../../platform/database/parameters.ts';
import { notFound } from '../../platform/http/app-error.ts';
import { type Scope, visibilityOf } from '../../platform/scope.ts';
import type { ReadServices } from '../../platform/services.ts';
import { assessmentStatus, visibilityConditions } from '../contracts/public.ts';
import { customerVisibility } from '../customers/public.ts';

type GivenAnswers = z.output<typeof givenAnswers>;

interface Row extends Omit<GivenAnswers, 'lines' | 'contradictions' | 'contradictionSources' | 'results'> {
  questions: Question[];
  answers: Answer[];
  result: { contradictions?: Contradiction[] } | null;
}

interface ResultRow {
  answers_id: string;
  contract_id: string;
  external_key: string;
  risk_class_id: number;
  risk_class_count: number | null;
  valid_until: string;
  status: string;
}

/** Most that is shown: a customer is asked about once a year. */
const most = 50;

/** What a customer answered, newest first, with the contracts it counts for that the caller sees. @throws 404 */
export async function readGivenAnswers(
  { database }: ReadServices,
  scope: Scope,
  customerId: string,
  today: string,
): Promise<GivenAnswers[]> {
  const own = new Parameters();
  const visible = customerVisibility(visibilityOf(scope, 'groupCustomers.view'), own);
  visible.push(`u.id = ${own.add(customerId)}`);
  const contracts = new Parameters();
  const shown = visibilityConditions(visibilityOf(scope, 'groupContracts.view'), contracts);
  const [customers, rows, results] = await database.readMany<[{ id: string }, Row, ResultRow]>(scope, [
    { sql: `select u.id from customers u where ${visible.join(' and ')}`, parameters: own.values },
    {
      sql: `select g.id, q.questionnaire_key as "questionnaireKey", q.title, q.version, g.answered_on as "answeredOn",
          g.created_at as "recordedAt", p.full_name as "recordedBy", g.comment, q.questions, g.answers, g.result
        from customers u
        join questionnaire_answers g on g.tenant_id = u.tenant_id and g.customer_id = u.id
        join questionnaires q on q.tenant_id = g.tenant_id and q.id = g.questionnaire_id
        left join users p on p.tenant_id = g.tenant_id and p.id = g.created_by
       where ${visible.join(' and ')} order by g.created_at desc, g.id limit ${most}`,
      parameters: own.values,
    },
    {
      // Of contracts held beside somebody else, what holds for her.
      sql: `select a.questionnaire_answers_id as answers_id, c.id as contract_id, c.external_key, a.risk_class_id,
          t.risk_class_count, a.valid_until, a.status
        from (select r.tenant_id, r.contract_id, r.questionnaire_answers_id, r.risk_class_id, r.valid_until, r.status
                from risk_assessments r
                join contracts k on k.tenant_id = r.tenant_id and k.id = r.contract_id
               where k.tenant_id = app_tenant_id() and k.customer_id = ${contracts.add(customerId)}
              union all
              select h.tenant_id, h.contract_id, h.questionnaire_answers_id, h.risk_class_id, h.valid_until, 'valid'
                from contract_holders h
               where h.tenant_id = app_tenant_id() and h.customer_id = ${contracts.add(customerId)}
                 and h.valid_until is not null) a
        join contracts c on c.tenant_id = a.tenant_id and c.id = a.contract_id
        join tariffs t on t.tenant_id = c.tenant_id and t.id = c.tariff_id
       where ${shown.join(' and ')} and a.questionnaire_answers_id is not null and a.risk_class_id is not null
       order by c.external_key`,
      parameters: contracts.values,
    },
  ]);
  if (customers.length === 0) throw notFound();
  const byAnswers = Map.groupBy(results, (result) => result.answers_id);
  return rows.map(({ questions, answers, result, ...row }) => ({
    ...row,
    contradictions: (result?.contradictions ?? []).map(({ text }) => text),
    contradictionSources: (result?.contradictions ?? []).map(({ source }) => source),
    lines: answerLines(questions, answersOf(answers)),
    results: (byAnswers.get(row.id) ?? []).map((one) => ({
      contractId: one.contract_id,
      externalKey: one.external_key,
      riskClassId: one.risk_class_id,
      riskClassCount: one.risk_class_count,
      validUntil: one.valid_until,
      status: assessmentStatus(one.status, one.valid_until, today),
    })),
  }));
}
