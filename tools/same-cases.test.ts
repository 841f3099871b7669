import fc from 'fast-check';
import { expect, it } from 'vitest';

it.runIf(process.env['RANDOM_CASES'] !== 'fresh')(
  'A property draws the same cases whenever it is asked',
  () => {
    const drawn = () => {
      const cases: number[] = [];
      fc.assert(fc.property(fc.integer(), (one) => cases.push(one) > 0));
      return cases;
    };
    expect(new Set(drawn()).size).toBeGreaterThan(10);
    expect(drawn()).toEqual(drawn());
  },
);
