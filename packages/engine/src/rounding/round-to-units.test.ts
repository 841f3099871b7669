import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { roundToUnits } from './round-to-units.ts';
import { stable } from './stable.ts';
import { wholeUnits } from './whole-units.ts';

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

describe('roundToUnits', () => {
  it('gives missing units to the largest remainders', () => {
    expect(roundToUnits([47_000, 16_000, 15_800, 12_000, 6_100, 3_100], 10)).toEqual([5, 2, 1, 1, 1, 0]);
  });

  it('breaks ties by the larger quota, then by the order', () => {
    expect(roundToUnits([1, 1], 1)).toEqual([1, 0]);
    expect(roundToUnits([1, 3], 2)).toEqual([0, 2]);
    expect(roundToUnits([1, 1, 1], 2)).toEqual([1, 1, 0]);
  });

  it('leaves what is already whole, although binary fractions miss it by a hair', () => {
    expect(roundToUnits([0.1, 0.2, 0.7], 10)).toEqual([1, 2, 7]);
    expect(roundToUnits([0.29, 0.71], 100)).toEqual([29, 71]);
  });

  it('never gives a weight of zero anything', () => {
    expect(roundToUnits([0, 1, 0], 3)).toEqual([0, 3, 0]);
    expect(roundToUnits([0, 0.5, 0.5], 3)).toEqual([0, 2, 1]);
  });

  it('stays inside bounds', () => {
    expect(roundToUnits([0.8, 0.1, 0.1], 10, { upper: [5, 10, 10] })).toEqual([5, 3, 2]);
    expect(roundToUnits([0.8, 0.1, 0.1], 10, { lower: [0, 3, 0] })).toEqual([7, 3, 0]);
    expect(roundToUnits([0.5, 0.5], 1_000_000, { upper: [1, 1_000_000] })).toEqual([1, 999_999]);
    expect(roundToUnits([0.5, 0.5, 0], 100, { lower: [0, 0, 98], upper: [100, 100, 98] })).toEqual([
      1, 1, 98,
    ]);
  });

  it('refuses bounds that cannot sum, and weights that mean nothing', () => {
    expect(() => roundToUnits([1, 1], 10, { upper: [4, 4] })).toThrow(
      expect.objectContaining({ code: 'INFEASIBLE', path: 'upper' }),
    );
    expect(() => roundToUnits([1, 1], 10, { lower: [6, 6] })).toThrow(
      expect.objectContaining({ code: 'INFEASIBLE', path: 'lower' }),
    );
    for (const weights of [[], [0, 0], [1, -1], [Number.NaN], [Number.POSITIVE_INFINITY]]) {
      expect(() => roundToUnits(weights, 10)).toThrow(expect.objectContaining({ code: 'INPUT_INVALID' }));
    }
    expect(() => roundToUnits([1, -1], 10)).toThrow(expect.objectContaining({ path: 'weights[1]' }));
  });

  it('has nothing to give when there are no units', () => {
    expect(roundToUnits([0, 0], 0)).toEqual([0, 0]);
  });

  it('sums exactly, within one unit of every quota, whatever the weights', () => {
    const weights = fc
      .array(fc.double({ min: 0, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 40 })
      .filter((list) => sum(list) > 1e-9);
    fc.assert(
      fc.property(weights, fc.integer({ min: 0, max: 100_000 }), (list, units) => {
        const result = roundToUnits(list, units);
        expect(sum(result)).toBe(units);
        result.forEach((value, i) => {
          expect(Number.isInteger(value)).toBe(true);
          expect(Math.abs(value - (list[i]! / sum(list)) * units)).toBeLessThan(1 + 1e-6);
        });
      }),
      { numRuns: 3000, seed: 8 },
    );
  });

  it('sums exactly inside random bounds', () => {
    const cell = fc.record({
      weight: fc.double({ min: 0.01, max: 1, noNaN: true }),
      low: fc.nat(20),
      width: fc.nat(200),
    });
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1, maxLength: 20 }), fc.nat(1000), (cells, more) => {
        const lower = cells.map(({ low }) => low);
        const upper = cells.map(({ low, width }) => low + width);
        const units = sum(lower) + Math.min(more, sum(upper) - sum(lower));
        const result = roundToUnits(
          cells.map(({ weight }) => weight),
          units,
          { lower, upper },
        );
        expect(sum(result)).toBe(units);
        result.forEach((value, i) => {
          expect(value).toBeGreaterThanOrEqual(lower[i]!);
          expect(value).toBeLessThanOrEqual(upper[i]!);
        });
      }),
      { numRuns: 2000, seed: 9 },
    );
  });
});

describe('wholeUnits', () => {
  it('buys floors, then the largest shortfall that fits', () => {
    expect(wholeUnits([0.5, 0.5], [30, 30], 100)).toEqual({ units: [2, 1], cash: 10 });
    expect(wholeUnits([0.2, 0.5], [100, 500], 1000)).toEqual({ units: [2, 1], cash: 300 });
    expect(wholeUnits([0, 0], [10, 50], 1000)).toEqual({ units: [0, 0], cash: 1000 });
    expect(wholeUnits([1], [300], 1000)).toEqual({ units: [3], cash: 100 });
  });

  it('never spends more than there is', () => {
    const asset = fc.record({
      weight: fc.double({ min: 0, max: 1, noNaN: true }),
      price: fc.double({ min: 0.5, max: 900, noNaN: true }),
    });
    fc.assert(
      fc.property(
        fc.array(asset, { minLength: 1, maxLength: 12 }),
        fc.double({ min: 0, max: 1e5, noNaN: true }),
        (assets, value) => {
          const total = Math.max(1, sum(assets.map(({ weight }) => weight)));
          const weights = assets.map(({ weight }) => weight / total);
          const { units, cash } = wholeUnits(
            weights,
            assets.map(({ price }) => price),
            value,
          );
          const spent = sum(units.map((count, i) => count * assets[i]!.price));
          expect(cash).toBeGreaterThanOrEqual(0);
          expect(Math.abs(spent + cash - value)).toBeLessThan(1e-6);
          expect(units.every((count) => Number.isInteger(count) && count >= 0)).toBe(true);
        },
      ),
      { numRuns: 1500, seed: 10 },
    );
  });
});

describe('stable', () => {
  it('rounds to 1e-12 and leaves large numbers', () => {
    expect(stable(0.1 + 0.2)).toBe(0.3);
    expect(stable(123_456.789_012_345_67)).toBe(123_456.789_012_345_67);
    expect(stable(-0.12345678901249)).toBe(-0.123456789012);
  });
});
