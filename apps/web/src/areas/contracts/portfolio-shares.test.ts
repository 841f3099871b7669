import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { categoryShares, entriesValue, sumIfKnown } from './portfolio-shares.ts';

const entry = (value: number, categoryName: string | null) => ({ value, categoryName, categoryColor: null });

describe('sums of a portfolio', () => {
  it('adds cents exactly', () => {
    expect(entriesValue([{ value: 0.1 }, { value: 0.2 }])).toBe(0.3);
    expect(sumIfKnown([1.1, 2.2, -0.3])).toBe(3);
  });

  it('has no sum while a part is unknown', () => {
    expect(sumIfKnown([1, null])).toBeNull();
    expect(sumIfKnown([])).toBe(0);
  });
});

describe('shares by category', () => {
  it('groups and sorts by value', () => {
    const shares = categoryShares(
      [entry(25, 'Renten'), entry(50, 'Aktien'), entry(25, null)],
      'Ohne Kategorie',
    );
    expect(shares.map(({ name, fraction }) => [name, fraction])).toEqual([
      ['Aktien', 0.5],
      ['Ohne Kategorie', 0.25],
      ['Renten', 0.25],
    ]);
  });

  it('loses no cent', () => {
    const amounts = fc.array(fc.tuple(fc.nat(10_000_000), fc.constantFrom('A', 'B', 'C', null)), {
      minLength: 1,
    });
    fc.assert(
      fc.property(amounts, (list) => {
        const entries = list.map(([cents, name]) => entry(cents / 100, name));
        const shares = categoryShares(entries, '?');
        expect(entriesValue(shares)).toBe(entriesValue(entries));
        const whole = entriesValue(entries) > 0 ? 1 : 0;
        expect(shares.reduce((sum, share) => sum + share.fraction, 0)).toBeCloseTo(whole, 9);
      }),
    );
  });
});
