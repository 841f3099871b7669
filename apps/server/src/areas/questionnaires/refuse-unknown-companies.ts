import { profileOfAnswers } from '@depotwerk/domain/questions/profile-of-answers';
import type { Answers } from '@depotwerk/domain/questions/questionnaire';
import { isOfCompany } from '@depotwerk/engine/ranking/client-restrictions';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../platform/database/schema.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Questionnaire } from './questionnaire.view.ts';

/**
 * An excluded company that no fund of the house is of excludes nothing: a slip of the pen would go unnoticed.
 * @throws 400 at the question
 */
export async function refuseUnknownCompanies(
  transaction: Transaction<Schema>,
  { questions }: Questionnaire,
  answers: Answers,
  today: string,
): Promise<void> {
  const { companies } = profileOfAnswers(questions, answers, today).restrictions;
  if (companies.length === 0) return;
  const { rows } = await sql<{ name: string }>`select distinct f.company_name as name from funds f
    where f.tenant_id = app_tenant_id()`.execute(transaction);
  const isKnown = (company: string) => rows.some(({ name }) => isOfCompany(name, company));
  if (companies.every(isKnown)) return;
  const question = questions.find(({ profileField }) => profileField === 'excludedCompanies');
  throw new AppError('common.validationFailed', {
    validation: [{ path: `answers.${question?.id ?? ''}`, code: 'companies' }],
  });
}
