import { expect, it } from 'vitest';
import { pauseBefore } from './supervise.mjs';

it('starts again with growing pauses and gives up after five quick deaths in a row', () => {
  expect([1, 2, 3, 4, 5, 6].map((deaths) => pauseBefore(deaths))).toEqual([
    1000,
    2000,
    4000,
    8000,
    null,
    null,
  ]);
  expect(pauseBefore(4, 20_000)).toBe(30_000);
});
