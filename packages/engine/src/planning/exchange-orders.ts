import type { TariffContext } from '../check/tariff-context.ts';
import { applyBalanced, balanced } from './balance-cash.ts';
import { type Holding, isBuyable, tickOf } from './holdings.ts';
import type { PortfolioPlan } from './plan-portfolio.ts';
import { shrinkOrders } from './shrink-orders.ts';
import { takeBack } from './take-back.ts';
import type { Change, Trade } from './trim-sums.ts';
import type { TrimmedState } from './trimmed-state.ts';

/** What an exchange must save of the turnover: another fund for less than that is no smaller intervention. */
export const materialPart = 0.01;
/** So much more turnover counts as the same where it takes fewer orders. */
const sameTurnover = 0.001;
/** More orders than that are not exchanged: their number of ways grows faster than what they save. */
export const maximumOrders = 10;
/** Whole units of an order that are exchanged one by one; larger orders go by halves. */
const maximumUnits = 12;

/** An order goes part by part into another one, each as large as bounds allow once the part before made others superfluous. */
const maximumRounds = 4;

/** So few orders, of so few units, are exchanged two at a time. */
const maximumCoarse = 3;

/**
 * Exchanges orders for orders of other funds wherever that turns over less: units that fit better, a fund that two needs
 * can share, a sale that serves the risk as well. Bounds are those of the state; a fund is bought in its own group or in one
 * that is held, and nothing is sold and bought in one group that was not before.
 *
 * @returns whether an order was exchanged
 */
export function exchangeOrders(
  context: TariffContext,
  { holdings }: PortfolioPlan,
  state: TrimmedState,
): boolean {
  if (state.orders === 0 || state.orders > maximumOrders) return false;
  offerOthers(context, holdings, state);
  const { trades } = state;
  let isChanged = replaceOrders(state);
  for (let k = 0; k < trades.length; k++) {
    if (trades[k]!.isFixed) continue;
    for (let j = 0; j < trades.length; j++)
      for (let round = 0; round < maximumRounds && trades[k]!.ticks > 0; round++) {
        if (trades[j]!.sign !== trades[k]!.sign || !mayOpen(trades, j, [k]) || !exchange(state, k, j)) break;
        isChanged = true;
      }
  }
  return isChanged;
}

/**
 * Every fund that could be sold or bought instead.
 *
 * @param isAnywhere whether also in groups of which nothing is held or bought
 */
export function offerOthers(
  context: TariffContext,
  holdings: readonly Holding[],
  state: TrimmedState,
  isAnywhere = false,
): void {
  const traded = new Set(state.trades.map(({ holding }) => holding.isin));
  const groups = new Set(
    state.trades.flatMap(({ holding, sign }) => (sign === 1 ? [holding.groupIndex] : [])),
  );
  for (const holding of holdings) {
    const { isin, isLocked, value, groupIndex } = holding;
    if (isLocked || traded.has(isin) || groupIndex < 0) continue;
    if (value > 0) state.offer(holding, -1);
    const isListed = value > 0 || (context.input.shortlists[groupIndex]?.includes(isin) ?? false);
    const isNear = isAnywhere || value > 0 || groups.has(groupIndex);
    if (isListed && isNear && context.target[groupIndex]! > 0 && isBuyable(context, holding))
      state.offer(holding, 1);
  }
}

/** Whether an order may take the place of others: no switch inside a group that was none before. */
function mayOpen(trades: readonly Trade[], j: number, replaced: readonly number[]): boolean {
  const { holding: other, sign: own, isFixed: isGiven } = trades[j]!;
  if (isGiven || replaced.includes(j)) return false;
  const isInPlace = replaced.some((k) => {
    const { sign, ticks, holding } = trades[k]!;
    return ticks > 0 && sign === own && holding.groupIndex === other.groupIndex;
  });
  return trades.every(({ holding, ticks, sign, isFixed }, k) => {
    if (ticks === 0 || sign === own || replaced.includes(k)) return true;
    if (holding.isin === other.isin) return false;
    return isFixed || isInPlace || holding.groupIndex !== other.groupIndex;
  });
}

/** Whether an order is the other side, in its group, of one that a change makes. */
const opensSwitch = (trades: readonly Trade[], j: number, change: Change): boolean =>
  change.some(([k, ticks]) => {
    const { holding, sign } = trades[k]!;
    return ticks > 0 && sign !== trades[j]!.sign && holding.groupIndex === trades[j]!.holding.groupIndex;
  });

