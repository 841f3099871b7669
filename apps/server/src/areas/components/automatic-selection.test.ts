import { isRankAllowed } from '@depotwerk/engine/ranking/select-funds';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { automaticSelection, type SelectionCandidate } from './automatic-selection.ts';

const fund = (id: number, rest: Partial<SelectionCandidate> = {}): SelectionCandidate => ({
  id,
  isin: `F${String(id).padStart(3, '0')}`,
  peergroupId: 1,
  rank: 3,
  rankingValue: 1,
  ter: 0.01,
  ...rest,
});
const rule = { shortlistSize: 3, minimumRank: null, allowsUnrated: true };
const idsOf = (candidates: readonly SelectionCandidate[], given = {}) =>
  [...automaticSelection(candidates, { ...rule, ...given })].map(([group, funds]) => [
    group,
    funds.map(({ id }) => id),
  ]);

describe('an automatic selection', () => {
  it('orders by rank, figure, costs and ISIN, and keeps the first of each group', () => {
    const candidates = [
      fund(1),
      fund(2, { rank: 5 }),
      fund(3, { ter: 0.005 }),
      fund(4, { rankingValue: 2 }),
      fund(5, { rank: null }),
      fund(6, { peergroupId: 9 }),
      fund(7, { peergroupId: null }),
    ];
    expect(idsOf(candidates)).toEqual([
      [1, [2, 4, 3]],
      [9, [6]],
    ]);
    expect(idsOf(candidates, { shortlistSize: 9 })[0]).toEqual([1, [2, 4, 3, 1, 5]]);
  });

  it('puts funds without a figure last', () => {
    const funds = [
      fund(1, { rankingValue: -2 }),
      fund(2, { rankingValue: -1 }),
      fund(3, { rankingValue: null }),
    ];
    expect(idsOf(funds)).toEqual([[1, [2, 1, 3]]]);
  });

  it('asks for the minimum rank; unrated funds pass only where they may', () => {
    const candidates = [fund(1, { rank: 2 }), fund(2, { rank: 3 }), fund(3, { rank: null })];
    expect(idsOf(candidates, { minimumRank: 3 })).toEqual([[1, [2, 3]]]);
    expect(idsOf(candidates, { minimumRank: 3, allowsUnrated: false })).toEqual([[1, [2]]]);
    expect(idsOf(candidates, { minimumRank: 4, allowsUnrated: false })).toEqual([]);
    expect(idsOf(candidates, { allowsUnrated: false })).toEqual([[1, [2, 1]]]);
  });

  it('does not depend on the order of the funds, and holds none twice (property)', () => {
    const candidates = fc.uniqueArray(
      fc.record({
        id: fc.nat(200),
        peergroupId: fc.option(fc.integer({ min: 1, max: 3 })),
        rank: fc.option(fc.integer({ min: 1, max: 5 })),
        rankingValue: fc.option(fc.integer({ min: 0, max: 3 })),
        ter: fc.option(fc.constantFrom(0.001, 0.01)),
      }),
      { selector: ({ id }) => id, maxLength: 40 },
    );
    const rules = fc.record({
      shortlistSize: fc.integer({ min: 1, max: 5 }),
      minimumRank: fc.option(fc.integer({ min: 1, max: 5 })),
      allowsUnrated: fc.boolean(),
    });
    fc.assert(
      fc.property(candidates, rules, fc.nat(), (records, given, seed) => {
        const funds = records.map(({ id, ...rest }) => fund(id, rest));
        const result = idsOf(funds, given);
        const turned = [
          ...funds.slice(seed % (funds.length + 1)),
          ...funds.slice(0, seed % (funds.length + 1)),
        ];
        expect(idsOf(turned.toReversed(), given)).toEqual(result);
        const chosen = [...automaticSelection(funds, given).values()].flat();
        expect(new Set(chosen).size).toBe(chosen.length);
        for (const [, members] of automaticSelection(funds, given))
          expect(members.length).toBeLessThanOrEqual(given.shortlistSize);
        expect(chosen.every(({ rank }) => isRankAllowed(rank, given))).toBe(true);
      }),
    );
  });
});
