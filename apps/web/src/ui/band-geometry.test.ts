import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bandGeometry } from './band-geometry.ts';

describe('band geometry', () => {
  it('places a volatility on the common scale', () => {
    expect(bandGeometry({ value: 12, low: 6, high: 9, isQuota: false })).toEqual({
      scaleEnd: 30,
      bandStart: 20,
      bandWidth: 10,
      marker: 40,
    });
  });

  it('gives an equity quota the whole scale', () => {
    expect(bandGeometry({ value: 62, low: 50, high: 70, isQuota: true })).toEqual({
      scaleEnd: 100,
      bandStart: 50,
      bandWidth: 20,
      marker: 62,
    });
  });

  it('widens the scale for a risky portfolio', () => {
    expect(bandGeometry({ value: 38, low: 20, high: 25, isQuota: false })?.scaleEnd).toBe(50);
  });

  it('shows the band without a marker when the measure is unknown, and nothing without a band', () => {
    expect(bandGeometry({ value: null, low: 6, high: 9, isQuota: false })?.marker).toBeNull();
    expect(bandGeometry({ value: 5, low: null, high: null, isQuota: false })).toBeUndefined();
    expect(bandGeometry({ value: 5, low: 9, high: 6, isQuota: false })).toBeUndefined();
  });

  it('puts the marker inside the band exactly when the measure lies in it, and never off the bar', () => {
    const points = fc.double({ min: 0, max: 100, noNaN: true });
    fc.assert(
      fc.property(points, points, points, fc.boolean(), (value, one, other, isQuota) => {
        const [low, high] = one < other ? [one, other] : [other, one];
        const geometry = bandGeometry({ value, low, high, isQuota });
        const marker = geometry?.marker ?? -1;
        const [start, end] = [
          geometry?.bandStart ?? 0,
          (geometry?.bandStart ?? 0) + (geometry?.bandWidth ?? 0),
        ];
        expect(marker).toBeGreaterThanOrEqual(0);
        expect(marker).toBeLessThanOrEqual(100);
        const isIn = value >= low && value <= high;
        const tolerance = isIn ? 1e-9 : -1e-9;
        expect(marker >= start - tolerance && marker <= end + tolerance).toBe(isIn);
      }),
    );
  });
});
