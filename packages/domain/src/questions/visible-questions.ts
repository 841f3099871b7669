import { type ElementCondition, type ElementData, holds } from '../element-condition.ts';
import { type Answers, type AnswerValue, isChosen, isChosenList, type Question } from './questionnaire.ts';

/**
 * The questions that are asked, in order. Conditions name earlier questions only, so one pass is exact: an answer to a
 * question that is not asked itself never shows another one.
 */
export function visibleQuestions(questions: readonly Question[], answers: Answers): Question[] {
  const data: Record<string, unknown> = {};
  return questions.filter((question) => {
    if (question.visibleIf !== null && !holds(question.visibleIf, data)) return false;
    const value = conditionValue(answers.get(question.id));
    if (value !== undefined) data[question.id] = value;
    return true;
  });
}

/** Answers to what is asked; what was answered before it was hidden does not count. */
export function visibleAnswers(questions: readonly Question[], answers: Answers): Answers {
  return new Map(
    visibleQuestions(questions, answers).flatMap(({ id }) => {
      const value = answers.get(id);
      return value === undefined || value === null ? [] : [[id, value]];
    }),
  );
}

/** Answers as conditions see them: the id of a choice, `true` below the id of each of several, texts and numbers. */
export function conditionData(answers: Answers): ElementData {
  return Object.fromEntries(
    [...answers].flatMap(([id, value]) => {
      const seen = conditionValue(value);
      return seen === undefined ? [] : [[id, seen]];
    }),
  );
}

function conditionValue(value: AnswerValue | undefined): unknown {
  if (value === undefined || value === null) return undefined;
  if (isChosenList(value)) return Object.fromEntries(value.map(({ id }) => [id, true]));
  return isChosen(value) ? value.id : value;
}

/** One comparison of a condition. */
export type Comparison = Exclude<ElementCondition, { readonly operator: 'and' | 'or' }>;

/** The comparisons a condition joins, in order. */
export const comparisonsOf = (condition: ElementCondition): Comparison[] =>
  'conditions' in condition ? condition.conditions.flatMap(comparisonsOf) : [condition];

/** Ids of the questions a condition names. */
export const namedQuestions = (condition: ElementCondition): string[] =>
  comparisonsOf(condition).map(({ path }) => path.split('.')[0] ?? '');
