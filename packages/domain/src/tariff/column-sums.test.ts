import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnSums, distributeRemainder, fromTenths, isWholeTenths, toTenths } from './column-sums.ts';

const column = fc.array(fc.record({ tenths: fc.integer({ min: 0, max: 1000 }), isUsed: fc.boolean() }), {
  maxLength: 40,
});

describe('column sums', () => {
  it('adds tenths of a percent where fractions would not add up', () => {
    const items = Array.from({ length: 10 }, () => ({ riskClassId: 1, fraction: 0.1 }));
    expect(items.reduce((sum, { fraction }) => sum + fraction, 0)).not.toBe(1);
    expect(columnSums(items, 2)).toEqual([1000, 0]);
  });

  it('tells 99,9 and 100,1 from 100', () => {
    const items = [
      { riskClassId: 1, fraction: 0.999 },
      { riskClassId: 2, fraction: 0.7 },
      { riskClassId: 2, fraction: 0.301 },
      { riskClassId: 3, fraction: 0.333 },
      { riskClassId: 3, fraction: 0.667 },
      { riskClassId: 4, fraction: 0.5 },
    ];
    expect(columnSums(items, 3)).toEqual([999, 1001, 1000]);
  });

  it('converts every tenth there and back', () => {
    for (let tenths = 0; tenths <= 1000; tenths += 1) {
      expect(toTenths(fromTenths(tenths))).toBe(tenths);
      expect(isWholeTenths(fromTenths(tenths))).toBe(true);
    }
    expect(isWholeTenths(0.1234)).toBe(false);
  });

  it('sums whatever tenths a column consists of exactly', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 1000 }), { maxLength: 200 }), (tenths) => {
        const items = tenths.map((value) => ({ riskClassId: 1, fraction: value / 1000 }));
        expect(columnSums(items, 1)).toEqual([tenths.reduce((sum, value) => sum + value, 0)]);
      }),
    );
  });
});

describe('distributing the remainder', () => {
  const all = (list: readonly unknown[]) => list.map(() => true);

  it.each([
    { name: 'fills up in proportion', before: [300, 300, 0], after: [500, 500, 0] },
    { name: 'takes back in proportion', before: [800, 800], after: [500, 500] },
    {
      name: 'splits evenly from nothing, the first get the tenths left',
      before: [0, 0, 0],
      after: [334, 333, 333],
    },
    { name: 'leaves a full column alone', before: [333, 333, 334], after: [333, 333, 334] },
    { name: 'gives the tenth left to the largest remainder', before: [1, 2], after: [333, 667] },
    { name: 'a tie goes to the larger share', before: [1, 1, 4], after: [167, 166, 667] },
    { name: 'a tie of equals goes to the first', before: [5, 5, 5], after: [334, 333, 333] },
  ])('$name', ({ before, after }) => {
    expect(distributeRemainder(before, all(before))).toEqual(after);
  });

  it('leaves cells out that are not used', () => {
    expect(distributeRemainder([200, 0, 300], [true, false, true])).toEqual([400, 0, 600]);
    expect(distributeRemainder([0, 0, 0], [true, false, true])).toEqual([500, 0, 500]);
    expect(distributeRemainder([10, 20], [false, false])).toEqual([10, 20]);
  });

  it('gives exactly 100 percent, keeps the order of shares and is stable', () => {
    fc.assert(
      fc.property(column, (cells) => {
        const before = cells.map(({ tenths, isUsed }) => (isUsed ? tenths : 0));
        const mask = cells.map(({ isUsed }) => isUsed);
        const after = distributeRemainder(before, mask);
        expect(distributeRemainder(before, mask)).toEqual(after);
        if (!mask.includes(true)) return;
        expect(after.reduce((sum, value) => sum + value, 0)).toBe(1000);
        expect(distributeRemainder(after, mask)).toEqual(after);
        expect(after.every((value, index) => value >= 0 && (mask[index] === true || value === 0))).toBe(true);
        // Largest remainder: never a whole tenth away from the exact share.
        const total = before.reduce((sum, value) => sum + value, 0);
        const isNear = (value: number, index: number) =>
          Math.abs(value - ((before[index] ?? 0) * 1000) / total) < 1;
        expect(total === 0 || after.every(isNear)).toBe(true);
      }),
    );
  });
});
