import { checkAnswers } from '@depotwerk/domain/questions/check-answers';
import { type Answers, answersOf } from '@depotwerk/domain/questions/questionnaire';
import { AppError } from '../../platform/http/app-error.ts';
import type { AnalysisRow } from './open-analysis.ts';

/** The answers of an analysis whose every question is answered rightly. @throws 400 with each that is not */
export function requireAnswered(
  { questionnaire, answers: given }: Pick<AnalysisRow, 'questionnaire' | 'answers'>,
  today: string,
): Answers {
  const answers = answersOf(given);
  const issues = checkAnswers(questionnaire.questions, answers, today);
  if (issues.length > 0) {
    throw new AppError('common.validationFailed', {
      validation: issues.map(({ questionId, code }) => ({ path: `answers.${questionId}`, code })),
    });
  }
  return answers;
}
