import { expect, it } from 'vitest';
import { plainQuestion } from './fixtures/plain-question.ts';
import { profileOfAnswers } from './profile-of-answers.ts';
import type { AnswerValue, Question } from './questionnaire.ts';

const values = [
  { id: 'retirement', label: 'Altersvorsorge', description: '', isOther: false, points: 0 },
  { id: 'other', label: 'Sonstiges', description: '', isOther: true, points: 0 },
];
const delivered = plainQuestion('goal', { questionType: 'singleSelect', values });
const goalOf = (questions: readonly Question[], value: AnswerValue) =>
  profileOfAnswers(questions, new Map([[questions[0]?.id ?? '', value]]), '2026-11-30').goal;

it('reads the goal of the delivered question, with the text of another one', () => {
  expect(goalOf([delivered], { id: 'retirement', text: null })).toBe('Altersvorsorge');
  expect(goalOf([delivered], { id: 'other', text: ' Weltreise ' })).toBe('Sonstiges: Weltreise');
});

it('reads it of the question a house says fills it', () => {
  const own = plainQuestion('wish', { questionType: 'freeText', profileField: 'goal' });
  expect(goalOf([own, delivered], 'Ein Haus')).toBe('Ein Haus');
});

it('knows none where it was not asked or not answered', () => {
  expect(profileOfAnswers([delivered], new Map(), '2026-11-30').goal).toBeNull();
  expect(goalOf([plainQuestion('wish', { questionType: 'freeText' })], 'Ein Haus')).toBeNull();
});
