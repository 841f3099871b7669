import { describe, expect, it } from 'vitest';
import { groupMove } from '../fixtures/group-move-fixture.ts';
import { balanceGroups, type GroupMove } from './necessary-groups.ts';

/** Where groups end, in cents, and the cash that was used and left. */
function balanced(moves: readonly GroupMove[], freed = 0, cash = 0) {
  const { used, left } = balanceGroups(moves, freed, cash);
  return { ends: moves.map(({ end }) => Math.round(end)), used: Math.round(used), left: Math.round(left) };
}

describe('groups between their bounds', () => {
  it('stay where they are inside them, and cash stays cash', () => {
    const moves = [groupMove(40_000, { high: 40_000 }), groupMove(60_000, { low: 60_000 })];
    expect(balanced(moves, 0, 9000)).toEqual({ ends: [40_000, 60_000], used: 0, left: 0 });
  });

  it('sell what is too much, buy what is missing, and take the rest to the target of what is bought anyway', () => {
    const moves = [
      groupMove(60_000, { high: 50_000, target: 40_000 }),
      groupMove(5000, { low: 10_000, target: 14_000, high: 20_000 }),
      groupMove(20_000, { target: 30_000 }),
    ];
    // 100 euros come free, 50 bring the second group up, 40 more to its target; the last 10 stay with it, no third order.
    expect(balanced(moves)).toEqual({ ends: [50_000, 15_000, 20_000], used: 0, left: 0 });
  });

  it('pay for what is missing by cash first, then by the group with the most room above its floor', () => {
    const moves = () => [
      groupMove(30_000, { target: 20_000, innerLow: 18_000, low: 10_000 }),
      groupMove(15_000, { target: 14_000, innerLow: 10_000, low: 5000 }),
      groupMove(4000, { low: 10_000, target: 12_000 }),
    ];
    expect(balanced(moves(), 0, 2000)).toEqual({ ends: [26_000, 15_000, 10_000], used: 2000, left: 0 });
    expect(balanced(moves(), 0, 8000)).toEqual({ ends: [30_000, 15_000, 10_000], used: 6000, left: 0 });
    expect(balanced(moves(), 1000)).toEqual({ ends: [25_000, 15_000, 10_000], used: 0, left: 0 });
  });

  it('sell what is above its target before anything goes below it, each in proportion to what it has too much', () => {
    const moves = [
      groupMove(30_000, { target: 24_000, innerLow: 20_000 }),
      groupMove(20_000, { target: 17_000, innerLow: 13_000 }),
      groupMove(0, { low: 12_000, target: 12_000 }),
    ];
    // 120 euros are missing: 60 and 30 above the targets, then 30 by the 40 and 40 that either may go below.
    expect(balanced(moves)).toEqual({ ends: [22_500, 15_500, 12_000], used: 0, left: 0 });
    const enough = [
      groupMove(30_000, { target: 24_000, innerLow: 24_000 }),
      groupMove(20_000, { target: 17_000, innerLow: 17_000 }),
      groupMove(0, { low: 7500, target: 7500 }),
    ];
    // 75 of the 90 euros above the targets: five sixths of either.
    expect(balanced(enough).ends).toEqual([25_000, 17_500, 7500]);
  });

  it('go below half their tolerance only where all of that is not enough, and never below their floor', () => {
    const moves = () => [
      groupMove(30_000, { target: 30_000, innerLow: 28_000, low: 25_000 }),
      groupMove(20_000, { target: 20_000, innerLow: 19_000, low: 18_000 }),
    ];
    const missing = (low: number) => [...moves(), groupMove(0, { low, target: low })];
    expect(balanced(missing(2000)).ends).toEqual([28_000, 20_000, 2000]);
    expect(balanced(missing(3000)).ends).toEqual([28_000, 19_000, 3000]);
    // 10 euros more than that: the first has 30 left above its floor, which is enough.
    expect(balanced(missing(4000)).ends).toEqual([27_000, 19_000, 4000]);
    expect(balanced(missing(7000)).ends).toEqual([25_000, 18_000, 7000]);
    // Ten euros that nobody can give up are missing for good.
    expect(balanced(missing(8000))).toEqual({ ends: [25_000, 18_000, 8000], used: 0, left: 0 });
  });

  it('get back what a fund that must go has left, before another group gets more', () => {
    const moves = [
      groupMove(30_000, { kept: 10_000, target: 25_000, high: 40_000 }),
      groupMove(20_000, { target: 40_000 }),
    ];
    expect(balanced(moves, 20_000)).toEqual({ ends: [30_000, 20_000], used: 0, left: 0 });
  });

  it('that are bought back anyway are none left at its edge for another to have all it had', () => {
    const replaced = { kept: 0, low: 10_000, innerLow: 15_000 };
    const moves = () => [
      groupMove(20_000, replaced),
      groupMove(20_000, replaced),
      groupMove(0, { low: 12_000, target: 12_000 }),
    ];
    // Of 400 euros 320 are what the three need at least: the rest takes both off their edge, and not one of them back to where it was.
    expect(balanced(moves(), 40_000)).toEqual({ ends: [14_000, 14_000, 12_000], used: 0, left: 0 });
    // Half-way inside is enough: from there as few as have room are bought.
    expect(balanced(moves(), 45_000)).toEqual({ ends: [18_000, 15_000, 12_000], used: 0, left: 0 });
    // Nobody gets more than was there: 120 euros are brought no further up by money that is another's.
    const small = [groupMove(12_000, { ...replaced, target: 20_000 }), groupMove(20_000, replaced)];
    expect(balanced(small, 30_000).ends).toEqual([12_000, 18_000]);
  });

  it('take new money up to the target of what is bought, then half-way inside, then what is held, then to the edge', () => {
    const moves = () => [
      groupMove(10_000, { low: 12_000, target: 15_000, innerHigh: 16_000, high: 18_000 }),
      groupMove(20_000, { target: 20_000, innerHigh: 23_000, high: 25_000 }),
      groupMove(0, { target: 4000, innerHigh: 5000, high: 6000 }),
    ];
    expect(balanced(moves(), 4000).ends).toEqual([14_000, 20_000, 0]);
    expect(balanced(moves(), 5500).ends).toEqual([15_500, 20_000, 0]);
    expect(balanced(moves(), 8000).ends).toEqual([16_000, 22_000, 0]);
    expect(balanced(moves(), 10_000).ends).toEqual([17_000, 23_000, 0]);
    // Both are bought by now and share what is left.
    expect(balanced(moves(), 12_500).ends).toEqual([17_750, 24_750, 0]);
    // The new group is opened last, and then not by less than half of its target.
    expect(balanced(moves(), 14_900)).toEqual({ ends: [18_000, 25_000, 0], used: 0, left: 1900 });
    expect(balanced(moves(), 15_000)).toEqual({ ends: [18_000, 25_000, 2000], used: 0, left: 0 });
    expect(balanced(moves(), 20_000)).toEqual({ ends: [18_000, 25_000, 6000], used: 0, left: 1000 });
  });

  it('open a group by little where some of it was there before, or is bought anyway', () => {
    expect(balanced([groupMove(30_000, { kept: 0, target: 25_000 })], 5000).ends).toEqual([5000]);
    expect(balanced([groupMove(0, { low: 1000, target: 10_000 })], 1500).ends).toEqual([1500]);
    expect(balanced([groupMove(0, { target: 10_000 })], 4999)).toEqual({ ends: [0], used: 0, left: 4999 });
  });

  it('go to their targets before one of them goes beyond, then by the room that is left', () => {
    const moves = [
      groupMove(10_000, { target: 11_000, innerHigh: 14_000 }),
      groupMove(10_000, { target: 13_000, innerHigh: 14_000 }),
    ];
    // 10 and 30 euros to the targets; of the 20 beyond three quarters where there is three times the room.
    expect(balanced(moves, 6000).ends).toEqual([12_500, 13_500]);
  });

  it('go to the edge of what is held before a further group is opened', () => {
    const moves = [
      groupMove(24_000, { target: 20_000, innerHigh: 23_000, high: 25_000 }),
      groupMove(0, { target: 4000, innerHigh: 5000, high: 6000 }),
    ];
    expect(balanced(moves, 2500)).toEqual({ ends: [25_000, 0], used: 0, left: 1500 });
  });

  it('are not bought where no fund may be, or where nothing may be held', () => {
    const moves = [
      groupMove(10_000, { canBuy: false, high: 20_000 }),
      groupMove(0, { target: 0, high: 0 }),
      groupMove(10_000, { high: 10_000 }),
    ];
    expect(balanced(moves, 5000)).toEqual({ ends: [10_000, 0, 10_000], used: 0, left: 5000 });
  });

  it('share out in as few orders as have room, the roomiest first', () => {
    const moves = [
      groupMove(10_000, { target: 12_000, high: 12_000 }),
      groupMove(10_000, { target: 16_000, high: 16_000 }),
      groupMove(10_000, { target: 13_000, high: 13_000 }),
    ];
    expect(balanced(moves, 6000).ends).toEqual([10_000, 16_000, 10_000]);
    const again = moves.map((move) => ({ ...move, end: move.kept }));
    // 60 and 30 have room for 72: four fifths of either.
    expect(balanced(again, 7200).ends).toEqual([10_000, 14_800, 12_400]);
  });
});
