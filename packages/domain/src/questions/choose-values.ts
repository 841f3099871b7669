import type { Answers, AnswerValue, ChosenValue, Question } from './questionnaire.ts';

/**
 * The choices after one was picked or taken back. "None" clears all others, any other takes "none" away; the order is
 * that of the question.
 */
export function toggleValue(
  question: Question,
  chosen: readonly ChosenValue[],
  id: string,
): readonly ChosenValue[] {
  const isPicked = !chosen.some((value) => value.id === id);
  if (!isPicked) return chosen.filter((value) => value.id !== id);
  const picked: ChosenValue = { id, text: null };
  if (id === question.nonValueId) return [picked];
  const kept = [...chosen.filter((value) => value.id !== question.nonValueId), picked];
  return question.values.flatMap((value) => kept.find((one) => one.id === value.id) ?? []);
}

/** Answers after one was given or taken back. */
export function withAnswer(answers: Answers, questionId: string, value: AnswerValue): Answers {
  const next = new Map(answers);
  if (value === null) next.delete(questionId);
  else next.set(questionId, value);
  return next;
}
