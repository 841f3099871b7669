import { formatDate } from '../date-text.ts';
import { formatNumber } from '../number-text.ts';
import {
  type Answers,
  type AnswerValue,
  type ChosenValue,
  isChosen,
  isChosenList,
  type Question,
} from './questionnaire.ts';
import { visibleQuestions } from './visible-questions.ts';

/** An answer as people read it; empty = none. */
export function answerText(question: Question, value: AnswerValue | undefined): string {
  if (value === undefined || value === null) return '';
  if (isChosenList(value)) return value.map((one) => choiceText(question, one)).join(', ');
  if (isChosen(value)) return choiceText(question, value);
  if (typeof value === 'number') return formatNumber(value);
  return question.questionType === 'date' ? formatDate(value) : value.trim();
}

function choiceText(question: Question, { id, text }: ChosenValue): string {
  const known = question.values.find((one) => one.id === id);
  if (!known) return id;
  return known.isOther && text !== null ? `${known.label}: ${text.trim()}` : known.label;
}

export interface AnswerLine {
  readonly questionId: string;
  readonly section: string;
  readonly title: string;
  readonly text: string;
}

/** Every question that was asked with its answer: what is kept to be read later. */
export function answerLines(questions: readonly Question[], answers: Answers): AnswerLine[] {
  let section = '';
  const sections = new Map<string, string>();
  for (const question of questions) {
    if (question.section !== '') section = question.section;
    sections.set(question.id, section);
  }
  return visibleQuestions(questions, answers).map((question) => ({
    questionId: question.id,
    section: sections.get(question.id) ?? '',
    title: question.title,
    text: answerText(question, answers.get(question.id)),
  }));
}
