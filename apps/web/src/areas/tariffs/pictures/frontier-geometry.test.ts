import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { axisOf, pathThrough, placeOn } from './frontier-geometry.ts';

describe('axis', () => {
  it('has ends that are ticks', () => {
    expect(axisOf([0.021, 0.174], true)).toEqual({
      minimum: 0,
      maximum: 0.2,
      ticks: [0, 0.05, 0.1, 0.15000000000000002, 0.2],
    });
    expect(axisOf([0.024, 0.061], false)).toMatchObject({ minimum: 0.02, maximum: 0.07 });
    expect(axisOf([], true).ticks).toHaveLength(2);
  });

  it('holds every value and has few ticks', () => {
    const value = fc.double({ min: -0.2, max: 0.9, noNaN: true });
    fc.assert(
      fc.property(fc.array(value, { minLength: 1 }), (values) => {
        const axis = axisOf(values, false);
        for (const each of values) {
          expect(placeOn(axis, each)).toBeGreaterThan(-1e-6);
          expect(placeOn(axis, each)).toBeLessThan(1 + 1e-6);
        }
        expect(axis.ticks.length).toBeGreaterThanOrEqual(2);
        expect(axis.ticks.length).toBeLessThanOrEqual(8);
      }),
    );
  });
});

it('a path goes through its points', () => {
  expect(
    pathThrough([
      { x: 1, y: 2 },
      { x: 3.25, y: 4 },
    ]),
  ).toBe('M1.0 2.0L3.3 4.0');
});
