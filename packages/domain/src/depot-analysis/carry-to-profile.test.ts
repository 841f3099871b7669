import { expect, it } from 'vitest';
import { plainQuestion as question } from '../questions/fixtures/plain-question.ts';
import type { AnswerValue } from '../questions/questionnaire.ts';
import { carryToProfile } from './carry-to-profile.ts';

it('carries what means the same, the day as whole years, and leaves what is asked otherwise', () => {
  const visitor = [
    question('goal', { section: 'Ziele' }),
    question('worry', { title: 'Sorgen?' }),
    question('horizon', { questionType: 'date', scale: 'horizon' }),
    question('monthly', { questionType: 'number' }),
  ];
  const profile = [
    question('goal'),
    question('worry', { title: 'Wie oft?' }),
    question('horizon', { questionType: 'number', scale: 'horizon', profileField: 'horizonYears' }),
  ];
  const answers = new Map<string, AnswerValue>([
    ['goal', 'Haus'],
    ['worry', 'nie'],
    ['horizon', '2036-06-01'],
    ['monthly', 50],
  ]);
  expect([...carryToProfile(visitor, profile, answers, '2026-11-23')]).toEqual([
    ['goal', 'Haus'],
    ['horizon', 9],
  ]);
  expect([...carryToProfile(visitor, profile, new Map(), '2026-11-23')]).toEqual([]);
});
