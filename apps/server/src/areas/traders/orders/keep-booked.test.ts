import { expect, it } from 'vitest';
import { placesTaken } from './keep-booked.ts';

const of = (quantity: number, kind = 'purchase', fundId = 1) => ({ fundId, kind, quantity });

it('gives a place to the same units first, then to the nearest of the same fund and kind, each once', () => {
  expect(placesTaken([of(10), of(9)], [of(9), of(12)])).toEqual([
    [of(9), of(9)],
    [of(10), of(12)],
  ]);
  expect(placesTaken([of(10)], [of(10, 'sale'), of(10, 'purchase', 2)])).toEqual([]);
  expect(placesTaken([of(10), of(10)], [of(10)])).toHaveLength(1);
});
