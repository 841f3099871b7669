import { expect, it } from 'vitest';
import { figuresOf } from './figures.ts';
import type { TextLine } from './text-lines.ts';

function lineOf(text: string): TextLine {
  const word = { text, left: 40, right: 90, run: 0 };
  return { page: 1, top: 40, size: 10, text, cells: [{ ...word, words: [word] }] };
}

it.each(['12,50-', '12,50−', '12,50–', '−12,50', '12,50-€', '(12,50)'])('reads %s as one figure', (text) => {
  const sign = text.startsWith('(') ? 1 : -1;
  expect(figuresOf(lineOf(text), 'comma').map(({ readings }) => readings.map(({ value }) => value))).toEqual([
    [sign * 12.5],
  ]);
});
