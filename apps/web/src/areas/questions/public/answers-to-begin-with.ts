import { carryOver } from '@depotwerk/domain/questions/compare-questionnaires';
import { type Answers, answersOf } from '@depotwerk/domain/questions/questionnaire';
import type { AnswersDraft, Questionnaire, WaitingAnswers } from './question-queries.ts';

type Draft = Pick<AnswersDraft, 'version' | 'answers'>;
type Given = Pick<WaitingAnswers, 'version' | 'answers'>;

/** Unfinished answers of one's own, else what the customer answered herself, as they were given. */
export const answersBegun = (draft: Draft | null, given: Given | null): Answers =>
  draft?.answers ?? (given ? answersOf(given.answers) : new Map());

/**
 * What stands in the form at first. Of answers to another version (`old`, null = nobody knows what it asked) what means the same.
 */
export function answersToBeginWith(
  { version, questions }: Pick<Questionnaire, 'version' | 'questions'>,
  draft: Draft | null,
  given: Given | null,
  old: Pick<Questionnaire, 'questions'> | null,
): Answers {
  const begun = answersBegun(draft, given);
  if ((draft ?? given)?.version === version) return begun;
  return old ? carryOver(old.questions, questions, begun) : new Map();
}