/** Orders, and pairs of a sale and a buy, that one other order for what is left of them replaces. */
function replaceOrders(state: TrimmedState): boolean {
  const { trades } = state;
  let isChanged = false;
  const replace = (indices: readonly number[]) => {
    if (indices.some((k) => trades[k]!.ticks === 0 || trades[k]!.isFixed)) return;
    const dropped = indices.map((k) => [k, 0] as const);
    for (let j = 0; j < trades.length; j++) {
      if (trades[j]!.ticks > 0 || !mayOpen(trades, j, indices)) continue;
      const change = balanced(state, dropped, j);
      if (change && state.turnoverBy(change) < 0 && tryChange(state, () => state.apply(change))) {
        isChanged = true;
        return;
      }
    }
  };
  const open = trades.flatMap(({ ticks, isFixed }, k) => (ticks > 0 && !isFixed ? [k] : []));
  for (const a of open) for (const b of open) if (trades[a]!.sign < trades[b]!.sign) replace([a, b]);
  for (const a of open) replace([a]);
  return isChanged;
}

/** Exchanges as much of an order as saves something; whether any of it was. */
function exchange(state: TrimmedState, k: number, j: number): boolean {
  const [own, other] = [state.trades[k]!, state.trades[j]!];
  for (const part of partsOf(own)) {
    for (const more of unitsFor(part * tickOf(own.holding), other)) {
      if (more < 1 || (other.sign === -1 && other.ticks + more > other.holding.ticks)) continue;
      const change: Change = [
        [k, own.ticks - part],
        [j, other.ticks + more],
      ];
      if (tryChange(state, () => applyBalanced(state, change) || applyWithOther(state, change))) return true;
    }
  }
  return false;
}

/** Units of another order for so much money, the nearest first; of few whole ones also less than that: the rest may be superfluous. */
function unitsFor(money: number, { holding }: Trade): ReadonlySet<number> {
  const exact = money / tickOf(holding);
  const [less, more] = [Math.floor(exact + 1e-9), Math.ceil(exact - 1e-9)];
  if (holding.decimals > 0 || more > maximumCoarse) return new Set([less, more]);
  return new Set([less, more, ...Array.from({ length: less }, (_, k) => less - k)]);
}

/**
 * Few coarse units: a change whose cash no order makes come out, with another one of the other side in the place of one, for
 * what then is left, or for all or half of its money where a third order gives or takes the rest.
 */
function applyWithOther(state: TrimmedState, change: Change): boolean {
  const { trades } = state;
  if (change.some(([k]) => trades[k]!.ticks > maximumCoarse)) return false;
  const isIn = (k: number) => change.some(([other]) => other === k);
  const open = trades.flatMap(({ ticks, isFixed }, k) => (ticks > 0 && !isFixed && !isIn(k) ? [k] : []));
  if (open.length > maximumCoarse) return false;
  for (const a of open)
    for (let j = 0; j < trades.length; j++) {
      if (trades[j]!.ticks > 0 || isIn(j) || trades[j]!.sign !== trades[a]!.sign || !mayOpen(trades, j, [a]))
        continue;
      if (opensSwitch(trades, j, change)) continue;
      const dropped: Change = [...change, [a, 0]];
      const whole = balanced(state, dropped, j);
      if (whole && state.turnoverBy(whole) < 0 && state.apply(whole)) return true;
      for (const part of [1, 0.5]) {
        const ticks = Math.floor((part * trades[a]!.amount) / tickOf(trades[j]!.holding) + 1e-9);
        const other: Change = [...dropped, [j, ticks]];
        if (ticks >= 1 && state.turnoverBy(other) < 0 && applyBalanced(state, other)) return true;
      }
    }
  return false;
}

/** How much of an order is tried: all of it first. */
function partsOf({ ticks, holding }: Trade): number[] {
  if (holding.decimals > 0 || ticks > maximumUnits)
    return [ticks, Math.ceil(ticks / 2), Math.ceil(ticks / 4)];
  return Array.from({ length: ticks }, (_, less) => ticks - less);
}

/**
 * Keeps a change, with what then can be taken back, only where that turns over less, or takes fewer orders for the same. A
 * fund of finer units, a better rank or less risk of its own saves nothing by itself, but makes other orders superfluous.
 */
function tryChange(state: TrimmedState, apply: () => boolean): boolean {
  const { turnover: before, orders } = state;
  const isLess = () =>
    state.turnover < (1 - materialPart) * before ||
    (state.orders < orders && state.turnover < (1 + sameTurnover) * before);
  const restore = state.mark();
  if (apply()) {
    const wasTaken = takeBack(state);
    shrinkOrders(state);
    if (isLess()) return true;
    restore();
    // What was taken back may have been the new order itself, for its fee: what it makes superfluous goes first then.
    if (!wasTaken || !apply()) return false;
    shrinkOrders(state);
    takeBack(state);
    if (isLess()) return true;
  }
  restore();
  return false;
}
