import type { ElementCondition } from '../element-condition.ts';
import { countsFor, fixedChoices, isSelect, profileFieldsFor } from './check-questionnaire.ts';
import { reachOf } from './class-table.ts';
import {
  type ClassCount,
  type ClassTable,
  classCounts,
  type ProfileField,
  type Question,
  type QuestionType,
  type QuestionValue,
  type Scale,
  type ScaleKey,
} from './questionnaire.ts';
import type { Comparison } from './visible-questions.ts';

/** A new answer to choose. `id` is permanent and belongs to no other answer of the question. */
export const newValue = (id: string): QuestionValue => ({
  id,
  label: '',
  description: '',
  isOther: false,
  points: 0,
});

/** A new question with nothing in it. `id` is permanent and was never another question's. */
export const newQuestion = (id: string): Question => ({
  id,
  questionType: 'singleSelect',
  section: '',
  title: '',
  hint: '',
  styleHint: null,
  values: [newValue('a1'), newValue('a2')],
  nonValueId: null,
  isRequired: true,
  visibleIf: null,
  scale: null,
  profileField: null,
});

/** The list with the element at one place moved to another; the list as it is where there is no such place. */
export function moved<Element>(list: readonly Element[], from: number, to: number): Element[] {
  const result = [...list];
  if (to < 0 || to >= list.length) return result;
  result.splice(to, 0, ...result.splice(from, 1));
  return result;
}

/** The list with the element at a place replaced. */
export const replaced = <Element>(list: readonly Element[], place: number, element: Element): Element[] =>
  list.map((one, index) => (index === place ? element : one));

/** A question of another kind: what that kind cannot have goes. */
export function withType(question: Question, questionType: QuestionType): Question {
  const kind = { questionType };
  const { scale, profileField } = question;
  const hasValues = isSelect(kind);
  const known = question.values.length > 0 ? question.values : [newValue('a1'), newValue('a2')];
  return {
    ...question,
    questionType,
    styleHint: null,
    values: hasValues ? known : [],
    nonValueId: questionType === 'multiSelect' ? question.nonValueId : null,
    scale: scale !== null && countsFor(kind, scale) ? scale : null,
    profileField:
      profileField !== null && profileFieldsFor(questionType).includes(profileField) ? profileField : null,
  };
}

/** A question that fills a member of the risk profile; where the profile knows the choices, they become the question's. */
export function withProfileField(
  question: Question,
  profileField: ProfileField | null,
  labels: Readonly<Record<string, string>>,
): Question {
  const fixed = profileField === null ? undefined : fixedChoices[profileField];
  if (fixed === undefined) return { ...question, profileField };
  const values = fixed.map(
    (id) => question.values.find((value) => value.id === id) ?? { ...newValue(id), label: labels[id] ?? '' },
  );
  return { ...question, profileField, values };
}

/** A condition over comparisons: none is no condition, one stands alone. */
export function joined(operator: 'and' | 'or', comparisons: readonly Comparison[]): ElementCondition | null {
  const [first] = comparisons;
  if (first === undefined) return null;
  return comparisons.length === 1 ? first : { operator, conditions: comparisons };
}

/** The comparison a condition on a question begins with; null where its answers cannot be compared. */
export function firstComparison(question: Question): Comparison | null {
  const valueId = question.values[0]?.id;
  switch (question.questionType) {
    case 'singleSelect':
      return valueId === undefined ? null : { operator: 'in', path: question.id, value: [valueId] };
    case 'multiSelect':
      return valueId === undefined
        ? null
        : { operator: 'eq', path: `${question.id}.${valueId}`, value: true };
    case 'number':
      return { operator: 'gt', path: question.id, value: 0 };
    default:
      return null;
  }
}

/** Sums of points split into as many classes of like width as a table has; open at both ends, so that none is left out. */
export function evenTable(
  questions: readonly Question[],
  scale: ScaleKey,
  classCount: ClassCount,
): ClassTable {
  const reach = reachOf(questions, scale);
  const smallest = reach.smallest ?? 0;
  const largest = Math.max(reach.largest ?? 2 * classCount, smallest + classCount - 1);
  const border = (index: number) => smallest + Math.round(((largest - smallest + 1) * index) / classCount);
  return {
    classCount,
    rows: Array.from({ length: classCount }, (_, index) => ({
      riskClassId: index + 1,
      from: index === 0 ? null : border(index),
      to: index === classCount - 1 ? null : border(index + 1) - 1,
    })),
  };
}

/** A scale with a table for every number of classes. */
export const newScale = (questions: readonly Question[], key: ScaleKey): Scale => ({
  key,
  tables: classCounts.map((classCount) => evenTable(questions, key, classCount)),
});

/**
 * A table with another first sum of one of its classes: the class before ends one below it, so that neither gap nor overlap
 * can come of it.
 */
export function withBorder(table: ClassTable, riskClassId: number, from: number): ClassTable {
  return {
    ...table,
    rows: table.rows.map((row) => {
      if (row.riskClassId === riskClassId) return { ...row, from };
      return row.riskClassId === riskClassId - 1 ? { ...row, to: from - 1 } : row;
    }),
  };
}
