import fc from 'fast-check';
import { expect, it } from 'vitest';
import { contradictsStated } from './stated-value.ts';

it('takes a value of another day for the same, and half or double of it for another', () => {
  expect(contradictsStated(5_000, 5_000)).toBe(false);
  expect(contradictsStated(5_400, 5_000)).toBe(false);
  expect(contradictsStated(10_062, 5_000)).toBe(true);
  expect(contradictsStated(2_500, 5_000)).toBe(true);
});

it('does not depend on the size of the holding', () => {
  const amount = fc.double({ min: 0.01, max: 1e9, noNaN: true });
  const factor = fc
    .double({ min: 0.01, max: 10, noNaN: true })
    .filter((one) => Math.abs(Math.abs(one - 1) - 0.1) > 1e-6);
  fc.assert(
    fc.property(amount, factor, (stated, times) => {
      expect(contradictsStated(stated * times, stated)).toBe(Math.abs(times - 1) > 0.1);
    }),
  );
});
