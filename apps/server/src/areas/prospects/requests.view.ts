import type { CallAnswer } from '@depotwerk/api/call';
import type {
  AnalysisRequest,
  AnalysisResult,
  getAnalysisRequest,
} from '@depotwerk/api/prospects/depot-analysis';
import { answerLines } from '@depotwerk/domain/questions/answer-text';
import { type Answer, answersOf, type Question } from '@depotwerk/domain/questions/questionnaire';
import { readOne } from '../../platform/read-one.ts';
import { requirePermission, type Scope } from '../../platform/scope.ts';
import type { Services } from '../../platform/services.ts';

const selection = `a.id, a.submitted_at as "submittedAt", a.expires_at as "expiresAt", a.contact,
  (a.result->'contractScore'->>'value')::integer as score, (a.result->>'totalValue')::float8 as "totalValue"`;
/**
 * Condition on `depot_analyses a`: somebody asks to be contacted, which nobody does without a result, or without saying whom.
 * @param at SQL of the moment it is asked at
 */
export const openRequest = (at: string): string =>
  `a.tenant_id = app_tenant_id() and a.state = 'submitted' and a.submitted_at is not null and
  a.contact is not null and a.result is not null and a.preregistration_id is null and a.expires_at > ${at}`;
const isShown = openRequest('$1');

/** Visitors who asked to be contacted, newest first. */
export function listRequests(services: Services, scope: Scope): Promise<AnalysisRequest[]> {
  requirePermission(scope, 'customers.create');
  return services.database.read<AnalysisRequest>(scope, {
    sql: `select ${selection} from depot_analyses a where ${isShown} order by a.submitted_at desc, a.id limit 200`,
    parameters: [new Date(services.clock()).toISOString()],
  });
}

interface DetailRow extends AnalysisRequest {
  questions: Question[];
  answers: Answer[];
  result: AnalysisResult;
}

/** One of them with answers and result. @throws 404 */
export async function readRequest(
  services: Services,
  scope: Scope,
  id: string,
): Promise<CallAnswer<typeof getAnalysisRequest>> {
  requirePermission(scope, 'customers.create');
  const row = await readOne<DetailRow>(services.database, scope, {
    sql: `select ${selection}, a.answers, a.result, q.questions from depot_analyses a
            join questionnaires q on q.tenant_id = a.tenant_id and q.id = a.questionnaire_id
           where ${isShown} and a.id = $2`,
    parameters: [new Date(services.clock()).toISOString(), id],
  });
  const { questions, answers, ...request } = row;
  const lines = answerLines(questions, answersOf(answers)).map(({ section, title, text }) => ({
    section,
    title,
    text,
  }));
  return { ...request, lines };
}
