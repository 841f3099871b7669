import fc from 'fast-check';
import { expect, test } from 'vitest';
import { largestRemainder } from './largest-remainder.ts';

test('published apportionments', () => {
  expect(largestRemainder([47000, 16000, 15800, 12000, 6100, 3100], 10)).toEqual([5, 2, 1, 1, 1, 0]);
  expect(largestRemainder([5117, 4400, 162, 161, 160], 100)).toEqual([51, 44, 2, 2, 1]);
  expect(largestRemainder([14, 28, 7, 35], 12)).toEqual([2, 4, 1, 5]);
});

test('ties go to the larger weight, then to the first', () => {
  expect(largestRemainder([1, 3], 2)).toEqual([0, 2]);
  expect(largestRemainder([3, 1], 2)).toEqual([2, 0]);
  expect(largestRemainder([1, 1, 1], 2)).toEqual([1, 1, 0]);
});

test('the units sum exactly and stay within one of the quota; zero weights get nothing', () => {
  const weights = fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 33 });
  fc.assert(
    fc.property(weights, fc.constantFrom(100, 1000, 10_000), (given, units) => {
      fc.pre(given.some((weight) => weight > 0));
      const total = given.reduce((sum, weight) => sum + weight, 0);
      const result = largestRemainder(given, units);
      expect(result.reduce((sum, value) => sum + value, 0)).toBe(units);
      for (const [index, value] of result.entries()) {
        const quota = ((given[index] ?? 0) * units) / total;
        expect(Math.abs(value - quota)).toBeLessThanOrEqual(1);
        expect(quota === 0 && value > 0).toBe(false);
      }
    }),
  );
});
