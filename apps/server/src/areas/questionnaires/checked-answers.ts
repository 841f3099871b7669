import type { CallInput } from '@depotwerk/api/call';
import type { submitAnswers } from '@depotwerk/api/questionnaires/questionnaires';
import { checkAnswers, unknownQuestions } from '@depotwerk/domain/questions/check-answers';
import { compareQuestionnaires } from '@depotwerk/domain/questions/compare-questionnaires';
import { type Answers, answersOf } from '@depotwerk/domain/questions/questionnaire';
import { visibleAnswers } from '@depotwerk/domain/questions/visible-questions';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../platform/database/schema.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Questionnaire } from './questionnaire.view.ts';

type GivenList = CallInput<typeof submitAnswers>['body']['answers'];

/** @throws 409 with what the present version asks otherwise */
export async function refuseOldVersion(
  present: Questionnaire,
  version: number,
  find: () => Promise<Questionnaire | null>,
): Promise<void> {
  if (version === present.version) return;
  const old = await find();
  throw new AppError('questionnaire.outdated', {
    params: {
      version: present.version,
      changes: old ? compareQuestionnaires(old.questions, present.questions) : [],
    },
  });
}

/** Answers to what was asked. @throws 400 for questions there are not, and with every answer that is wrong */
export function checkedAnswers({ questions }: Questionnaire, list: GivenList, today: string): Answers {
  if (unknownQuestions(questions, list).length > 0) throw new AppError('questionnaire.unknownQuestion');
  const answers = answersOf(list);
  // Two answers to one question say nothing: neither of them is taken for what was meant.
  const twice = list.filter(
    ({ questionId }, k) => list.findIndex((one) => one.questionId === questionId) < k,
  );
  const issues = [
    ...checkAnswers(questions, answers, today),
    ...twice.map(({ questionId }) => ({ questionId, code: 'invalidValue' as const })),
  ];
  if (issues.length > 0) {
    throw new AppError('common.validationFailed', {
      validation: issues.map(({ questionId, code }) => ({ path: `answers.${questionId}`, code })),
    });
  }
  return visibleAnswers(questions, answers);
}

/** Answers as they are stored. */
export const asList = (answers: Answers) =>
  [...answers].map(([questionId, value]) => ({ questionId, value }));

/** The caller's unfinished answers are over. */
export async function forgetDraft(
  transaction: Transaction<Schema>,
  userId: string,
  key: string,
  customerId: string,
): Promise<void> {
  await sql`delete from drafts where tenant_id = app_tenant_id() and user_id = ${userId}
     and draft_type = 'questionnaire' and entity_key = ${`${key}-${customerId}`}`.execute(transaction);
}
