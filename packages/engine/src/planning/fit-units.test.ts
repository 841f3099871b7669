import { expect, it } from 'vitest';
import { fitUnits } from './fit-units.ts';
import type { Holding } from './holdings.ts';
import type { GroupMove } from './necessary-groups.ts';

const holding = (isin: string, groupIndex: number, price: number, ticks: number, decimals = 0): Holding => ({
  isin,
  groupIndex,
  price,
  decimals,
  ticks,
  value: Math.round((100 * price * ticks) / 10 ** decimals),
  isLocked: false,
  isAcceptable: true,
  minimumOrder: 0,
});

const move = (before: number, high: number, target: number): GroupMove => ({
  before,
  kept: before,
  low: 0,
  high,
  innerLow: 0,
  innerHigh: high,
  target,
  isOutside: true,
  canBuy: true,
  end: before,
});

it('sells a whole unit where half of one is asked for, and buys for what that frees in the group with the most need', () => {
  const [large, other] = [holding('A', 0, 100, 10), holding('B', 1, 10, 20, 3)];
  const targets = new Map([
    ['A', 95_000],
    ['B', 25_000],
  ]);
  fitUnits(
    [move(100_000, 95_000, 90_000), move(20, 60_000, 50_000)],
    [[large], [other]],
    [[large], [other]],
    targets,
  );
  expect([...targets]).toEqual([
    ['A', 90_000],
    ['B', 30_000],
  ]);
});

it('lets the fund with the finest units make up for one that cannot be sold in parts', () => {
  const [large, fine] = [holding('A', 0, 100, 10), holding('C', 0, 3, 100)];
  const targets = new Map([['A', 95_000]]);
  fitUnits([move(130_000, 125_000, 120_000)], [[large, fine]], [[large, fine]], targets);
  // 50 euros by units of 3: seventeen of them; what is more is not bought in the group that is sold from.
  expect([...targets]).toEqual([
    ['A', 100_000],
    ['C', 24_900],
  ]);
});

it('leaves alone what is locked, sold wholly or traded in fractions', () => {
  const inGroup = [
    { ...holding('A', 0, 100, 10), isLocked: true },
    holding('B', 0, 100, 10),
    holding('C', 0, 100, 10_000, 3),
  ];
  const targets = new Map([
    ['A', 95_000],
    ['B', 0],
    ['C', 95_000],
  ]);
  fitUnits([move(300_000, 200_000, 100_000)], [inGroup], [inGroup], targets);
  expect([...targets.values()]).toEqual([95_000, 0, 95_000]);
});
