import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { riskBandsGeometry, tickStep } from './risk-bands-geometry.ts';

const aClass = (riskClassId: number, target: number | null, range: number | null) => ({
  riskClassId,
  target,
  range,
});

describe('bands on one scale', () => {
  it('start at 0 and end at a tick', () => {
    const { maximum, ticks, rows } = riskBandsGeometry([aClass(1, 4, 6), aClass(2, 12, 1.5)]);
    expect(maximum).toBe(15);
    expect(ticks.map(({ value }) => value)).toEqual([0, 5, 10, 15]);
    expect(rows[0]).toMatchObject({ low: 0, high: 10, start: 0 });
    expect(rows[1]).toMatchObject({ low: 10.5, high: 13.5, targetPlace: 80 });
  });

  it('overlap only where one reaches into the other', () => {
    const touching = riskBandsGeometry([aClass(1, 10, 2), aClass(2, 14, 2)]);
    expect(touching.overlaps).toEqual([]);
    const { overlaps } = riskBandsGeometry([aClass(1, 10, 2.1), aClass(2, 14, 2), aClass(3, 20, 1)]);
    expect(overlaps).toMatchObject([{ row: 0, lowerClassId: 1, upperClassId: 2, from: 12, to: 12.1 }]);
  });

  it('do not overlap because of binary fractions', () => {
    // 5.1 + 0.2 is 5.3 and a little more.
    expect(riskBandsGeometry([aClass(1, 5.1, 0.2), aClass(2, 5.5, 0.2)]).overlaps).toEqual([]);
  });

  it('leave out what nobody filled in yet', () => {
    const { rows, overlaps } = riskBandsGeometry([aClass(1, null, null), aClass(2, 3, null)], [2, 3]);
    expect(rows[0]).toMatchObject({ low: null, width: 0, targetPlace: null, status: 'unknown' });
    expect(rows[1]).toMatchObject({ low: 3, high: 3, status: 'in' });
    expect(overlaps).toEqual([]);
  });

  it('say where a measure lies', () => {
    const classes = [aClass(1, 10, 2), aClass(2, 20, 2), aClass(3, 30, 2)];
    expect(riskBandsGeometry(classes, [12, 17.9, 32.01]).rows.map(({ status }) => status)).toEqual([
      'in',
      'below',
      'above',
    ]);
  });

  it('never leave the scale', () => {
    const figure = fc.option(fc.integer({ min: 0, max: 2000 }).map((tenths) => tenths / 10));
    fc.assert(
      fc.property(fc.array(fc.tuple(figure, figure, figure), { maxLength: 7 }), (list) => {
        const { rows, overlaps, maximum } = riskBandsGeometry(
          list.map(([target, range], index) => aClass(index + 1, target, range)),
          list.map(([, , measured]) => measured),
        );
        for (const { start, width, targetPlace, measuredPlace } of rows) {
          expect(start).toBeGreaterThanOrEqual(0);
          expect(start + width).toBeLessThanOrEqual(100.5);
          for (const place of [targetPlace, measuredPlace]) {
            expect(place ?? 0).toBeGreaterThanOrEqual(0);
            expect(place ?? 0).toBeLessThanOrEqual(100);
          }
        }
        for (const { width } of overlaps) expect(width).toBeGreaterThan(0);
        expect(maximum / tickStep(maximum)).toBeLessThanOrEqual(6 + 1e-9);
      }),
    );
  });
});
