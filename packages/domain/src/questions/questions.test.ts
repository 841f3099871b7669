import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerLines } from './answer-text.ts';
import { assessRisk, findContradictions } from './assess-risk.ts';
import { checkAnswer, checkAnswers } from './check-answers.ts';
import { toggleValue } from './choose-values.ts';
import { checkClassTable, classOf } from './class-table.ts';
import { carryOver, changesFor, compareQuestionnaires } from './compare-questionnaires.ts';
import { plainQuestion } from './fixtures/plain-question.ts';
import { profileOfAnswers } from './profile-of-answers.ts';
import { profileValidity } from './profile-validity.ts';
import type { Answers, AnswerValue, ChosenValue, Question, Scoring } from './questionnaire.ts';
import { visibleAnswers, visibleQuestions } from './visible-questions.ts';

const question = (id: string, more: Partial<Question> = {}) =>
  plainQuestion(id, {
    questionType: 'singleSelect',
    values: ['a', 'b', 'other'].map((value, points) => ({
      id: value,
      label: value.toUpperCase(),
      description: '',
      isOther: value === 'other',
      points,
    })),
    ...more,
  });
const one = (id: string, text: string | null = null): ChosenValue => ({ id, text });
const day = '2026-11-27';
const several = question('several', { questionType: 'multiSelect', nonValueId: 'b' });

describe('an answer', () => {
  it('has a value of the question, and a text where it is the other one', () => {
    const single = question('single');
    expect(checkAnswer(single, null)).toBe('noValue');
    expect(checkAnswer(single, one('c'))).toBe('invalidValue');
    expect(checkAnswer(single, one('other', ' \t'))).toBe('otherValue');
    expect(checkAnswer(single, one('other', 'Haus'))).toBeNull();
    expect(checkAnswer({ ...single, isRequired: false }, null)).toBeNull();
  });

  it('names at least one of several values, and none of them alone', () => {
    expect(checkAnswer(several, [])).toBe('noValues');
    expect(checkAnswer(several, [one('b'), one('a')])).toBe('invalidValue');
    expect(checkAnswer(several, [one('a'), one('a')])).toBe('invalidValue');
    expect(checkAnswer(several, [one('b')])).toBeNull();
  });

  it('is any text, a whole number, a day between 1900 and 2040', () => {
    expect(checkAnswer(question('text', { questionType: 'freeText' }), null)).toBeNull();
    const number = question('number', { questionType: 'number' });
    expect([null, 7, -3, 7.5, Number.NaN].map((value) => checkAnswer(number, value))).toEqual([
      'noValue',
      null,
      null,
      'wholeNumber',
      'wholeNumber',
    ]);
    const date = question('date', { questionType: 'date' });
    const days = ['1900-01-01', '2040-12-31', '1899-12-31', '2041-01-01', '2023-02-29', '3.4.24'];
    expect(days.map((day) => checkAnswer(date, day))).toEqual([null, null, 'date', 'date', 'date', 'date']);
  });
});

const answerOf = (values: readonly string[]): fc.Arbitrary<AnswerValue> =>
  fc.constantFrom(...values.map((id) => one(id)), null);

