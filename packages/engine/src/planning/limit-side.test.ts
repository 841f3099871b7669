import fc from 'fast-check';
import { expect, it } from 'vitest';
import { limitSlack, sideOutside } from './limit-side.ts';

it('names the limit a value is outside of, and none at the limit itself', () => {
  const limit = { min: 0.1, max: 0.3 };
  expect(sideOutside(0.05, limit)).toEqual({ side: 'min', limit: 0.1 });
  expect(sideOutside(0.4, limit)).toEqual({ side: 'max', limit: 0.3 });
  expect(sideOutside(0.1, limit)).toBeNull();
  // A tenth three times over is a hair above.
  expect(sideOutside(0.1 + 0.1 + 0.1, limit)).toBeNull();
});

it('finds nothing outside where nothing is limited', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true }), (value) => {
      expect(sideOutside(value, { min: null, max: null })).toBeNull();
    }),
  );
});

it('tells numbers of securities apart exactly', () => {
  fc.assert(
    fc.property(fc.nat(50), fc.nat(20), fc.nat(20), (count, min, more) => {
      const side = sideOutside(count, { min, max: min + more })?.side ?? null;
      expect(side).toBe(count < min ? 'min' : count > min + more ? 'max' : null);
    }),
  );
});

it('allows fees, and a unit that is small beside the limit', () => {
  expect(limitSlack(0, 10_000, 1000)).toBe(10);
  expect(limitSlack(80, 10_000, 1000)).toBe(80);
  expect(limitSlack(2500, 10_000, 1000)).toBe(100);
  expect(limitSlack(2500, 10_000, Number.POSITIVE_INFINITY)).toBe(2500);
});
