import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { roundToUnits } from './round-to-units.ts';
import { stable } from './stable.ts';
import { wholeUnits } from './whole-units.ts';

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Section 9 without any short cut: from the lower bounds upwards, unit by unit, to the largest remainder. */
function unitByUnit(
  weights: readonly number[],
  units: number,
  lower: readonly number[],
  upper: readonly number[],
): number[] {
  const quotas = weights.map((weight) => (weight * units) / sum(weights));
  const result = [...lower];
  for (let missing = units - sum(lower); missing > 0; missing -= 1) {
    let best = -1;
    let most = Number.NEGATIVE_INFINITY;
    for (const [i, quota] of quotas.entries()) {
      const remainder = quota - result[i]!;
      if (weights[i] === 0 || result[i] === upper[i]) continue;
      const isTied = Math.abs(remainder - most) <= 1e-9;
      if (isTied ? quota > quotas[best]! + 1e-9 : remainder > most) {
        best = i;
        most = remainder;
      }
    }
    result[best]! += 1;
  }
  return result;
}

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

  it('takes bounds as they are where the weight is zero', () => {
    expect(roundToUnits([0, 1], 10, { lower: [3, 0] })).toEqual([3, 7]);
    expect(roundToUnits([0, 1, 1], 10, { upper: [10, 3, 10] })).toEqual([0, 3, 7]);
    expect(roundToUnits([0, 1, 1], 100, { upper: [100, 3, 100] })).toEqual([0, 3, 97]);
    expect(() => roundToUnits([0, 1], 10, { upper: [10, 9] })).toThrow(
      expect.objectContaining({ code: 'INFEASIBLE', path: 'upper' }),
    );
  });

  it('gives what bounds leave over by the largest remainder, however much it is', () => {
    // Quotas 10, 10, 80: the lower bound lifted the first far above its quota, so the second is served before it.
    expect(roundToUnits([1, 1, 8], 100, { lower: [30, 0, 0], upper: [100, 100, 40] })).toEqual([30, 30, 40]);
    expect(roundToUnits([1, 1, 8], 100, { lower: [20, 0, 0], upper: [100, 100, 40] })).toEqual([30, 30, 40]);
    // Quotas 16, 32, 52: the lower bound takes 32 or 16 more, in equal parts from the others down to nothing.
    expect(roundToUnits([4, 8, 13], 100, { lower: [0, 0, 84] })).toEqual([0, 16, 84]);
    expect(roundToUnits([8, 4, 13], 100, { lower: [0, 0, 68] })).toEqual([24, 8, 68]);
    // Units nobody could hand out singly.
    expect(roundToUnits([1, 1, 2], 4e14, { upper: [4e14, 4e14, 7] })).toEqual([2e14 - 3, 2e14 - 4, 7]);
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

  it('equals giving unit by unit inside random bounds', () => {
    const cell = fc.record({
      weight: fc.oneof(fc.constantFrom(0, 1, 2), fc.double({ min: 0.01, max: 1, noNaN: true })),
      low: fc.nat(20),
      width: fc.nat(200),
    });
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1, maxLength: 12 }), fc.nat(400), (cells, more) => {
        const weights = cells.map(({ weight }) => weight);
        fc.pre(sum(weights) > 0);
        const lower = cells.map(({ low }) => low);
        const upper = cells.map(({ low, width }) => low + width);
        const room = sum(cells.map(({ weight, width }) => (weight > 0 ? width : 0)));
        const units = sum(lower) + Math.min(more, room);
        const result = roundToUnits(weights, units, { lower, upper });
        expect(result).toEqual(unitByUnit(weights, units, lower, upper));
        expect(sum(result)).toBe(units);
      }),
      { numRuns: 2000, seed: 9 },
    );
  });
});