describe('questions that depend on answers', () => {
  const chain = [
    question('first'),
    question('second', { visibleIf: { operator: 'eq', path: 'first', value: 'a' } }),
    question('third', { visibleIf: { operator: 'eq', path: 'second', value: 'a' } }),
    question('fourth', { visibleIf: { operator: 'eq', path: 'several.a', value: true } }),
  ];

  it('are asked only where what they hang on is asked', () => {
    const answers: Answers = new Map([
      ['first', one('b')],
      ['second', one('a')],
      ['third', one('a')],
    ]);
    expect(visibleQuestions(chain, answers).map(({ id }) => id)).toEqual(['first']);
    expect([...visibleAnswers(chain, answers).keys()]).toEqual(['first']);
    const chosen: Answers = new Map([['several', [one('a')]]]);
    expect(visibleQuestions([several, ...chain], chosen).map(({ id }) => id)).toEqual([
      'several',
      'first',
      'fourth',
    ]);
  });

  it('never count while they are hidden', () => {
    fc.assert(
      fc.property(fc.array(answerOf(['a', 'b']), { minLength: 3, maxLength: 3 }), (values) => {
        const answers: Answers = new Map(
          ['first', 'second', 'third'].map((id, i) => [id, values[i] ?? null]),
        );
        const kept = visibleAnswers(chain, answers);
        expect(visibleQuestions(chain, kept)).toEqual(visibleQuestions(chain, answers));
        expect(checkAnswers(chain, kept, day)).toEqual(checkAnswers(chain, answers, day));
      }),
    );
  });
});

it('clears all others with "none", and "none" with any other', () => {
  const picks = fc.array(fc.constantFrom('a', 'b', 'other'), { maxLength: 12 });
  fc.assert(
    fc.property(picks, (ids) => {
      const chosen = ids.reduce<readonly ChosenValue[]>((all, id) => toggleValue(several, all, id), []);
      const fault = checkAnswer(several, chosen);
      expect(['noValues', 'otherValue', null]).toContain(fault);
      const isNone = chosen.some(({ id }) => id === 'b');
      expect(isNone && chosen.length > 1).toBe(false);
    }),
  );
});

describe('a table of points', () => {
  const rows = (...limits: readonly (readonly [number | null, number | null])[]) => ({
    classCount: 3 as const,
    rows: limits.map(([from, to], i) => ({ riskClassId: i + 1, from, to })),
  });
  const reach = { smallest: 0, largest: 20 };

  it('shows gaps, overlaps and classes nobody gets', () => {
    expect(checkClassTable(rows([null, 6], [7, 13], [14, null]), reach)).toEqual([]);
    expect(checkClassTable(rows([0, 6], [8, 13], [14, 19]), reach)).toEqual([
      { code: 'gap', from: 7, to: 7 },
      { code: 'gap', from: 20, to: 20 },
    ]);
    expect(checkClassTable(rows([0, 7], [6, 13], [14, 20]), reach)).toEqual([
      { code: 'overlap', from: 6, to: 7 },
    ]);
    expect(checkClassTable(rows([null, 6], [7, 20], [21, null]), reach)).toEqual([
      { code: 'unreachable', riskClassId: 3 },
    ]);
    expect(checkClassTable(rows([0, 6], [13, 7], [14, 20]), reach)).toEqual([
      { code: 'reversed', riskClassId: 2 },
      { code: 'gap', from: 7, to: 13 },
    ]);
    expect(checkClassTable({ ...rows([null, 6], [7, null]) }, reach)).toEqual([
      { code: 'wrongClass', riskClassId: 3 },
    ]);
  });

  it('without a fault gives every sum exactly one class, which never falls', () => {
    const limit = fc.integer({ min: -3, max: 24 });
    const table = fc
      .tuple(limit, limit, limit, limit)
      .map(([a, b, c, d]) => rows([null, a], [b, c], [d, null]));
    // Shuffled limits rarely fit: half of the tables are made to.
    const fitting = fc.tuple(limit, limit).map((two) => {
      const [a = 0, b = 0] = two.toSorted((x, y) => x - y);
      return rows([null, a], [a + 1, b + 1], [b + 2, null]);
    });
    fc.assert(
      fc.property(fc.oneof(table, fitting), (candidate) => {
        const isGood = checkClassTable(candidate, reach).length === 0;
        const hits = Array.from({ length: 21 }, (_, points) =>
          candidate.rows.filter(
            ({ from, to }) => (from === null || points >= from) && (to === null || points <= to),
          ),
        );
        const classes = hits.map((_, points) => classOf(candidate.rows, points) ?? 0);
        const isRising = classes.every((riskClass, points) => riskClass >= (classes[points - 1] ?? 0));
        const isReversed = candidate.rows.some(({ from, to }) => from !== null && to !== null && from > to);
        const isWhole = hits.every((found) => found.length === 1) && new Set(classes).size === 3;
        expect(isGood).toBe(isWhole && isRising && !isReversed);
      }),
    );
  });
});

