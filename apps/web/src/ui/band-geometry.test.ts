import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bandGeometry } from './band-geometry.ts';

describe('band geometry', () => {
  it('puts the band into the middle and the measure where it lies against it', () => {
    expect(bandGeometry({ value: 6, low: 6, high: 10 })).toEqual({
      bandStart: 30,
      bandWidth: 40,
      marker: 30,
    });
    expect(bandGeometry({ value: 8, low: 6, high: 10 })?.marker).toBe(50);
    expect(bandGeometry({ value: 12, low: 6, high: 10 })?.marker).toBe(90);
    expect(bandGeometry({ value: 4, low: 6, high: 10 })?.marker).toBe(10);
  });

  it('keeps a far measure on the bar', () => {
    expect(bandGeometry({ value: 60, low: 6, high: 10 })?.marker).toBe(98);
    expect(bandGeometry({ value: 0, low: 20, high: 22 })?.marker).toBe(2);
  });

  it('shows the band without a mark when the measure is unknown, and nothing without a band', () => {
    expect(bandGeometry({ value: null, low: 6, high: 9 })?.marker).toBeNull();
    expect(bandGeometry({ value: 5, low: null, high: null })).toBeUndefined();
    expect(bandGeometry({ value: 5, low: 9, high: 6 })).toBeUndefined();
  });

  it('puts the mark inside the band exactly when the measure lies in it, and never off the bar', () => {
    const points = fc.integer({ min: 0, max: 1000 }).map((tenths) => tenths / 10);
    fc.assert(
      fc.property(points, points, points, (value, one, other) => {
        const [low, high] = one < other ? [one, other] : [other, one];
        const marker = bandGeometry({ value, low, high })?.marker ?? -1;
        expect(marker).toBeGreaterThan(0);
        expect(marker).toBeLessThan(100);
        // A band without width is drawn a tenth of a point wide.
        expect(marker > 30 - 1e-6 && marker < 70 + 1e-6).toBe(
          value >= low && value <= Math.max(high, low + 0.1),
        );
      }),
    );
  });
});
