import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assessRisk } from './assess-risk.ts';
import { checkAnswer } from './check-answers.ts';
import {
  checkQuestionnaire,
  checkSubmittable,
  checkTables,
  profileFieldsFor,
} from './check-questionnaire.ts';
import { checkClassTable, classOf, reachOf } from './class-table.ts';
import { presentedOtherwise, recounted } from './compare-questionnaires.ts';
import {
  evenTable,
  firstComparison,
  joined,
  moved,
  newQuestion,
  newScale,
  newValue,
  withBorder,
  withProfileField,
  withType,
} from './edit-questionnaire.ts';
import { classCounts, type Question, questionTypes, type Scoring } from './questionnaire.ts';
import { visibleQuestions } from './visible-questions.ts';

const asked = (id: string, more: Partial<Question> = {}): Question => ({
  ...newQuestion(id),
  title: `Frage ${id}`,
  values: ['a', 'b', 'c'].map((value, points) => ({
    ...newValue(value),
    label: value.toUpperCase(),
    points,
  })),
  ...more,
});
const draft = (questions: readonly Question[], scoring: Scoring | null = null) => ({
  title: 'Risikoprofil',
  questions,
  scoring,
});
const codesOf = (questions: readonly Question[]) =>
  checkQuestionnaire(draft(questions)).map(({ code, params }) => `${params?.['number']} ${code}`);

describe('a draft of a questionnaire', () => {
  it('may be kept while its questions are complete', () => {
    expect(codesOf([asked('x'), asked('y', { questionType: 'freeText', values: [] })])).toEqual([]);
    expect(checkQuestionnaire({ ...draft([]), title: ' ' })).toEqual([{ path: 'title', code: 'required' }]);
    expect(codesOf([newQuestion('x')])).toEqual(['1 questionTitle', '1 questionValueLabel']);
    expect(codesOf([asked('x', { values: [] })])).toEqual(['1 questionValues']);
    const twice = [newValue('a'), newValue('b')].map((value) => ({ ...value, label: 'Ja ' }));
    expect(codesOf([asked('x', { values: twice })])).toEqual(['1 questionValueTwice']);
  });

  it('names in conditions what is asked before, and answers that can be given', () => {
    const first = asked('x');
    const when = firstComparison(first);
    expect(codesOf([first, asked('y', { visibleIf: when })])).toEqual([]);
    expect(codesOf([asked('y', { visibleIf: when }), first])).toEqual(['1 questionCondition']);
    const gone = { operator: 'in', path: 'x', value: ['z'] } as const;
    expect(codesOf([first, asked('y', { visibleIf: gone })])).toEqual(['2 questionCondition']);
    const nothing = { operator: 'in', path: 'x', value: [] } as const;
    expect(codesOf([first, asked('y', { visibleIf: nothing })])).toEqual(['2 questionCondition']);
    const text = asked('t', { questionType: 'freeText', values: [] });
    expect(firstComparison(text)).toBeNull();
    const several = asked('x', { questionType: 'multiSelect' });
    expect(codesOf([several, asked('y', { visibleIf: firstComparison(several) })])).toEqual([]);
    expect(codesOf([several, asked('y', { visibleIf: when })])).toEqual(['2 questionCondition']);
  });

  it('fills each member of the profile once, by a question that fits', () => {
    const loss = withProfileField(asked('x'), 'lossCapacity', {
      none: 'Keine',
      limited: 'Teil',
      full: 'Alles',
    });
    expect(loss.values.map(({ id, label }) => [id, label])).toEqual([
      ['none', 'Keine'],
      ['limited', 'Teil'],
      ['full', 'Alles'],
    ]);
    expect(codesOf([loss])).toEqual([]);
    expect(codesOf([loss, { ...loss, id: 'y' }])).toEqual(['2 questionFieldTwice']);
    expect(codesOf([asked('x', { profileField: 'lossCapacity' })])).toEqual(['1 questionField']);
    expect(codesOf([asked('x', { profileField: 'horizonYears' })])).toEqual(['1 questionField']);
    const until = asked('x', {
      questionType: 'date',
      values: [],
      scale: 'horizon',
      profileField: 'horizonYears',
    });
    expect([codesOf([until]), profileFieldsFor('date')]).toEqual([[], ['horizonYears']]);
    expect(codesOf([asked('x', { questionType: 'freeText', values: [], scale: 'capacity' })])).toEqual([
      '1 questionScale',
    ]);
  });

  it('knows the answer that excludes the others', () => {
    const several = asked('x', { questionType: 'multiSelect', nonValueId: 'a' });
    expect([codesOf([several]), codesOf([{ ...several, nonValueId: 'zzz' }])]).toEqual([
      [],
      ['1 questionNone'],
    ]);
  });

  it('stays right whatever kind a question becomes', () => {
    for (const type of questionTypes) {
      const question = withType(
        asked('x', {
          questionType: 'multiSelect',
          nonValueId: 'a',
          scale: 'capacity',
          profileField: 'knowledge',
        }),
        type,
      );
      expect(codesOf([question])).toEqual([]);
      expect(withType(question, type)).toEqual(question);
    }
  });
});

