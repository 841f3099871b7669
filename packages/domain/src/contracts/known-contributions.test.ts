import fc from 'fast-check';
import { expect, it } from 'vitest';
import { arePaymentsKnown, knownContributions } from './known-contributions.ts';

it('knows nothing of what was paid into a contract of value that says 0', () => {
  expect(knownContributions({ contributionsValue: 0, totalValue: 5796 })).toBeNull();
  expect(knownContributions({ contributionsValue: 0, totalValue: 0 })).toBe(0);
});

it('keeps every amount that somebody gave', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1 }), fc.nat(), (contributionsValue, totalValue) => {
      expect(knownContributions({ contributionsValue, totalValue })).toBe(contributionsValue);
    }),
  );
});

it('knows nothing of payments into a contract of value whose valuations all say 0', () => {
  const at = (value: number, paidIn: number) => ({ value, paidIn });
  expect(arePaymentsKnown([at(100, 0), at(120, 0)])).toBe(false);
  expect(arePaymentsKnown([at(0, 0), at(120, 100)])).toBe(true);
  // More was taken out than paid in, or nothing was there at all.
  expect(arePaymentsKnown([at(100, 0), at(20, -80)])).toBe(true);
  expect(arePaymentsKnown([at(0, 0), at(0, 0)])).toBe(true);
  expect(arePaymentsKnown([])).toBe(true);
});
