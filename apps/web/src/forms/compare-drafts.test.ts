import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareDrafts, isSameValue, mergeDrafts } from './compare-drafts.ts';

interface Example {
  name: string;
  key: string;
  hints: Readonly<Record<string, number>>;
  matrix: { riskTypeId: number; items: readonly number[] } | null;
}
const base: Example = { name: 'A', key: 'a', hints: { 1: 2, 2: 2 }, matrix: null };

describe('compareDrafts', () => {
  it('suggests the side that alone changed a field', () => {
    const mine = { ...base, name: 'Mine' };
    const theirs = { ...base, key: 'theirs' };
    expect(compareDrafts(base, mine, theirs)).toEqual([
      { path: 'name', mine: 'Mine', theirs: 'A', suggested: 'mine' },
      { path: 'key', mine: 'a', theirs: 'theirs', suggested: 'theirs' },
    ]);
  });

  it('leaves to the user what both changed, and everything when the origin is unknown', () => {
    const mine = { ...base, name: 'Mine' };
    const theirs = { ...base, name: 'Theirs' };
    expect(compareDrafts(base, mine, theirs)[0]?.suggested).toBeNull();
    expect(compareDrafts(null, mine, base)[0]?.suggested).toBeNull();
  });

  it('looks into records member by member, into what is missing on one side not', () => {
    const mine = { ...base, hints: { 1: 3, 2: 2 } };
    const theirs = { ...base, hints: { 1: 2, 2: 1 }, matrix: { riskTypeId: 1, items: [1] } };
    expect(compareDrafts(base, mine, theirs).map(({ path, suggested }) => [path, suggested])).toEqual([
      ['hints.1', 'mine'],
      ['hints.2', 'theirs'],
      ['matrix', 'theirs'],
    ]);
  });

  it('finds nothing where both made the same change', () => {
    expect(compareDrafts(base, { ...base, name: 'B' }, { ...base, name: 'B' })).toEqual([]);
  });
});

const drafts = fc.record({
  name: fc.constantFrom('A', 'B', 'C'),
  key: fc.constantFrom('a', 'b'),
  hints: fc.dictionary(fc.constantFrom('1', '2', '3'), fc.integer({ min: 0, max: 3 })),
  matrix: fc.option(fc.record({ riskTypeId: fc.integer({ min: 1, max: 2 }), items: fc.array(fc.nat(3)) })),
});

describe('mergeDrafts', () => {
  it('gives one side or the other whole when all is chosen so', () => {
    fc.assert(
      fc.property(drafts, drafts, (mine, theirs) => {
        const all = (side: 'mine' | 'theirs') =>
          Object.fromEntries(compareDrafts(null, mine, theirs).map(({ path }) => [path, side]));
        expect(isSameValue(mergeDrafts(mine, theirs, all('mine')), mine)).toBe(true);
        expect(isSameValue(mergeDrafts(mine, theirs, all('theirs')), theirs)).toBe(true);
      }),
    );
  });

  it('loses no change that only one side made', () => {
    fc.assert(
      fc.property(drafts, drafts, drafts, (origin, mine, theirs) => {
        const conflicts = compareDrafts(origin, mine, theirs);
        const choices = Object.fromEntries(
          conflicts.map(({ path, suggested }) => [path, suggested ?? ('theirs' as const)]),
        );
        const merged = mergeDrafts(mine, theirs, choices);
        for (const { path } of compareDrafts(origin, merged, mine)) {
          // Wherever the result differs from mine, that was theirs, and it was not mine alone.
          expect(choices[path] ?? 'theirs').toBe('theirs');
        }
        expect(compareDrafts(null, merged, theirs).every(({ path }) => choices[path] === 'mine')).toBe(true);
      }),
    );
  });

  it('takes a member away that mine has not', () => {
    const mine = { ...base, hints: { 1: 2 } };
    expect(mergeDrafts(mine, base, { 'hints.2': 'mine' })).toEqual({ ...base, hints: { 1: 2 } });
  });
});