describe('a version that is submitted', () => {
  const questions = [asked('x', { scale: 'tolerance' }), asked('y', { scale: 'tolerance' })];
  const scoring = (scales: Scoring['scales']): Scoring => ({ scales, contradictions: [], validMonths: 24 });
  const codes = (list: readonly Question[], how: Scoring | null) =>
    checkSubmittable(draft(list, how)).map(({ code }) => code);

  it('asks something and has tables for everything that counts', () => {
    expect(codes([], null)).toEqual(['questionsMissing']);
    expect(codes([asked('x')], null)).toEqual([]);
    expect(codes([asked('x')], scoring([]))).toEqual(['scalesMissing']);
    expect(codes(questions, scoring([newScale(questions, 'tolerance')]))).toEqual(['classTable']);
    expect(codes(questions, null)).toEqual(['scaleUnknown', 'scaleUnknown']);
    const capacity = newScale([asked('x', { scale: 'capacity' })], 'capacity');
    expect(codes([asked('x')], scoring([capacity]))).toContain('scaleUnused');
    expect(checkTables(questions, scoring([{ key: 'tolerance', tables: [] }]))).toEqual(
      classCounts.map((classCount) => ({ scale: 'tolerance', classCount, fault: { code: 'missing' } })),
    );
  });

  it('says which contradiction is not complete', () => {
    const when = firstComparison(asked('x'));
    if (when === null) throw new Error('a single choice can be compared');
    const contradiction = { id: 'c', when, text: 'Das passt nicht.', source: 'Art. 54' };
    const of = (more: object) =>
      checkQuestionnaire(
        draft([asked('x')], { ...scoring([]), contradictions: [{ ...contradiction, ...more }] }),
      );
    expect(of({})).toEqual([]);
    expect(of({ text: '\u200b' })).toHaveLength(1);
    expect(of({ source: ' ' })).toEqual([{ path: 'scoring', code: 'contradiction', params: { number: 1 } }]);
    expect(of({ when: { operator: 'in', path: 'y', value: ['a'] } })).toHaveLength(1);
  });

  it('opens the tables of days and of years at both ends', () => {
    const day = asked('d', { questionType: 'date', values: [], scale: 'horizon' });
    expect(reachOf([day], 'horizon')).toEqual({ smallest: null, largest: null });
    expect(codes([day], scoring([newScale([day], 'horizon')]))).toEqual([]);
  });
});

