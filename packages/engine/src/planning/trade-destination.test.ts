import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { costRatioOf, destinationPart, tradeDestination } from './trade-destination.ts';

/** Costs a year of trading back to `d` whenever a weight of variance 1 leaves `a`; price 1 of a squared deviation. */
const costs = (a: number, d: number, fixed: number, moving: number) =>
  (fixed + moving * (a - d)) / (a * a - d * d) + (a * a + d * d) / 6;

/** The smallest value of a function of one minimum on an interval, and where. */
function minimum(f: (x: number) => number, low: number, high: number): { x: number; value: number } {
  let [a, b] = [low, high];
  for (let k = 0; k < 200; k++) {
    const [left, right] = [a + (b - a) / 3, b - (b - a) / 3];
    if (f(left) < f(right)) b = right;
    else a = left;
  }
  return { x: (a + b) / 2, value: f((a + b) / 2) };
}

describe('destination of a weight outside its tolerance', () => {
  it('is the one that belongs to a tolerance that is best at these costs', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.001, max: 5, noNaN: true }),
        fc.double({ min: 0.01, max: 5, noNaN: true }),
        (fixed, moving) => {
          const inner = (a: number) => minimum((d) => costs(a, d, fixed, moving), 0, a * (1 - 1e-9));
          const { x: a } = minimum((width) => inner(width).value, 0.01, 20);
          expect(destinationPart(fixed / moving / a)).toBeCloseTo(inner(a).x / a, 4);
        },
      ),
      { numRuns: 30, seed: 3 },
    );
  });

  it('is the edge without fixed costs, the target without moving costs, half-way at a sixteenth', () => {
    expect(destinationPart(0)).toBe(1);
    expect(destinationPart(Number.POSITIVE_INFINITY)).toBe(0);
    expect(destinationPart(1 / 16)).toBeCloseTo(0.5, 12);
    expect(destinationPart(1e9)).toBeLessThan(1e-6);
  });

  it('comes nearer to the target the more an order costs and the smaller the contract is', () => {
    const rules = { switchSaving: 0.003 };
    const free = { fee: { fixed: 0, percent: 0, cap: null } };
    const dear = { fee: { fixed: 5, percent: 0, cap: null }, planFee: 15 };
    expect(costRatioOf(free, rules, 5_000_000, 0.05)).toBe(1 / 16);
    // 25 euros against 0.3 % of 50,000 euros times 0.05 = 7.50 euros.
    expect(costRatioOf(dear, rules, 5_000_000, 0.05)).toBeCloseTo(1 / 16 + 25 / 7.5, 12);
    expect(costRatioOf(dear, rules, 50_000_000, 0.05)).toBeCloseTo(1 / 16 + 25 / 75, 12);
    expect(costRatioOf(dear, { switchSaving: 0 }, 5_000_000, 0.05)).toBe(Number.POSITIVE_INFINITY);
    // Both orders cost their part of what is moved: 10 euros against 0.5 % of 50,000 euros times 0.05 = 12.50 euros.
    const inPart = { fee: { fixed: 5, percent: 0.001, cap: null } };
    expect(costRatioOf(inPart, rules, 5_000_000, 0.05)).toBeCloseTo(1 / 16 + 10 / 12.5, 12);
  });

  it('is half-way where neither orders nor moving cost anything, and the target where only orders do', () => {
    const free = { fee: { fixed: 0, percent: 0, cap: null } };
    expect(costRatioOf(free, { switchSaving: 0 }, 5_000_000, 0.05)).toBe(1 / 16);
    expect(costRatioOf({ ...free, planFee: 0.01 }, { switchSaving: 0.003 }, 0, 0.05)).toBe(
      Number.POSITIVE_INFINITY,
    );
  });

  it('keeps away from the edge what would be outside again within a month', () => {
    expect(tradeDestination(0.05, 1 / 16, null)).toBeCloseTo(0.025, 12);
    expect(tradeDestination(0.05, 1 / 16, 0.02)).toBeCloseTo(0.025, 12);
    // 1.96 deviations of a month: 1.96 * 0.06 / sqrt(12) = 0.03395.
    expect(tradeDestination(0.05, 1 / 16, 0.06)).toBeCloseTo(0.05 - 0.033949, 5);
    expect(tradeDestination(0.05, 1 / 16, 0.2)).toBe(0);
  });
});
