import type { HintCode } from '@depotwerk/domain/advice/hint-codes';
import type { Hint } from '../check/contract-input.ts';
import { groupTolerance } from '../check/group-tolerance.ts';
import type { TariffContext } from '../check/tariff-context.ts';
import { usedTolerance } from './group-room.ts';
import type { OrderRules } from './plan-input.ts';
import { costRatioOf, tradeDestination } from './trade-destination.ts';
import { targetSpreads } from './weight-spread.ts';

/** A peer group on its way from what is kept to where it shall end. All in cents. */
export interface GroupMove {
  /** What it was worth before anything is sold. */
  readonly before: number;
  /** What stays in any case: value without funds that must go. */
  readonly kept: number;
  /** Where it may end; both inclusive. */
  readonly low: number;
  readonly high: number;
  readonly target: number;
  /** Half-way inside the tolerance: who trades anyway goes no farther from the target than this. */
  readonly innerLow: number;
  readonly innerHigh: number;
  /** Whether it was outside its tolerance (H08 to H10). */
  readonly isOutside: boolean;
  readonly canBuy: boolean;
  /** Where it ends. */
  end: number;
}

/** What is known of a group's holdings, in cents. */
export interface GroupHoldings {
  readonly before: number;
  readonly kept: number;
  readonly locked: number;
  readonly canBuy: boolean;
  /** The most its funds may carry together without a cluster risk. */
  readonly capacity: number;
  /** The same of the funds that are held and stay. */
  readonly heldCapacity: number;
  /** The least a security may be worth by the tariff's limits; 0 = none. */
  readonly least: number;
}

/** Findings that a group is outside its tolerance. */
export const groupCodes: ReadonlySet<HintCode> = new Set(['H08', 'H09', 'H10']);

/**
 * Where each group may end. Inside its tolerance it stays inside; outside it goes to its destination between the edge and
 * the target (see docs/engine.md, no-trade region): nearer to the target would cost more turnover, farther would bring the
 * same hint back too soon.
 *
 * @param rules fees of an order
 * @param total value in cents that weights refer to, cash included
 */
export function groupMoves(
  context: TariffContext,
  hints: readonly Hint[],
  groups: readonly GroupHoldings[],
  rules: OrderRules,
  total: number,
): GroupMove[] {
  const { input, target } = context;
  const spreads = targetSpreads(context);
  const flagged = new Set(hints.filter(({ code }) => groupCodes.has(code)).map(({ subject }) => subject));
  return groups.map(({ before, kept, locked, canBuy, capacity, heldCapacity, least }, g) => {
    const wanted = target[g]!;
    const isOutside = flagged.has(input.peerGroups[g]!);
    const tolerance = wanted > 0 ? groupTolerance(input.rules, wanted) : 0;
    const costs = isOutside ? costRatioOf(rules, input.rules, total, tolerance) : 0;
    const reach = isOutside ? tradeDestination(tolerance, costs, spreads[g]!) : tolerance * usedTolerance;
    let low = Math.max(0, wanted - reach) * total;
    let high = (wanted + reach) * total;
    // A silenced hint, or a group too small to be missed: where it is, it may stay.
    if (!isOutside) {
      low = Math.min(low, before);
      high = Math.max(high, before);
    }
    high = Math.max(locked, Math.min(high, capacity));
    if (!canBuy) {
      high = Math.min(high, Math.max(kept, locked));
      low = Math.min(low, kept);
    }
    low = Math.max(locked, Math.min(low, high));
    // Too small for the tariff's limits: brought up to them rather than sold, where the tolerance allows it.
    if (before > 0 && wanted > 0 && canBuy && least <= high) low = Math.max(low, least);
    // What is too much for the funds held need not go to a new one of the group if the group may shrink.
    if (before > heldCapacity && heldCapacity >= low) high = Math.min(high, heldCapacity);
    const inner = (tolerance / 2) * total;
    const innerLow = Math.min(high, Math.max(low, wanted * total - inner));
    const innerHigh = Math.max(low, Math.min(high, wanted * total + inner));
    const aims = wanted * total;
    return { before, kept, low, high, innerLow, innerHigh, target: aims, isOutside, canBuy, end: kept };
  });
}

/**
 * Moves the least that brings every group between its bounds: what must be sold pays for what must be bought; what is
 * missing comes from cash, then from the groups most above their targets; what is left over goes back where it came from,
 * then to groups that are bought anyway.
 *
 * @param freed cents from funds that must go, and money that must be invested
 * @param cash cents that may be used instead of selling
 * @returns cents of cash that were used, and cents that found no group
 */
