import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fundRanks } from './fund-rank.ts';

test('forty funds are spread 10, 22.5, 35, 22.5 and 10 percent', () => {
  const ranks = fundRanks(
    Array.from({ length: 40 }, (_, index) => index),
    false,
  );
  expect([5, 4, 3, 2, 1].map((rank) => ranks.filter((given) => given === rank).length)).toEqual([
    4, 9, 14, 9, 4,
  ]);
  expect(ranks[39]).toBe(5);
});

test('low is good where it says so, ties share, missing figures and small groups are unrated', () => {
  expect(fundRanks([0.1, 0.2, 0.3, 0.4, 0.5], true)).toEqual([5, 4, 3, 2, 2]);
  expect(fundRanks([1, 1, 1, 1, 1], true)).toEqual([3, 3, 3, 3, 3]);
  expect(fundRanks([1, 2, 3, 4, null], true)).toEqual([null, null, null, null, null]);
});

test('the order of the input does not matter', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 5, maxLength: 60 }), (figures) => {
      const ranks = fundRanks(figures, false);
      const reversed = fundRanks([...figures].reverse(), false).reverse();
      expect(reversed).toEqual(ranks);
    }),
  );
});
