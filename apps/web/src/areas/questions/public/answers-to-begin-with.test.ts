import { plainQuestion } from '@depotwerk/domain/questions/fixtures/plain-question';
import { expect, it } from 'vitest';
import { answersToBeginWith } from './answers-to-begin-with.ts';

const old = {
  questions: [plainQuestion('job', { title: 'Beruf?' }), plainQuestion('aim', { title: 'Ziel?' })],
};
const questionnaire = {
  version: 2,
  questions: [plainQuestion('job', { title: 'Beruf?' }), plainQuestion('aim', { title: 'Welches Ziel?' })],
};
const values = [
  { questionId: 'job', value: 'Lehrerin' },
  { questionId: 'aim', value: 'Haus' },
];

it('begins with what the customer answered to the version before, as far as it means the same', () => {
  const begin = (version: number, known: typeof old | null) => [
    ...answersToBeginWith(questionnaire, null, { version, answers: values }, known),
  ];
  expect(begin(2, null)).toHaveLength(2);
  expect(begin(1, old)).toEqual([['job', 'Lehrerin']]);
  expect(begin(1, null)).toEqual([]);
});

it('begins with unfinished answers of one’s own before those of the customer', () => {
  const draft = { version: 2, answers: new Map([['aim', 'Weltreise']]) };
  expect([...answersToBeginWith(questionnaire, draft, { version: 1, answers: values }, old)]).toEqual([
    ['aim', 'Weltreise'],
  ]);
  expect([...answersToBeginWith(questionnaire, null, null, null)]).toEqual([]);
});
