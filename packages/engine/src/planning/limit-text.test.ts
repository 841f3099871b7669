import { expect, it } from 'vitest';
import { rangeText } from './limit-text.ts';

it('tells a limit of both sides, of one, and of one number alone', () => {
  const text = (min: number | null, max: number | null) => rangeText({ min, max }, String);
  expect(text(1, 4)).toBe('mindestens 1 und höchstens 4');
  expect(text(3, null)).toBe('mindestens 3');
  expect(text(null, 3)).toBe('höchstens 3');
  expect(text(1, 1)).toBe('genau 1');
  expect(text(0, 0)).toBe('genau 0');
  expect(text(null, null)).toBe('');
});