const evenYears = [
  { riskClassId: 1, from: null, to: 4 },
  { riskClassId: 2, from: 5, to: 9 },
  { riskClassId: 3, from: 10, to: null },
];

describe('a risk class', () => {
  const three = (first: number, second: number) => [
    {
      classCount: 3 as const,
      rows: [
        { riskClassId: 1, from: null, to: first },
        { riskClassId: 2, from: first + 1, to: second },
        { riskClassId: 3, from: second + 1, to: null },
      ],
    },
  ];
  const scoring: Scoring = {
    scales: [
      { key: 'tolerance', tables: three(0, 2) },
      { key: 'horizon', tables: three(4, 9) },
    ],
    contradictions: [
      { id: 'x', when: { operator: 'gt', path: 'years', value: 50 }, text: 'Lang', source: 'Regel' },
    ],
    validMonths: 24,
  };
  const questions = [
    question('one', { scale: 'tolerance' }),
    question('two', { scale: 'tolerance', visibleIf: { operator: 'eq', path: 'one', value: 'b' } }),
    question('years', { questionType: 'number', scale: 'horizon', profileField: 'horizonYears' }),
  ];

  it('is the lowest of its scales, which are never added up', () => {
    fc.assert(
      fc.property(
        answerOf(['a', 'b']),
        answerOf(['a', 'b', 'other']),
        fc.integer({ min: 0, max: 60 }),
        (a, b, years) => {
          const answers: Answers = new Map([
            ['one', a],
            ['two', b],
            ['years', years],
          ]);
          const result = assessRisk(questions, scoring, answers, 3, day);
          const classes = result.scales.map(({ riskClassId }) => riskClassId ?? 0);
          expect(result.riskClassId).toBe(Math.min(...classes));
          expect(result.decidedBy.length).toBeGreaterThan(0);
          expect(findContradictions(questions, scoring, answers).length).toBe(years > 50 ? 1 : 0);
          // A hidden answer changes nothing.
          expect(assessRisk(questions, scoring, visibleAnswers(questions, answers), 3, day)).toEqual(result);
          // More years never lower the class.
          const longer = assessRisk(questions, scoring, new Map([...answers, ['years', years + 1]]), 3, day);
          expect(longer.riskClassId).toBeGreaterThanOrEqual(result.riskClassId ?? 0);
        },
      ),
    );
  });

  it('is none where the table of the tariff is missing, and near a border says so', () => {
    const answers: Answers = new Map<string, AnswerValue>([
      ['one', one('b')],
      ['two', one('b')],
      ['years', 12],
    ]);
    expect(assessRisk(questions, scoring, answers, 5, day)).toEqual({
      scales: [],
      riskClassId: null,
      decidedBy: [],
    });
    expect(assessRisk(questions, scoring, answers, 3, day)).toEqual({
      scales: [
        { key: 'tolerance', points: 2, riskClassId: 2, isBorderline: true },
        { key: 'horizon', points: 12, riskClassId: 3, isBorderline: false },
      ],
      riskClassId: 2,
      decidedBy: ['tolerance'],
    });
    expect(profileOfAnswers(questions, answers, day)).toMatchObject({ horizonYears: 12, knowledge: [] });
  });
});

it('keeps a day the money is needed as the years of the horizon', () => {
  const until = question('until', { questionType: 'date', profileField: 'horizonYears' });
  const years = (answer: string) =>
    profileOfAnswers([until], new Map<string, AnswerValue>([['until', answer]]), '2026-06-15').horizonYears;
  expect([years('2036-06-15'), years('2036-06-14'), years('2026-12-31')]).toEqual([10, 9, 0]);
  expect(profileOfAnswers([until], new Map(), '2026-06-15').horizonYears).toBeNull();
});

