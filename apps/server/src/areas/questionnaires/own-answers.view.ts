import type { CallAnswer } from '@depotwerk/api/call';
import type { getOwnLastAnswers, listWaitingAnswers } from '@depotwerk/api/questionnaires/own-answers';
import { addMonths } from '@depotwerk/domain/add-months';
import { dayOfMajority } from '@depotwerk/domain/customers/majority';
import { locale } from '@depotwerk/domain/locale';
import type { Question } from '@depotwerk/domain/questions/questionnaire';
import { Parameters } from '../../platform/database/parameters.ts';
import { notFound } from '../../platform/http/app-error.ts';
import { requireOwnSide, type Scope, visibilityOf } from '../../platform/scope.ts';
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

type LastAnswers = NonNullable<CallAnswer<typeof getOwnLastAnswers>> & {
  readonly questions: readonly Question[];
  readonly dateOfBirth: string | null;
};

/**
 * What a customer answered last, herself or with her adviser, so that she reads it over instead of answering all anew. Not what her
 * representatives said while she was underage; of answers older than a year not in how many years she needs the money: it is nearer now.
 * @throws 403 for everybody else, 404 for the questions of visitors and for what the house does not ask
 */
export async function readOwnLastAnswers(
  services: ReadServices,
  scope: Scope,
  key: string,
  today: string,
): Promise<CallAnswer<typeof getOwnLastAnswers>> {
  const customerId = requireOwnSide(scope);
  if (key === visitorsKey) throw notFound();
  // Who never answered is told from a questionnaire the house does not ask.
  await readQuestionnaire(services, scope, key, today);
  const [last] = await services.database.read<LastAnswers>(scope, {
    sql: `select q.version, q.questions, x.answers, x.day as "answeredOn", u.date_of_birth as "dateOfBirth" from (
            select a.customer_id, a.questionnaire_id, a.answers, a.submitted_at as given_at,
                (a.submitted_at at time zone $3)::date as day
              from own_answers a where a.customer_id = $1
            union all
            select g.customer_id, g.questionnaire_id, g.answers, g.created_at, g.answered_on
              from questionnaire_answers g where g.customer_id = $1) x
          join customers u on u.tenant_id = app_tenant_id() and u.id = x.customer_id
          join questionnaires q on q.tenant_id = u.tenant_id and q.id = x.questionnaire_id
         where q.questionnaire_key = $2 order by x.given_at desc limit 1`,
    parameters: [customerId, key, locale.timeZone],
  });
  if (!last) return null;
  const { version, questions, answers, answeredOn, dateOfBirth } = last;
  if (dateOfBirth !== null && answeredOn < dayOfMajority(dateOfBirth)) return null;
  const nearer = new Set(
    addMonths(answeredOn, 12) > today
      ? []
      : questions
          .filter(({ scale, questionType }) => scale === 'horizon' && questionType === 'number')
          .map(({ id }) => id),
  );
  return { version, answers: answers.filter(({ questionId }) => !nearer.has(questionId)), answeredOn };
}
