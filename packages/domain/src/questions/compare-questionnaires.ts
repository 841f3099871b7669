import type { Answers, Question } from './questionnaire.ts';
import { visibleQuestions } from './visible-questions.ts';

export interface QuestionChange {
  readonly questionId: string;
  readonly title: string;
  readonly kind: 'added' | 'removed' | 'changed';
}

/** What a newer version asks otherwise, in the order of the newer one; removed questions last. */
export function compareQuestionnaires(
  before: readonly Question[],
  after: readonly Question[],
): QuestionChange[] {
  const old = new Map(before.map((question) => [question.id, question]));
  const changes = after.flatMap((question): QuestionChange[] => {
    const known = old.get(question.id);
    old.delete(question.id);
    const { id: questionId, title } = question;
    if (!known) return [{ questionId, title, kind: 'added' }];
    return meansTheSame(known, question) ? [] : [{ questionId, title, kind: 'changed' }];
  });
  return [
    ...changes,
    ...[...old.values()].map(({ id, title }): QuestionChange => ({ questionId: id, title, kind: 'removed' })),
  ];
}

/** Whether an answer to one is an answer to the other: same kind, same words, same choices. */
function meansTheSame(a: Question, b: Question): boolean {
  return JSON.stringify(meaningOf(a)) === JSON.stringify(meaningOf(b));
}

const meaningOf = ({ questionType, title, hint, values, nonValueId }: Question) => [
  questionType,
  title,
  hint,
  nonValueId,
  values.map(({ id, label, description, isOther }) => [id, label, description, isOther]),
];

/** What is asked alike but counts otherwise: points, scale, condition, or whether it has to be answered. */
export function recounted(before: readonly Question[], after: readonly Question[]): Question[] {
  const old = new Map(before.map((question) => [question.id, question]));
  return after.filter((question) => {
    const known = old.get(question.id);
    return (
      known !== undefined &&
      meansTheSame(known, question) &&
      JSON.stringify(countingOf(known)) !== JSON.stringify(countingOf(question))
    );
  });
}

const countingOf = ({ values, scale, visibleIf, isRequired, profileField }: Question) => [
  values.map(({ points }) => points),
  scale,
  visibleIf,
  isRequired,
  profileField,
];

/** What is asked and counted alike but stands otherwise: below another heading, laid out otherwise, or at another place. */
export function presentedOtherwise(
  before: readonly Question[],
  after: readonly Question[],
): { readonly questions: Question[]; readonly isReordered: boolean } {
  const old = new Map(before.map((question) => [question.id, question]));
  const kept = after.filter(({ id }) => old.has(id));
  const places = new Map(kept.map(({ id }, place) => [id, place]));
  return {
    questions: kept.filter(
      ({ id, section, styleHint }) =>
        old.get(id)?.section !== section || old.get(id)?.styleHint !== styleHint,
    ),
    isReordered: before.filter(({ id }) => places.has(id)).some(({ id }, place) => places.get(id) !== place),
  };
}

/** Answers that mean the same in the newer version; the others are asked again. */
export function carryOver(
  before: readonly Question[],
  after: readonly Question[],
  answers: Answers,
): Answers {
  const changed = new Set(compareQuestionnaires(before, after).map(({ questionId }) => questionId));
  return new Map([...answers].filter(([id]) => !changed.has(id) && after.some((one) => one.id === id)));
}

/** Of what a newer version asks otherwise, what concerns who gave `answers` to the older one: asked then, or now. */
export function changesFor(
  before: readonly Question[],
  after: readonly Question[],
  answers: Answers,
): QuestionChange[] {
  const asked = new Set(
    [...visibleQuestions(before, answers), ...visibleQuestions(after, carryOver(before, after, answers))].map(
      ({ id }) => id,
    ),
  );
  return compareQuestionnaires(before, after).filter(({ questionId }) => asked.has(questionId));
}
