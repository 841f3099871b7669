import { carryOver } from '../questions/compare-questionnaires.ts';
import type { Answers, Question } from '../questions/questionnaire.ts';
import { visibleAnswers } from '../questions/visible-questions.ts';
import { withHorizonYears } from './horizon-answers.ts';

/**
 * What somebody answered as a visitor, as answers to the risk profile: those that mean the same there, and the day she
 * needs the money as whole years from `today` on. Everything else is asked anew.
 */
export function carryToProfile(
  visitorQuestions: readonly Question[],
  profileQuestions: readonly Question[],
  answers: Answers,
  today: string,
): Answers {
  const asked = visibleAnswers(visitorQuestions, answers);
  const carried = new Map(carryOver(visitorQuestions, profileQuestions, asked));
  const years = withHorizonYears(visitorQuestions, asked, today);
  for (const { id, scale, questionType } of profileQuestions) {
    const value = years.get(id);
    if (scale === 'horizon' && questionType === 'number' && typeof value === 'number') carried.set(id, value);
  }
  return carried;
}
