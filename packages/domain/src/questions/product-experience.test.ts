import { expect, it } from 'vitest';
import { checkQuestionnaire } from './check-questionnaire.ts';
import { plainQuestion } from './fixtures/plain-question.ts';
import { experienceLines, experienceOfAnswers, productAskedFor } from './product-experience.ts';
import { profileOfAnswers } from './profile-of-answers.ts';
import { type Answers, answersOf, type ProfileField, type Question } from './questionnaire.ts';

const value = (id: string, label: string, isOther = false) => ({
  id,
  label,
  description: '',
  isOther,
  points: 0,
});
const known = plainQuestion('known', {
  questionType: 'multiSelect',
  profileField: 'knowledge',
  nonValueId: 'none',
  values: [
    value('equity', 'Aktienfonds'),
    value('etf', 'ETF'),
    value('other', 'Sonstiges', true),
    value('none', 'Keine'),
  ],
});
const about = (id: string, profileField: ProfileField, product: string, more: Partial<Question> = {}) =>
  plainQuestion(id, {
    questionType: 'singleSelect',
    isRequired: false,
    profileField,
    values: [value('never', 'Noch nie'), value('long', 'Seit mehr als fünf Jahren')],
    visibleIf: { operator: 'eq', path: `known.${product}`, value: true },
    ...more,
  });
const often = about('often', 'experienceFrequency', 'equity', {
  values: [value('rarely', 'Selten'), value('often', 'Oft')],
  visibleIf: {
    operator: 'and',
    conditions: [
      { operator: 'eq', path: 'known.equity', value: true },
      { operator: 'in', path: 'since', value: ['long'] },
    ],
  },
});
const questions = [
  known,
  about('since', 'experiencePeriod', 'equity'),
  often,
  about('sinceEtf', 'experiencePeriod', 'etf'),
  about('sinceOther', 'experiencePeriod', 'other'),
];
const answers = (list: Record<string, unknown>): Answers =>
  answersOf(
    Object.entries(list).map(([questionId, given]) => ({
      questionId,
      value: Array.isArray(given)
        ? given.map((id: string) => ({ id, text: id === 'other' ? ' Gold ' : null }))
        : { id: String(given), text: null },
    })),
  );

it('tells of each investment known what was done with it; what was not said stays unknown', () => {
  const given = answers({ known: ['other', 'equity', 'etf'], since: 'long', often: 'rarely' });
  const experience = experienceOfAnswers(questions, given);
  expect(experience).toEqual([
    { product: 'Aktienfonds', period: 'Seit mehr als fünf Jahren', frequency: 'Selten', volume: null },
    { product: 'ETF', period: null, frequency: null, volume: null },
    { product: 'Gold', period: null, frequency: null, volume: null },
  ]);
  expect(experienceLines(experience)).toEqual([
    'Aktienfonds: Seit mehr als fünf Jahren · Selten',
    'ETF: Keine Angabe',
    'Gold: Keine Angabe',
  ]);
  expect(profileOfAnswers(questions, given, '2026-11-30').experience).toEqual(experience);
});

it('counts no answer to what is not asked: not known any more, or never done', () => {
  const never = answers({ known: ['equity'], since: 'never', often: 'often', sinceEtf: 'long' });
  expect(experienceOfAnswers(questions, never)).toEqual([
    { product: 'Aktienfonds', period: 'Noch nie', frequency: null, volume: null },
  ]);
  expect(experienceOfAnswers(questions, answers({ known: ['none'], since: 'long' }))).toEqual([]);
});

it('says nothing where nothing was asked, as in a questionnaire of before', () => {
  expect(experienceOfAnswers([known], answers({ known: ['equity'] }))).toEqual([]);
  expect(experienceOfAnswers(questions.slice(1), answers({ since: 'long' }))).toEqual([]);
});

it('hangs on exactly one investment, and is asked once of each', () => {
  const codes = (...list: Question[]) =>
    checkQuestionnaire({ title: 'Profil', questions: [known, ...list], scoring: null }).map(
      ({ code }) => code,
    );
  expect(codes(...questions.slice(1))).toEqual([]);
  const both = about('both', 'experiencePeriod', 'equity', {
    visibleIf: {
      operator: 'or',
      conditions: ['equity', 'etf'].map((id) => ({ operator: 'eq', path: `known.${id}`, value: true })),
    },
  });
  expect(productAskedFor(both, questions)).toBeNull();
  expect(codes(both)).toEqual(['questionProduct']);
  expect(codes(about('always', 'experiencePeriod', 'equity', { visibleIf: null }))).toEqual([
    'questionProduct',
  ]);
  expect(codes(about('none', 'experiencePeriod', 'none'))).toEqual(['questionProduct']);
  expect(codes(about('one', 'experiencePeriod', 'etf'), about('two', 'experiencePeriod', 'etf'))).toEqual([
    'questionFieldTwice',
  ]);
});
