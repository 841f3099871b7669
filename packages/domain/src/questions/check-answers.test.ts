import { describe, expect, it } from 'vitest';
import { checkAnswers } from './check-answers.ts';
import { plainQuestion } from './fixtures/plain-question.ts';
import type { AnswerValue, Question } from './questionnaire.ts';

const question = (id: string, more: Partial<Question> = {}) =>
  plainQuestion(id, { questionType: 'singleSelect', ...more });
const day = '2026-11-27';

const other = [{ id: 'x', label: 'Anderes', description: '', isOther: true, points: 0 }];

it.each(['', ' ', '\u200b', '\u2060\u00ad', '\u2800'])(
  'another answer needs words one can see: %j',
  (text) => {
    const questions = [
      question('one', { values: other }),
      question('many', { questionType: 'multiSelect', values: other }),
    ];
    const faults = (words: string) =>
      checkAnswers(
        questions,
        new Map<string, AnswerValue>([
          ['one', { id: 'x', text: words }],
          ['many', [{ id: 'x', text: words }]],
        ]),
        day,
      ).map(({ code }) => code);
    expect(faults(text)).toEqual(['otherValue', 'otherValue']);
    expect(faults(`${text}Gold`)).toEqual([]);
  },
);

describe('an answer means what its question asks', () => {
  it('on when the money is needed lies ahead, on the last purchase does not; other days may be over', () => {
    const horizon = question('horizon', { questionType: 'date', scale: 'horizon' });
    const other = question('other', { questionType: 'date' });
    const faultsOf = (one: Question) =>
      ['2026-11-26', day, '2030-01-01'].map(
        (value) => checkAnswers([one], new Map([[one.id, value]]), day)[0]?.code ?? null,
      );
    expect(faultsOf(horizon)).toEqual(['pastDay', null, null]);
    expect(faultsOf(other)).toEqual([null, null, null]);
    expect(faultsOf(question('lastPurchase', { questionType: 'date' }))).toEqual([null, null, 'futureDay']);
    const years = question('years', { questionType: 'number', scale: 'horizon' });
    const amount = question('amount', { questionType: 'number' });
    const codesOf = (one: Question) =>
      [-1, 0, 7, 100, 101].map(
        (value) => checkAnswers([one], new Map([[one.id, value]]), day)[0]?.code ?? null,
      );
    expect(codesOf(years)).toEqual(['negativeYears', null, null, null, 'tooManyYears']);
    expect(codesOf(amount)).toEqual([null, null, null, null, null]);
    for (const id of ['monthly', 'oneOff'])
      expect(codesOf(question(id, { questionType: 'number' }))[0]).toBe('negativeAmount');
  });

  it('on a minimum share it is one', () => {
    const share = question('share', { questionType: 'number', profileField: 'minimumShareTaxonomy' });
    const codes = [-5, 0, 50, 100, 500].map(
      (value) => checkAnswers([share], new Map([[share.id, value]]), day)[0]?.code ?? null,
    );
    expect(codes).toEqual(['percentShare', null, null, null, 'percentShare']);
  });

  it('on sustainability a minimum share that is wanted is said', () => {
    const kind = question('kind', {
      profileField: 'sustainabilityKind',
      values: ['none', 'minimumShare', 'pai'].map((id) => ({
        id,
        label: id,
        description: '',
        isOther: false,
        points: 0,
      })),
    });
    const number = { questionType: 'number', isRequired: false } as const;
    const first = question('first', { ...number, profileField: 'minimumShareTaxonomy' });
    const second = question('second', { ...number, profileField: 'minimumShareSustainable' });
    const faultsOf = (wanted: string, shares: readonly (readonly [string, number])[]) =>
      checkAnswers(
        [kind, first, second],
        new Map<string, AnswerValue>([[kind.id, { id: wanted, text: null }], ...shares]),
        day,
      );
    const missing = [{ questionId: 'first', code: 'noShare' }];
    expect(faultsOf('minimumShare', [])).toEqual(missing);
    expect(faultsOf('minimumShare', [['first', 0]])).toEqual(missing);
    expect(faultsOf('minimumShare', [['second', 10]])).toEqual([]);
    expect(faultsOf('none', [])).toEqual([]);
    const topics = question('topics', {
      questionType: 'multiSelect',
      profileField: 'paiTopics',
      nonValueId: 'none',
      values: ['water', 'none'].map((id) => ({ id, label: id, description: '', isOther: false, points: 0 })),
    });
    const topicFaults = (wanted: string, named: string) =>
      checkAnswers(
        [kind, topics],
        new Map<string, AnswerValue>([
          [kind.id, { id: wanted, text: null }],
          [topics.id, [{ id: named, text: null }]],
        ]),
        day,
      );
    expect(topicFaults('pai', 'none')).toEqual([{ questionId: 'topics', code: 'noValues' }]);
    expect(topicFaults('pai', 'water')).toEqual([]);
    expect(topicFaults('minimumShare', 'none')).toEqual([]);
  });

  it('on exclusions what is excluded is said, where questions were opened for it', () => {
    const visibleIf = { path: 'wanted', operator: 'in', value: ['yes'] } as const;
    const wanted = question('wanted', {
      isRequired: false,
      values: ['no', 'yes'].map((id) => ({ id, label: id, description: '', isOther: false, points: 0 })),
    });
    const opened = { isRequired: false, visibleIf } as const;
    const regions = question('regions', {
      ...opened,
      questionType: 'multiSelect',
      profileField: 'excludedRegions',
      values: [{ id: 'asia', label: 'Asien', description: '', isOther: false, points: 0 }],
    });
    const companies = question('companies', {
      ...opened,
      questionType: 'freeText',
      profileField: 'excludedCompanies',
    });
    const faultsOf = (choice: string, given: readonly (readonly [string, AnswerValue])[], isOpened = true) =>
      checkAnswers(
        [wanted, ...[regions, companies].map((one) => (isOpened ? one : { ...one, visibleIf: null }))],
        new Map<string, AnswerValue>([[wanted.id, { id: choice, text: null }], ...given]),
        day,
      );
    const missing = [{ questionId: 'regions', code: 'noExclusion' }];
    expect(faultsOf('yes', [])).toEqual(missing);
    expect(faultsOf('yes', [['companies', ' \n ']])).toEqual(missing);
    expect(faultsOf('yes', [['regions', []]])).toEqual(missing);
    expect(faultsOf('yes', [['companies', 'Nordkranich']])).toEqual([]);
    expect(faultsOf('yes', [['regions', [{ id: 'asia', text: null }]]])).toEqual([]);
    // What was hidden again counts for nothing; what is always asked may stay empty.
    expect(faultsOf('no', [])).toEqual([]);
    expect(faultsOf('yes', [], false)).toEqual([]);
    // An answer that opens other questions too is no wish for exclusions.
    const remarks = question('remarks', { ...opened, questionType: 'freeText' });
    expect(
      checkAnswers([wanted, remarks, regions], new Map([[wanted.id, { id: 'yes', text: null }]]), day),
    ).toEqual([]);
  });
});
