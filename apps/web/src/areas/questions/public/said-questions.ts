import type { Question } from '@depotwerk/domain/questions/questionnaire';
import { said, saidValue } from '../../../texts/texts.ts';

/** A question in the language in use: delivered ones have their English, those of the house stay as the house wrote them. */
export const saidQuestion = (question: Question): Question => ({
  ...question,
  section: said(question.section),
  title: said(question.title),
  hint: said(question.hint),
  values: question.values.map((value) => ({
    ...value,
    label: said(value.label),
    description: said(value.description),
  })),
});

/** An answer as the server tells it: a value, several, a figure, a day, or what somebody wrote. */
export function saidAnswer(text: string): string {
  const whole = saidValue(text);
  if (whole !== text) return whole;
  return text.split(', ').map(saidPart).join(', ');
}

/** "Other: a house" has a label of ours. */
function saidPart(text: string): string {
  const part = saidValue(text);
  return part === text ? said(text) : part;
}
