import type { Answers, Question } from '../questions/questionnaire.ts';
import { wholeYearsBetween } from './whole-years.ts';

/**
 * Answers as the scales read them: a day that counts for the horizon becomes the whole years until then, from `today` on.
 * Everything else stays as it was answered.
 */
export function withHorizonYears(questions: readonly Question[], answers: Answers, today: string): Answers {
  const result = new Map(answers);
  for (const { id, questionType, scale } of questions) {
    const value = answers.get(id);
    if (questionType === 'date' && scale === 'horizon' && typeof value === 'string')
      result.set(id, wholeYearsBetween(today, value));
  }
  return result;
}
