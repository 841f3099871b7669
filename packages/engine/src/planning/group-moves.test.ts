import type { HintCode } from '@depotwerk/domain/advice/hint-codes';
import { describe, expect, it } from 'vitest';
import type { Hint } from '../check/contract-input.ts';
import { prepareTariff } from '../check/tariff-context.ts';
import { aTariff, finding } from '../fixtures/check-fixture.ts';
import { type GroupHoldings, groupMoves } from './necessary-groups.ts';
import { defaultOrderRules, type OrderRules } from './plan-input.ts';
import { tradeDestination } from './trade-destination.ts';

/** Targets 30, 30, 40 and 0 % of 10,000 euros; five points of tolerance each, and a group nobody wants. */
const context = prepareTariff(
  aTariff([], {
    peerGroups: ['bills', 'bonds', 'equity', 'gold'],
    covariance: [
      [0.0004, 0, 0, 0],
      [0, 0.0036, 0, 0],
      [0, 0, 0.04, 0],
      [0, 0, 0, 0.04],
    ],
    targetWeights: [0.3, 0.3, 0.4, 0],
    shortlists: [['CASH'], ['BOND'], ['EQTY'], []],
  }),
);
const total = 1_000_000;
const [money, bonds, gold] = ['bills', 'bonds', 'gold'] as const;

/** What stays unless said otherwise: everything, of funds that may be bought and carry any amount. */
const held = (before: number, rest: Partial<GroupHoldings> = {}): GroupHoldings => ({
  before,
  kept: before,
  locked: 0,
  canBuy: true,
  capacity: total,
  heldCapacity: total,
  least: 0,
  ...rest,
});

const named = (code: HintCode, group: string) => finding(code, 1, group);

/** Bounds in euros of one group, the others on their targets. */
function boundsOf(
  index: number,
  group: GroupHoldings,
  hints: readonly Hint[] = [],
  rules: OrderRules = defaultOrderRules,
) {
  const groups = [held(300_000), held(300_000), held(400_000), held(0)];
  groups[index] = group;
  const { low, high, innerLow, innerHigh, target, isOutside, end } = groupMoves(
    context,
    hints,
    groups,
    rules,
    total,
  )[index]!;
  const euros = (cents: number) => Math.round(cents) / 100;
  return {
    bounds: [euros(low), euros(high)],
    inner: [euros(innerLow), euros(innerHigh)],
    target: euros(target),
    isOutside,
    end: euros(end),
  };
}

describe('where a group may end', () => {
  it('is a little inside its tolerance where it is there, and half of it where it is traded anyway', () => {
    expect(boundsOf(1, held(310_000))).toEqual({
      bounds: [2510, 3490],
      inner: [2750, 3250],
      target: 3000,
      isOutside: false,
      end: 3100,
    });
  });

  it('is also where it is now, if no finding asks for more', () => {
    expect(boundsOf(1, held(200_000)).bounds).toEqual([2000, 3490]);
    expect(boundsOf(1, held(380_000)).bounds).toEqual([2510, 3800]);
    expect(boundsOf(3, held(15_000)).bounds).toEqual([0, 150]);
  });

  it.each(['H08', 'H09', 'H10'] as const)('is half-way to the target after %s without fees', (code) => {
    const { bounds, inner, isOutside } = boundsOf(0, held(380_000), [named(code, money)]);
    expect(bounds).toEqual([2750, 3250]);
    expect(inner).toEqual([2750, 3250]);
    expect(isOutside).toBe(true);
  });

  it('is not moved by findings of another kind or of another group', () => {
    expect(boundsOf(0, held(380_000), [named('H04', money), named('H10', bonds)]).bounds).toEqual([
      2510, 3800,
    ]);
  });

  it('is nearer to the target where orders cost something', () => {
    const rules = { ...defaultOrderRules, fee: { fixed: 10, percent: 0, cap: null } };
    const { bounds } = boundsOf(0, held(380_000), [named('H10', money)], rules);
    // 20 euros fixed against 0.3 % of 10,000 euros times 0.05 = 1.50 euros, and the trouble of a sixteenth.
    const reach = Math.round(1e6 * tradeDestination(0.05, 1 / 16 + 20 / 1.5, null)) / 100;
    expect(bounds).toEqual([3000 - reach, 3000 + reach]);
    expect(reach).toBeLessThan(100);
  });

  it('is nothing for a group that nobody wants', () => {
    expect(boundsOf(3, held(80_000), [named('H09', gold)])).toMatchObject({ bounds: [0, 0], inner: [0, 0] });
  });

  it('is never less than what is locked, nor more than its funds may carry', () => {
    expect(boundsOf(0, held(380_000, { locked: 340_000 }), [named('H10', money)]).bounds).toEqual([
      3400, 3400,
    ]);
    expect(boundsOf(3, held(80_000, { locked: 50_000 }), [named('H09', gold)]).bounds).toEqual([500, 500]);
    expect(boundsOf(0, held(200_000, { capacity: 300_000 }), [named('H10', money)]).bounds).toEqual([
      2750, 3000,
    ]);
    expect(boundsOf(0, held(200_000, { capacity: 260_000 }), [named('H10', money)]).bounds).toEqual([
      2600, 2600,
    ]);
  });

  it('is what stays of it where no fund of it may be bought', () => {
    const closed = { canBuy: false, kept: 200_000 };
    expect(boundsOf(0, held(380_000, closed), [named('H10', money)]).bounds).toEqual([2000, 2000]);
    expect(boundsOf(0, held(300_000, { canBuy: false })).bounds).toEqual([2510, 3000]);
    expect(boundsOf(0, held(380_000, { ...closed, locked: 250_000 })).bounds).toEqual([2500, 2500]);
  });

  it('begins at the least that a security may be worth, where it is held and the tolerance allows that', () => {
    const least = { least: 290_000 };
    expect(boundsOf(0, held(280_000, least)).bounds).toEqual([2900, 3490]);
    expect(boundsOf(0, held(280_000, { least: 349_000 })).bounds).toEqual([3490, 3490]);
    expect(boundsOf(0, held(280_000, { least: 350_000 })).bounds).toEqual([2510, 3490]);
    expect(boundsOf(0, held(280_000, { ...least, canBuy: false })).bounds).toEqual([2510, 2800]);
    expect(boundsOf(0, held(0, least)).bounds).toEqual([0, 3490]);
    expect(boundsOf(3, held(10_000, { least: 5000 })).bounds).toEqual([0, 100]);
  });

  it('opens no further fund for what is too much for those held, if the group may shrink to what they carry', () => {
    expect(boundsOf(0, held(320_000, { heldCapacity: 310_000 })).bounds).toEqual([2510, 3100]);
    expect(boundsOf(0, held(320_000, { heldCapacity: 251_000 })).bounds).toEqual([2510, 2510]);
    expect(boundsOf(0, held(320_000, { heldCapacity: 250_000 })).bounds).toEqual([2510, 3490]);
    expect(boundsOf(0, held(300_000, { heldCapacity: 310_000 })).bounds).toEqual([2510, 3490]);
  });

  it('is half-way inside the tolerance at most as far as the bounds go', () => {
    expect(boundsOf(0, held(200_000, { capacity: 260_000 }), [named('H10', money)]).inner).toEqual([
      2600, 2600,
    ]);
    expect(boundsOf(0, held(380_000, { locked: 340_000 }), [named('H10', money)]).inner).toEqual([
      3400, 3400,
    ]);
  });

  it('starts at what is kept', () => {
    expect(boundsOf(0, held(300_000, { kept: 120_000 })).end).toBe(1200);
  });
});
