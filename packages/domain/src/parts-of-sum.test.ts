import fc from 'fast-check';
import { expect, it } from 'vitest';
import { partsOfSum } from './parts-of-sum.ts';

it('gives what rounding misses to the part rounded furthest', () => {
  expect(partsOfSum([0.403, 0.154], 0.557, 2)).toEqual([0.4, 0.16]);
  expect(partsOfSum([0.405, 0.155], 0.56, 2)).toEqual([0.4, 0.16]);
  expect(partsOfSum([0.4, 0.15], 0.55, 2)).toEqual([0.4, 0.15]);
  expect(partsOfSum([0.704, -0.246], 0.458, 2)).toEqual([0.7, -0.24]);
  expect(partsOfSum([0.5], 0.9, 2)).toEqual([0.5]);
  expect(partsOfSum([], 0, 2)).toEqual([]);
});

it('always comes to the rounded sum, each part within one step', () => {
  const part = fc.double({ min: -5, max: 5, noNaN: true });
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 6 }), (parts) => {
      const sum = parts.reduce((total, each) => total + each, 0);
      const shown = partsOfSum(parts, sum, 2).map((each) => Math.round(each * 100));
      expect(shown.reduce((total, each) => total + each, 0)).toBe(Math.round(sum * 100) + 0);
      shown.forEach((each, index) =>
        expect(Math.abs(each - (parts[index] ?? 0) * 100)).toBeLessThanOrEqual(1.5),
      );
    }),
  );
});
