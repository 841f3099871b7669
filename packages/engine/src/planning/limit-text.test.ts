import { expect, it } from 'vitest';
import { rangeText, shareText } from './limit-text.ts';

it('tells a limit of both sides, of one, and of one number alone', () => {
  const text = (min: number | null, max: number | null) => rangeText({ min, max }, String);
  expect(text(1, 4)).toBe('mindestens 1 und höchstens 4');
  expect(text(3, null)).toBe('mindestens 3');
  expect(text(null, 3)).toBe('höchstens 3');
  expect(text(1, 1)).toBe('genau 1');
  expect(text(0, 0)).toBe('genau 0');
  expect(text(null, null)).toBe('');
});

it('tells a share to the tenth of a percent, and none that nobody can picture', () => {
  expect(shareText(0.125)).toBe('12,5\u00a0%');
  expect(shareText(10)).toBe('1000,0\u00a0%');
  expect(shareText(66_355.599)).toBe('mehr als 1.000\u00a0%');
});
