import { expect, it } from 'vitest';
import { pauseBefore } from './supervise.mjs';

it('starts again for ever, with pauses that grow up to a minute', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8, 2000].map((deaths) => pauseBefore(deaths))).toEqual([
    1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000,
  ]);
  expect(pauseBefore(4, 20, 100)).toBe(100);
});
