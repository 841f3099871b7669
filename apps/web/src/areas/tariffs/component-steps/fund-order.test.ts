import { mostFunds } from '@depotwerk/domain/limits';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withFund, withFundAt, withImport, withoutFund } from './fund-order.ts';

const distinct = fc.uniqueArray(fc.integer({ min: 1, max: 50 }), { maxLength: 20 });
const sorted = (ids: readonly number[]) => ids.toSorted((a, b) => a - b);

describe('the order of a fund list', () => {
  it('adds at the end and never twice', () => {
    expect(withFund([3, 1], 2)).toEqual([3, 1, 2]);
    expect(withFund([3, 1], 1)).toEqual([3, 1]);
  });

  it('takes no more than a file may bring', () => {
    const full = Array.from({ length: mostFunds }, (_, index) => index + 1);
    expect(withFund(full, 9999)).toBe(full);
    expect(withImport(full, [9999], 'add')).toHaveLength(mostFunds);
  });

  it('moves a fund and keeps the others in their order', () => {
    expect(withFundAt([1, 2, 3, 4], 4, 0)).toEqual([4, 1, 2, 3]);
    expect(withFundAt([1, 2, 3, 4], 1, 2)).toEqual([2, 3, 1, 4]);
    expect(withFundAt([1, 2, 3, 4], 2, 99)).toEqual([1, 3, 4, 2]);
    expect(withFundAt([1, 2], 7, 0)).toEqual([1, 2]);
  });

  it('never loses or invents a fund by moving', () => {
    fc.assert(
      fc.property(
        distinct,
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: -5, max: 30 }),
        (ids, id, place) => {
          const moved = withFundAt(ids, id, place);
          expect(sorted(moved)).toEqual(sorted(ids));
          expect(withoutFund(moved, id)).toEqual(withoutFund(ids, id));
        },
      ),
    );
  });

  it('imports behind what is there, or in place of it, in the order of the file', () => {
    expect(withImport([5, 6], [6, 7, 5, 8], 'add')).toEqual([5, 6, 7, 8]);
    expect(withImport([5, 6], [8, 6, 8], 'replace')).toEqual([8, 6]);
  });

  it('loses nothing by adding and holds each fund once', () => {
    fc.assert(
      fc.property(distinct, distinct, (ids, imported) => {
        const merged = withImport(ids, imported, 'add');
        expect(merged.slice(0, ids.length)).toEqual(ids);
        expect(new Set(merged)).toEqual(new Set([...ids, ...imported]));
        expect(new Set(merged).size).toBe(merged.length);
      }),
    );
  });
});
