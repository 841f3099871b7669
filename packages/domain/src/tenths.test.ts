import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromTenths, roundedToTenths, toTenths, wholeTenths } from './tenths.ts';

const tenths = fc.integer({ min: 0, max: wholeTenths });

describe('tenths of a percent', () => {
  it('are what fractions are rounded to', () => {
    expect([toTenths(0.125), toTenths(0.1254), toTenths(0.1256), toTenths(1)]).toEqual([125, 125, 126, 1000]);
    expect(roundedToTenths(0.1 + 0.2)).toBe(0.3);
  });

  it('come back from their fraction, also with the noise of sums', () => {
    fc.assert(
      fc.property(tenths, fc.double({ min: -1e-9, max: 1e-9, noNaN: true }), (value, noise) => {
        expect(toTenths(fromTenths(value) + noise)).toBe(value);
        expect(roundedToTenths(fromTenths(value) + noise)).toBe(fromTenths(value));
      }),
    );
  });

  it('sum to exactly 100 % where fractions do not', () => {
    fc.assert(
      fc.property(tenths, tenths, (one, other) => {
        const [low = 0, high = 0] = [one, other].toSorted((a, b) => a - b);
        const parts = [low, high - low, wholeTenths - high].map(fromTenths);
        expect(parts.map(toTenths).reduce((sum, part) => sum + part, 0)).toBe(wholeTenths);
      }),
    );
  });
});
