// @vitest-environment happy-dom
import { newQuestion, newScale, newValue, withBorder } from '@depotwerk/domain/questions/edit-questionnaire';
import type { Question, Scoring } from '@depotwerk/domain/questions/questionnaire';
import { expect, it } from 'vitest';
import { speaksGerman } from '../../../texts/german-for-test.ts';
import { differingQuestions, differingScoring } from './differing-text.ts';

speaksGerman();

const asked = (id: string, points = 1): Question => ({
  ...newQuestion(id),
  title: `Frage ${id}`,
  values: ['a', 'b'].map((value) => ({ ...newValue(value), label: value.toUpperCase(), points })),
});

it('says of two drafts only the questions that differ, with what they count', () => {
  const [a, b] = [asked('a'), asked('b')];
  expect(differingQuestions([a, b], [a, b])).toBe('');
  expect(differingQuestions([a, b], [a, asked('b', 4), asked('c')])).toBe(
    'Nur hier: Frage c (A: 1, B: 1) · Anders gezählt oder bedingt: Frage b (A: 4, B: 4)',
  );
  expect(differingQuestions([a, b], [a])).toBe('Nicht hier: Frage b');
  expect(differingQuestions([a, b], [b, a])).toBe('Reihenfolge: Frage b · Frage a');
  // Of a long questionnaire only the stretch that was moved, not what is the same before and after it.
  const [first, c, last] = [asked('erste'), asked('c'), asked('letzte')];
  expect(differingQuestions([first, a, b, c, last], [first, b, c, a, last])).toBe(
    'Reihenfolge: Frage b · Frage c · Frage a',
  );
});

it('says which tables and contradictions differ, with their borders and words', () => {
  const questions = [{ ...asked('a'), scale: 'tolerance' as const }];
  const scale = newScale(questions, 'tolerance');
  const when = { operator: 'in', path: 'a', value: ['a'] } as const;
  const one: Scoring = { scales: [scale], contradictions: [], validMonths: 24 };
  const other: Scoring = {
    ...one,
    scales: [
      {
        ...scale,
        tables: scale.tables.map((table) => (table.classCount === 3 ? withBorder(table, 2, 9) : table)),
      },
    ],
    contradictions: [{ id: 'x', when, text: 'Passt nicht', source: 'Regel' }],
  };
  expect(differingScoring(one, one)).toEqual([]);
  const [table, contradiction] = differingScoring(one, other);
  expect(table).toMatch(/^Risikobereitschaft, 3 Risikoklassen: ab 9, \d+$/);
  expect(contradiction).toBe('Widersprüche: Passt nicht');
  expect(differingScoring(other, one)).toHaveLength(1);
});