export function balanceGroups(
  moves: readonly GroupMove[],
  freed: number,
  cash: number,
): { readonly used: number; readonly left: number } {
  let pool = freed;
  let used = 0;
  for (const move of moves) {
    if (move.end <= move.high) continue;
    pool += move.end - move.high;
    move.end = move.high;
  }
  for (const move of moves) {
    if (move.end >= move.low) continue;
    pool -= move.low - move.end;
    move.end = move.low;
  }
  if (pool < 0) {
    used = Math.min(cash, -pool);
    pool += used;
    // First what stays well inside its tolerance; then whatever that allows.
    pool = raise(moves, pool, (move) => move.innerLow);
    pool = raise(moves, pool, (move) => move.low);
  }
  const takers = moves.filter(({ canBuy }) => canBuy);
  const isBought = (move: GroupMove) => move.end > move.kept;
  // What is bought anyway is not left at the edge of its tolerance for the sake of another: the next hint would be back at once.
  pool = share(takers.filter(isBought), pool, (_, room) => room, 1, insideOf);
  pool = fill(takers, pool, (move) => Math.min(move.before, move.high));
  pool = fill(takers.filter(isBought), pool, (move) => Math.min(move.target, move.high));
  pool = fill(takers.filter(isBought), pool, ({ innerHigh }) => innerHigh);
  pool = fill(takers.filter(isHeld), pool, ({ innerHigh }) => innerHigh);
  pool = fill(takers.filter(isBought), pool, ({ high }) => high);
  pool = fill(takers.filter(isHeld), pool, ({ high }) => high);
  pool = fill(takers, pool, ({ high }) => high);
  return { used, left: pool };
}

/** Half a tolerance below the target, or where a group was if that is less. */
const insideOf = ({ innerLow, before, low, high }: GroupMove): number =>
  Math.min(innerLow, Math.max(before, low), high);

const isHeld = (move: GroupMove) => move.before > 0;

/** Sells from groups down to `floor`; returns what is still missing (below 0) or 0. */
function raise(moves: readonly GroupMove[], pool: number, floor: (move: GroupMove) => number): number {
  const sellers = fewest(moves, -pool, (move) => move.end - floor(move));
  // What is above its target first, so that nothing goes below it without need.
  const missing = share(sellers, -pool, ({ end, target }, room) => Math.min(room, end - target), -1, floor);
  return -share(sellers, missing, (_, room) => room, -1, floor);
}

/** Fills groups up to `ceiling`; returns what is left. */
function fill(moves: readonly GroupMove[], pool: number, ceiling: (move: GroupMove) => number): number {
  const open = moves.filter((move) => {
    // A group nobody holds is opened as a whole or not at all: a little of it would be a new deviation.
    const isNew = move.before === 0 && move.end === 0;
    return !isNew || Math.min(pool, ceiling(move)) >= move.target / 2;
  });
  const buyers = fewest(open, pool, (move) => ceiling(move) - move.end);
  const left = share(buyers, pool, ({ end, target }, room) => Math.min(room, target - end), 1, ceiling);
  return share(buyers, left, (_, room) => room, 1, ceiling);
}

/** As few groups as together have room for an amount, those with the most first: every group is an order. */
function fewest(
  moves: readonly GroupMove[],
  amount: number,
  roomOf: (move: GroupMove) => number,
): GroupMove[] {
  const chosen: GroupMove[] = [];
  let rest = amount;
  for (const move of moves.toSorted((a, b) => roomOf(b) - roomOf(a))) {
    const room = roomOf(move);
    if (rest <= 0 || room <= 0) break;
    chosen.push(move);
    rest -= room;
  }
  return chosen;
}

/** Gives an amount to groups in proportion to what each shall take; returns what is left of it. */
function share(
  moves: readonly GroupMove[],
  amount: number,
  wish: (move: GroupMove, room: number) => number,
  sign: 1 | -1,
  bound: (move: GroupMove) => number,
): number {
  if (amount <= 0) return 0;
  const wishes = moves.map((move) => Math.max(0, wish(move, sign * (bound(move) - move.end))));
  const sum = wishes.reduce((all, part) => all + part, 0);
  const part = sum > amount ? amount / sum : 1;
  moves.forEach((move, k) => {
    move.end += sign * part * wishes[k]!;
  });
  return Math.max(0, amount - sum);
}
