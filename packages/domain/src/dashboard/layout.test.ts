import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compact, overlap, type Place, rearranged, smallestTile } from './layout.ts';
import { dashboardColumns } from './widgets.ts';

const number = (min: number, max: number) => fc.integer({ min, max });
const tiles = fc
  .array(fc.record({ x: number(-3, 15), y: number(-3, 30), w: number(0, 15), h: number(0, 25) }), {
    minLength: 1,
    maxLength: 12,
  })
  .map((places) => places.map((place, index) => ({ id: `t${index}`, ...place })));
const change = fc.record(
  { x: number(-3, 15), y: number(-3, 30), w: number(0, 15), h: number(0, 25) },
  { requiredKeys: [] },
);

const isSound = (places: readonly Place[]) =>
  places.every(
    (place) =>
      place.x >= 0 &&
      place.y >= 0 &&
      place.x + place.w <= dashboardColumns &&
      place.w >= smallestTile.w &&
      place.h >= smallestTile.h &&
      !places.some((other) => overlap(place, other)),
  );

describe('tiles of a dashboard', () => {
  it('never overlap, never leave the grid, and none is lost, whatever is moved', () => {
    fc.assert(
      fc.property(tiles, change, (places, part) => {
        const laid = compact(places);
        const moved = rearranged(laid, 't0', part);
        expect(isSound(laid) && isSound(moved)).toBe(true);
        expect(moved.map(({ id }) => id)).toEqual(places.map(({ id }) => id));
      }),
    );
  });

  it('lie still once they have risen', () => {
    fc.assert(
      fc.property(tiles, (places) => {
        expect(compact(compact(places))).toEqual(compact(places));
      }),
    );
  });

  it('give way to the one that is put among them', () => {
    const two = [
      { id: 'a', x: 0, y: 0, w: 6, h: 4 },
      { id: 'b', x: 6, y: 0, w: 6, h: 4 },
    ];
    expect(rearranged(two, 'a', { x: 6 })).toMatchObject([
      { id: 'a', x: 6, y: 0 },
      { id: 'b', x: 6, y: 4 },
    ]);
    expect(rearranged(two, 'a', { w: 12 })).toMatchObject([{ w: 12 }, { y: 4 }]);
  });
});
