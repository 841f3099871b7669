import fc from 'fast-check';
import { expect, it } from 'vitest';
import { knownContributions } from './known-contributions.ts';

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