it('knows the sums of several choices, of which "none" stands alone', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 2, maxLength: 5 }),
      fc.boolean(),
      fc.boolean(),
      (points, hasNone, isRequired) => {
        const values = points.map((value, place) => ({
          ...newValue(`v${place}`),
          label: `${place}`,
          points: value,
        }));
        const question = asked('x', {
          questionType: 'multiSelect',
          scale: 'tolerance',
          values,
          nonValueId: hasNone ? 'v0' : null,
          isRequired,
        });
        // Every set of choices the question takes, each added up.
        const sums = Array.from({ length: 2 ** values.length }, (_, set) =>
          values.flatMap(({ id }, place) => ((set >> place) % 2 === 1 ? [{ id, text: null }] : [])),
        )
          .filter((chosen) => checkAnswer(question, chosen) === null)
          .map((chosen) =>
            chosen.reduce((total, { id }) => total + (values.find((one) => one.id === id)?.points ?? 0), 0),
          );
        expect(reachOf([question], 'tolerance')).toEqual({
          smallest: Math.min(...sums),
          largest: Math.max(...sums),
        });
      },
    ),
  );
});

it('splits every sum into whole tables, and keeps them whole when a border moves', () => {
  const points = fc.array(fc.integer({ min: -20, max: 20 }), { minLength: 2, maxLength: 6 });
  fc.assert(
    fc.property(
      fc.array(points, { minLength: 3, maxLength: 8 }),
      fc.constantFrom(...classCounts),
      (all, classCount) => {
        const questions = all.map((list, index) =>
          asked(`q${index}`, {
            scale: 'tolerance',
            values: list.map((value, place) => ({
              ...newValue(`v${place}`),
              label: `${place}`,
              points: value,
            })),
          }),
        );
        const reach = reachOf(questions, 'tolerance');
        const table = evenTable(questions, 'tolerance', classCount);
        const width = (reach.largest ?? 0) - (reach.smallest ?? 0) + 1;
        expect(width < classCount || checkClassTable(table, reach).length === 0).toBe(true);
        const best = new Map(
          questions.map(({ id, values }) => [id, { id: values[0]?.id ?? '', text: null }] as const),
        );
        const [scale] = assessRisk(
          questions,
          { scales: [{ key: 'tolerance', tables: [table] }], contradictions: [], validMonths: 1 },
          best,
          classCount,
          '2026-11-27',
        ).scales;
        expect(classOf(table.rows, scale?.points ?? Number.NaN)).not.toBeNull();
        const border = table.rows[1]?.from ?? 0;
        const moves = withBorder(table, 2, border + 1);
        expect(moves.rows[0]?.to).toBe(border);
        expect(checkClassTable(moves, reach).map(({ code }) => code)).not.toContain('gap');
      },
    ),
  );
});

it('joins comparisons, moves questions, and tells what counts otherwise', () => {
  const one = firstComparison(asked('x'));
  if (one === null) throw new Error('a single choice can be compared');
  expect([joined('or', []), joined('or', [one]), joined('or', [one, one])]).toEqual([
    null,
    one,
    { operator: 'or', conditions: [one, one] },
  ]);
  expect(visibleQuestions([asked('x'), asked('y', { visibleIf: one })], new Map()).length).toBe(1);
  expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
  expect(moved(['a', 'b'], 1, 2)).toEqual(['a', 'b']);
  const before = [asked('x'), asked('y')];
  const after = [asked('x', { isRequired: false }), asked('y', { title: 'Neu' })];
  expect(recounted(before, after).map(({ id }) => id)).toEqual(['x']);
  expect(recounted(before, before)).toEqual([]);
});

it('tells questions that only stand otherwise, and another order of those that stayed', () => {
  const [a, b, c] = [asked('a'), asked('b'), asked('c')];
  expect(presentedOtherwise([a, b, c], [a, asked('new'), c])).toEqual({ questions: [], isReordered: false });
  expect(presentedOtherwise([a, b, c], [b, a, c])).toEqual({ questions: [], isReordered: true });
  const moved = { ...b, section: 'Ziele' };
  const wide = { ...c, styleHint: 'COLUMNS' as const };
  expect(presentedOtherwise([a, b, c], [a, moved, wide])).toEqual({
    questions: [moved, wide],
    isReordered: false,
  });
});
