import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classBands, riskScale } from './risk-geometry.ts';

const classes = [
  { riskClassId: 1, target: 2, range: 1 },
  { riskClassId: 2, target: 5, range: 1.5 },
  { riskClassId: 3, target: 10, range: 2 },
];

describe('the scale of risk', () => {
  it('has room for every class and measure, in their order', () => {
    const scale = riskScale(classBands(classes), [15, null]);
    const placed = classBands(classes).map(({ low, high }) => scale.bandOf(low, high));
    expect(scale.maximum).toBeCloseTo(16.2);
    expect(placed.map(({ start }) => Math.round(start))).toEqual([6, 22, 49]);
    const last = placed.at(-1);
    expect((last?.start ?? 0) + (last?.width ?? 0)).toBeLessThan(100);
    expect(scale.placeOf(15)).toBeGreaterThan(90);
    expect(scale.placeOf(null)).toBeNull();
  });

  it('does not move when only the chosen class changes', () => {
    const bands = classBands(classes);
    expect(riskScale(bands, [6]).placeOf(6)).toBe(riskScale(bands, [6, 7]).placeOf(6));
  });

  it('keeps marks on the scale and in the order of their measures', () => {
    const value = fc.double({ min: 0, max: 80, noNaN: true });
    fc.assert(
      fc.property(value, value, (one, other) => {
        const scale = riskScale(classBands(classes), [one, other]);
        const [a, b] = [scale.placeOf(one) ?? -1, scale.placeOf(other) ?? -1];
        for (const place of [a, b]) {
          expect(place).toBeGreaterThan(0);
          expect(place).toBeLessThan(100);
        }
        expect(Math.sign(b - a) * Math.sign(other - one)).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('never starts a band below zero', () => {
    expect(classBands([{ riskClassId: 1, target: 0.5, range: 1 }])).toEqual([
      { riskClassId: 1, low: 0, high: 1.5 },
    ]);
  });
});