it('counts a day the money is needed as the years until then', () => {
  const until = question('until', { questionType: 'date', scale: 'horizon' });
  const scoring: Scoring = {
    scales: [{ key: 'horizon', tables: [{ classCount: 3, rows: evenYears }] }],
    contradictions: [],
    validMonths: 24,
  };
  const classOn = (value: string) => {
    const [scale] = assessRisk([until], scoring, new Map([['until', value]]), 3, '2026-11-27').scales;
    return [scale?.points, scale?.riskClassId];
  };
  expect(classOn('2027-11-26')).toEqual([0, 1]);
  expect(classOn('2031-11-27')).toEqual([5, 2]);
  expect(classOn('2040-12-31')).toEqual([14, 3]);
});

it('carries over to a newer version only what means the same', () => {
  const before = [question('kept'), question('gone'), question('reworded')];
  const after = [
    { ...question('kept'), isRequired: false, scale: 'tolerance' as const },
    { ...question('reworded'), title: 'Anders' },
    question('new'),
  ];
  expect(compareQuestionnaires(before, after).map(({ questionId, kind }) => [questionId, kind])).toEqual([
    ['reworded', 'changed'],
    ['new', 'added'],
    ['gone', 'removed'],
  ]);
  const answers: Answers = new Map(['kept', 'gone', 'reworded'].map((id) => [id, one('a')]));
  expect([...carryOver(before, after, answers)]).toEqual([['kept', one('a')]]);
});

it('names of what a newer version asks otherwise only what somebody was asked, or is asked now', () => {
  const shownBy = (id: string) => ({ visibleIf: { operator: 'eq', path: id, value: 'a' } }) as const;
  const before = [question('job'), question('since', shownBy('job')), question('gone', shownBy('job'))];
  const after = [
    { ...question('job'), title: 'Anders' },
    { ...question('since', shownBy('job')), title: 'Anders' },
    question('new', shownBy('job')),
    question('plain'),
  ];
  const named = (id: string) =>
    changesFor(before, after, new Map([['job', one(id)]])).map(({ questionId }) => questionId);
  // What hung on an answer that no longer counts was asked then.
  expect(named('a')).toEqual(['job', 'since', 'plain', 'gone']);
  expect(named('b')).toEqual(['job', 'plain']);
});

it('reads answers as people do', () => {
  const questions = [
    question('goal', { section: 'Ziele' }),
    question('years', { questionType: 'number' }),
    question('day', { questionType: 'date' }),
    several,
  ];
  const answers: Answers = new Map<string, AnswerValue>([
    ['goal', one('other', ' Haus ')],
    ['years', 12_000],
    ['day', '2024-04-03'],
    ['several', [one('a'), one('other', 'Kunst')]],
  ]);
  expect(answerLines(questions, answers).map(({ section, text }) => [section, text])).toEqual([
    ['Ziele', 'OTHER: Haus'],
    ['Ziele', '12.000'],
    ['Ziele', '03.04.2024'],
    ['Ziele', 'A, OTHER: Kunst'],
  ]);
});

it('reminds a month, a week and on the last day before a profile ends', () => {
  const on = (validUntil: string | null) => profileValidity(validUntil, '2026-11-20');
  expect(on(null)).toEqual({ state: 'missing' });
  expect(on('2026-11-19')).toMatchObject({ state: 'expired' });
  expect(on('2026-11-20')).toMatchObject({ state: 'ending', daysLeft: 0, isUrgent: true });
  expect(on('2026-11-27')).toMatchObject({ state: 'ending', daysLeft: 7, isUrgent: true });
  expect(on('2026-12-20')).toMatchObject({ state: 'ending', daysLeft: 30, isUrgent: false });
  expect(on('2026-12-21')).toMatchObject({ state: 'valid' });
});