describe('wholeUnits', () => {
  it('tops up the largest shortfall first, not the largest holding', () => {
    // Targets 80 and 29 at 30 each: 20 and 29 are missing after the floors.
    expect(wholeUnits([80 / 109, 29 / 109], [30, 30], 109)).toEqual({ units: [2, 1], cash: 19 });
    // A unit that uses up the money to the cent still fits.
    expect(wholeUnits([2 / 3, 1 / 3], [30, 30], 30)).toEqual({ units: [1, 0], cash: 0 });
  });

  it('takes many steps at once as it would one by one', () => {
    // The same rule without any short cut.
    const oneByOne = (weights: readonly number[], prices: readonly number[], value: number) => {
      const units = weights.map((weight, i) => Math.floor((weight * value) / prices[i]! + 1e-9));
      const spent = () => units.reduce((total, count, i) => total + count * prices[i]!, 0);
      for (let left = value - spent(); ; left = value - spent()) {
        const fits = prices.map((price, i) => (price <= left + 1e-9 && weights[i]! > 0 ? i : -1));
        const missing = (i: number) => (i < 0 ? -Infinity : weights[i]! * value - units[i]! * prices[i]!);
        const best = fits.reduce((a, b) => (missing(b) > missing(a) ? b : a), -1);
        if (best < 0) return units;
        units[best]! += 1;
      }
    };
    // Binary fractions, so that both add up without rounding.
    const asset = fc.tuple(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 0, max: 17 }));
    fc.assert(
      fc.property(
        fc.array(asset, { minLength: 2, maxLength: 6 }),
        fc.integer({ min: 1000, max: 900_000 }),
        (assets, value) => {
          const total = assets.reduce((all, [share]) => all + share, 0);
          const weights = assets.map(([share]) => Math.floor((512 * share) / total) / 512);
          weights[0]! += 1 - sum(weights);
          const prices = assets.map(([, power]) => 2 ** power);
          expect(wholeUnits(weights, prices, value).units).toEqual(oneByOne(weights, prices, value));
        },
      ),
      { numRuns: 300, seed: 32 },
    );
    const { units, cash } = wholeUnits([0.4, 0.3, 0.3], [1e-9, 1e-9, 3], 1e6 + 2);
    expect(units[2]).toBe(100_000);
    expect(units[0]! / units[1]!).toBeCloseTo(4 / 3, 5);
    expect(cash).toBeLessThan(1e-3);
  });

  it('buys until no wanted unit fits', () => {
    expect(wholeUnits([1 / 3, 1 / 3, 1 / 3], [30, 30, 30], 120)).toEqual({ units: [2, 1, 1], cash: 0 });
    expect(wholeUnits([0.5, 0.5], [30, 30], 90)).toEqual({ units: [2, 1], cash: 0 });
    // The largest shortfall does not fit any more: the cheaper one is bought beyond its target.
    expect(wholeUnits([0.5, 0.5, 0], [70, 20, 1], 100)).toEqual({ units: [0, 5, 0], cash: 0 });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 1, max: 40_000 })), {
          minLength: 1,
          maxLength: 12,
        }),
        fc.integer({ min: 100, max: 5_000_000 }),
        (assets, cents) => {
          const total = assets.reduce((sum, [share]) => sum + share, 0);
          fc.pre(total > 0);
          const prices = assets.map(([, price]) => price / 100);
          const { units, cash } = wholeUnits(
            assets.map(([share]) => share / total),
            prices,
            cents / 100,
          );
          const spent = units.reduce((sum, count, i) => sum + count * prices[i]!, 0);
          expect(Math.abs(spent + cash - cents / 100)).toBeLessThan(1e-6);
          const wanted = prices.filter((_, i) => assets[i]![0] > 0);
          expect(cash).toBeLessThan(Math.min(...wanted) + 1e-6);
        },
      ),
      { numRuns: 1000, seed: 31 },
    );
  });

  it('spends only the part that the weights ask for', () => {
    // Target 800: 200 are missing, but only 200 of the asked-for money are left for a unit of 300.
    expect(wholeUnits([0.8], [300], 1000)).toEqual({ units: [2], cash: 400 });
  });

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
    // Scaling would change the last bit of this one.
    expect(stable(4096.1)).toBe(4096.1);
    expect(stable(-0.12345678901249)).toBe(-0.123456789012);
  });
});
