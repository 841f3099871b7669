import { balanced, evened } from './balance-cash.ts';
import { tickOf } from './holdings.ts';
import type { Change, Trade } from './trim-sums.ts';
import type { TrimmedState } from './trimmed-state.ts';

/**
 * Takes back parts of orders that nothing needs: of one whose money may stay where it is, and of a sale together with a buy
 * it pays for.
 *
 * @returns whether that was more than rounding
 */
export function shrinkOrders(state: TrimmedState): boolean {
  const { trades } = state;
  const before = state.turnover;
  trades.forEach((sell, i) => {
    if (sell.sign === 1 || sell.isFixed) return;
    trades.forEach((buy, j) => {
      if (buy.sign === -1 || buy.ticks === 0 || sell.ticks === 0) return;
      shrinkPair(state, i, j);
    });
  });
  trades.forEach((trade, k) => {
    if (!trade.isFixed) largest(trade, (ticks) => state.apply([[k, trade.ticks - ticks]]));
  });
  return before - state.turnover > 1e-4 * before;
}

/** The most that a sale and a buy can lose together; the one with the coarser units sets the steps. */
function shrinkPair(state: TrimmedState, i: number, j: number): void {
  const [sell, buy] = [state.trades[i]!, state.trades[j]!];
  const [coarse, fine] = tickOf(buy.holding) >= tickOf(sell.holding) ? [j, i] : [i, j];
  const trade = state.trades[coarse]!;
  largest(trade, (ticks) => {
    const less: Change = [[coarse, trade.ticks - ticks]];
    const [wide, even] = [balanced(state, less, fine), evened(state, less, fine)];
    return [even, wide].some(
      (change) => change !== null && state.turnoverBy(change) < 0 && state.apply(change),
    );
  });
}

/** Ticks by which a full sale must become smaller to leave what is worth an order; 0 where it is none. */
function leastLeft({ sign, ticks, holding }: Trade): number {
  if (sign === 1 || ticks < holding.ticks) return 0;
  return Math.ceil(Math.max(1, holding.minimumOrder) / tickOf(holding) - 1e-9);
}

/** The largest number of ticks up to those of a trade that a trial accepts, by halving; each success is kept. */
function largest(trade: Trade, tries: (ticks: number) => boolean): void {
  const isWhole = trade.holding.decimals === 0;
  const least = isWhole ? 1 : Math.max(1, Math.floor(trade.ticks / 2048));
  // Most orders cannot lose anything: one trial shows it, and another where all of a fund goes, of which little less cannot stay.
  const first = Math.max(least, leastLeft(trade));
  if (trade.ticks === 0 || (trade.ticks > first && !tries(first) && !tries(trade.ticks))) return;
  let step = trade.ticks;
  while (step >= least && trade.ticks > 0) {
    if (step <= trade.ticks && tries(step)) continue;
    step = step === 1 ? 0 : Math.ceil(step / 2);
  }
}
