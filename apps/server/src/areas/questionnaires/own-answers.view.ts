import type { CallAnswer } from '@depotwerk/api/call';
import type { listWaitingAnswers } from '@depotwerk/api/own-answers';
import { Parameters } from '../../platform/database/parameters.ts';
import { notFound } from '../../platform/http/app-error.ts';
import { type Scope, visibilityOf } from '../../platform/scope.ts';
import type { ReadServices } from '../../platform/services.ts';
import { customerVisibility } from '../customers/public.ts';
import { type Questionnaire, readQuestionnaire, visitorsKey } from './questionnaire.view.ts';

type Waiting = CallAnswer<typeof listWaitingAnswers>[number];

/** What a customer gave by herself and nobody has confirmed, newest first. @throws 404 unseen */
export async function readWaitingAnswers(
  { database }: ReadServices,
  scope: Scope,
  customerId: string,
): Promise<Waiting[]> {
  const parameters = new Parameters();
  const conditions = customerVisibility(visibilityOf(scope, 'groupCustomers.view'), parameters);
  conditions.push(`u.id = ${parameters.add(customerId)}`);
  const [seen, waiting] = await database.readMany<[{ id: string }, Waiting]>(scope, [
    { sql: `select u.id from customers u where ${conditions.join(' and ')}`, parameters: parameters.values },
    {
      sql: `select a.id, q.questionnaire_key as "questionnaireKey", q.title, q.version, a.answers,
              a.submitted_at as "submittedAt"
              from own_answers a
              join questionnaires q on q.tenant_id = a.tenant_id and q.id = a.questionnaire_id
             where a.customer_id = $1 and a.state = 'waiting' order by a.submitted_at desc`,
      parameters: [customerId],
    },
  ]);
  if (seen.length === 0) throw notFound();
  return waiting;
}

/** The questionnaire as a customer is asked: what answers lead to is said with her adviser. @throws 404 */
export async function readOwnQuestionnaire(
  services: ReadServices,
  scope: Scope,
  key: string,
  today: string,
  version?: number,
): Promise<Questionnaire> {
  if (key === visitorsKey) throw notFound();
  const found = await readQuestionnaire(services, scope, key, today, version);
  const questions = found.questions.map((question) => ({
    ...question,
    scale: null,
    values: question.values.map((value) => ({ ...value, points: 0 })),
  }));
  return { ...found, questions, scoring: null };
}
