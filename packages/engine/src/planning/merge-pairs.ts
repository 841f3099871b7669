import { balanced } from './balance-cash.ts';
import { tickOf } from './holdings.ts';
import { shrinkOrders } from './shrink-orders.ts';
import { takeBack } from './take-back.ts';
import type { TrimmedState } from './trimmed-state.ts';

/** More orders than that are not merged two and two: their number of ways grows with its fourth power. */
const maximumOrders = 14;
/** So much more turnover counts as the same where it takes fewer orders. */
const sameTurnover = 0.001;
/** What a sale and a buy do that others shall do, those do with so much more at once: what is too much of it is shrunk. */
const factors = [1, 1.02];

/**
 * A sale and the buy it pays for go into another sale and another buy, where those do the same for as much: two orders less.
 * One of them alone cannot, for the other would be without its money.
 *
 * @returns whether any did
 */
export function mergePairs(state: TrimmedState): boolean {
  const { trades } = state;
  let isChanged = false;
  if (state.orders > maximumOrders) return false;
  const open = (sign: 1 | -1) =>
    trades
      .flatMap((trade, k) => (trade.sign === sign && trade.ticks > 0 ? [k] : []))
      .toSorted((a, b) => trades[a]!.amount - trades[b]!.amount);
  const [sales, buys] = [open(-1), open(1)];
  // The larger of two pairs never goes into the smaller one, which is tried the other way round.
  for (const a of sales) for (const b of buys) if (mergeInto(state, [a, b], sales, buys)) isChanged = true;
  return isChanged;
}

function mergeInto(
  state: TrimmedState,
  [a, b]: readonly [number, number],
  sales: readonly number[],
  buys: readonly number[],
): boolean {
  const { trades } = state;
  const [sale, buy] = [trades[a]!, trades[b]!];
  if (sale.isFixed || buy.isFixed) return false;
  for (const c of sales)
    for (const d of buys) {
      const [more, other] = [trades[c]!, trades[d]!];
      if (sale.ticks === 0 || buy.ticks === 0) return false;
      if (c === a || d === b || more.isFixed || more.amount < sale.amount || other.amount < buy.amount)
        continue;
      for (const factor of factors) {
        const added = Math.ceil((factor * sale.amount) / tickOf(more.holding));
        const ticks = Math.min(more.holding.ticks, more.ticks + added);
        const change = balanced(
          state,
          [
            [a, 0],
            [b, 0],
            [c, ticks],
          ],
          d,
        );
        if (change && tryMerged(state, () => state.apply(change))) return true;
      }
    }
  return false;
}

/** Keeps fewer orders for the same turnover. */
function tryMerged(state: TrimmedState, apply: () => boolean): boolean {
  const { turnover, orders } = state;
  const restore = state.mark();
  if (apply()) {
    takeBack(state);
    shrinkOrders(state);
    if (state.orders < orders && state.turnover < (1 + sameTurnover) * turnover) return true;
  }
  restore();
  return false;
}
