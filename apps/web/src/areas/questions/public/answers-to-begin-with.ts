import { carryOver } from '@depotwerk/domain/questions/compare-questionnaires';
import { type Answers, answersOf } from '@depotwerk/domain/questions/questionnaire';
import type { AnswersDraft, Questionnaire, WaitingAnswers } from './question-queries.ts';

/**
 * What stands in the form at first: unfinished answers of one's own, else what the customer answered herself. Of answers to
 * another version (`old`, null = nobody knows what it asked) what means the same.
 */
export function answersToBeginWith(
  { version, questions }: Pick<Questionnaire, 'version' | 'questions'>,
  draft: Pick<AnswersDraft, 'version' | 'answers'> | null,
  given: Pick<WaitingAnswers, 'version' | 'answers'> | null,
  old: Pick<Questionnaire, 'questions'> | null,
): Answers {
  const begun = draft ?? (given && { version: given.version, answers: answersOf(given.answers) });
  if (begun?.version === version) return begun.answers;
  return begun && old ? carryOver(old.questions, questions, begun.answers) : new Map();
}
