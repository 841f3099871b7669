import { expect, it } from 'vitest';
import { named } from './count-text.ts';

it('names funds in a sentence, and of many the first three', () => {
  expect(named([])).toBe('');
  expect(named(['A'])).toBe('A');
  expect(named(['A', 'B'])).toBe('A und B');
  expect(named(['A', 'B', 'C', 'D'])).toBe('A, B, C und D');
  expect(named(['A', 'B', 'C', 'D', 'E'])).toBe('A, B, C und 2 weitere');
});
