import { expect, it } from 'vitest';
import { createKnownTokens } from './known-tokens.ts';

it('knows a token while it is good, and not the one that was good longest ago', () => {
  const known = createKnownTokens(2);
  known.note('one', true);
  known.note('two', true);
  known.note('one', true);
  known.note('three', true);
  expect(['one', 'two', 'three'].map((token) => known.has(token))).toEqual([true, false, true]);
  known.note('one', false);
  expect(known.has('one')).toBe(false);
});
