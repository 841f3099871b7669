import type { ContractCheck } from '../check/check-contract.ts';
import type { TariffContext } from '../check/tariff-context.ts';
import { valueOfTicks } from './holdings.ts';
import type { Order } from './make-orders.ts';
import { type PlanRequest, planFeeOf } from './plan-input.ts';
import { applyOrders, type PortfolioPlan } from './plan-portfolio.ts';
import { type Change, type Trade, TrimmedState } from './trimmed-state.ts';

/** So many passes over the orders at most; two are the rule. */
const maximumPasses = 6;
/** Orders whose subsets are tried: more of them are taken back one by one and in pairs of a group only. */
const maximumForSubsets = 8;

/**
 * Takes back whatever of a plan's orders nothing needs: single orders, pairs, and parts of a sale and a buy that only
 * feed each other. Findings, destinations, tolerances, limits, band and parts of the score stay as the plan keeps them.
 *
 * @param before the check of the contract as it is
 * @param after the check of the plan
 * @returns the plan itself where nothing can be taken back
 */
export function trimOrders(
  context: TariffContext,
  request: PlanRequest,
  plan: PortfolioPlan,
  before: ContractCheck,
  after: ContractCheck,
): PortfolioPlan {
  if (plan.orders.length === 0 || request.rules.maximumTurnover !== null || after.total <= 0) return plan;
  const state = new TrimmedState(context, request, plan, before, after);
  let isTrimmed = false;
  for (let pass = 0; pass < maximumPasses; pass++) {
    const wasTaken = takeBack(state);
    const wasMerged = merge(state);
    const wasShrunk = shrink(state);
    if (!wasTaken && !wasMerged && !wasShrunk) break;
    isTrimmed = true;
  }
  return isTrimmed ? planOf(request, plan, state) : plan;
}

/** Orders that can go as a whole: alone, then in pairs, then three at once, with what that costs in cash made up by others. */
function takeBack(state: TrimmedState): boolean {
  const { trades } = state;
  const open = () => trades.flatMap(({ ticks, isFixed }, k) => (ticks > 0 && !isFixed ? [k] : []));
  let isChanged = false;
  const drop = (indices: readonly number[]) => {
    if (indices.some((k) => trades[k]!.ticks === 0)) return;
    if (
      withCash(
        state,
        indices.map((k) => [k, 0] as const),
      )
    )
      isChanged = true;
  };
  for (const k of open()) drop([k]);
  const left = open();
  const isFew = left.length <= maximumForSubsets;
  const groupOf = (k: number) => trades[k]!.holding.groupIndex;
  for (const a of left) for (const b of left) if (a < b && (isFew || groupOf(a) === groupOf(b))) drop([a, b]);
  const rest = open();
  if (isFew)
    for (const a of rest) for (const b of rest) for (const c of rest) if (a < b && b < c) drop([a, b, c]);
  return isChanged;
}

/** A change with the cash it takes brought back by smaller buys: by the one that has most room, else one after the other. */
function withCash(state: TrimmedState, change: Change): boolean {
  if (state.apply(change)) return true;
  const { trades } = state;
  let missing = -state.spareCash;
  const isIn = new Set(change.map(([k]) => k));
  for (const [k, ticks] of change) {
    const { sign, amount, ticks: now, fee } = trades[k]!;
    const left = now > 0 ? (amount * ticks) / now : 0;
    missing += -sign * (amount - left) - (ticks === 0 ? fee : 0);
  }
  if (missing <= 0) return false;
  for (let k = 0; k < trades.length; k++) {
    const { sign, ticks, isFixed, holding } = trades[k]!;
    if (sign === -1 || ticks === 0 || isFixed || isIn.has(k)) continue;
    if (missing > trades[k]!.amount) continue;
    const less = Math.ceil((missing / 100 / holding.price) * 10 ** holding.decimals - 1e-9);
    if (less <= ticks && state.apply([...change, [k, ticks - less]])) return true;
  }
  return false;
}

/** The smallest orders go into others of their kind, where those may take them: one order less for the same money. */
function merge(state: TrimmedState): boolean {
  const { trades } = state;
  let isChanged = false;
  for (let k = trades.length - 1; k >= 0; k--) {
    const small = trades[k]!;
    if (small.ticks === 0 || small.isFixed) continue;
    for (let j = 0; j < trades.length; j++) {
      const large = trades[j]!;
      if (j === k || large.ticks === 0 || large.isFixed || large.sign !== small.sign) continue;
      const { price, decimals } = large.holding;
      const amount = small.amount + large.amount;
      const exact = (amount / 100 / price) * 10 ** decimals;
      const ticks = small.sign === 1 ? Math.floor(exact + 1e-9) : Math.ceil(exact - 1e-9);
      // A whole unit more would be more turnover, not less of it.
      if (valueOfTicks(ticks, price, decimals) > amount + 1) continue;
      const change: Change = [
        [k, 0],
        [j, ticks],
      ];
      if (!state.apply(change)) continue;
      isChanged = true;
      break;
    }
  }
  return isChanged;
}

/** Parts of orders nothing needs: of a buy whose money may stay cash, and of a sale together with a buy it pays for. */
function shrink(state: TrimmedState): boolean {
  const { trades } = state;
  const before = state.turnover;
  trades.forEach((trade, k) => {
    if (trade.sign === 1) largest(trade, (ticks) => state.apply([[k, trade.ticks - ticks]]));
  });
  trades.forEach((sell, i) => {
    if (sell.sign === 1 || sell.isFixed) return;
    trades.forEach((buy, j) => {
      if (buy.sign === -1 || buy.ticks === 0 || sell.ticks === 0) return;
      shrinkPair(state, i, j);
    });
  });
  return before - state.turnover > 1e-4 * before;
}

/** The most that a sale and a buy can lose together; the one with the coarser units sets the steps. */
function shrinkPair(state: TrimmedState, i: number, j: number): void {
  const [sell, buy] = [state.trades[i]!, state.trades[j]!];
  const unit = ({ holding }: Trade) => (100 * holding.price) / 10 ** holding.decimals;
  if (unit(buy) >= unit(sell)) {
    // So many units less to buy, and as much less to sell as the cash allows.
    largest(buy, (ticks) => {
      const freed = ticks * unit(buy) + state.spareCash;
      const less = Math.min(sell.ticks, Math.floor(freed / unit(sell)));
      return state.apply([
        [j, buy.ticks - ticks],
        [i, sell.ticks - less],
      ]);
    });
    return;
  }
  largest(sell, (ticks) => {
    const missing = ticks * unit(sell) - state.spareCash;
    const less = Math.max(0, Math.ceil(missing / unit(buy) + 1e-9));
    return less <= buy.ticks
      ? state.apply([
          [i, sell.ticks - ticks],
          [j, buy.ticks - less],
        ])
      : false;
  });
}

/** The largest number of ticks up to those of a trade that a trial accepts, by halving; each success is kept. */
function largest(trade: Trade, tries: (ticks: number) => boolean): void {
  const isWhole = trade.holding.decimals === 0;
  const least = isWhole ? 1 : Math.max(1, Math.floor(trade.ticks / 2048));
  // Most orders cannot lose anything: one trial shows it.
  if (trade.ticks === 0 || (trade.ticks > least && !tries(least) && !tries(trade.ticks))) return;
  let step = trade.ticks;
  while (step >= least && trade.ticks > 0) {
    if (step <= trade.ticks && tries(step)) continue;
    step = step === 1 ? 0 : Math.ceil(step / 2);
  }
}

function planOf(request: PlanRequest, plan: PortfolioPlan, { trades }: TrimmedState): PortfolioPlan {
  const orders = trades
    .filter(({ ticks }) => ticks > 0)
    .map(
      ({ holding, sign, ticks, amount, fee }): Order => ({
        isin: holding.isin,
        action: sign === 1 ? 'buy' : 'sell',
        ticks,
        amount,
        fee,
        isFullSale: sign === -1 && ticks === holding.ticks,
      }),
    )
    .sort(
      (a, b) =>
        (a.action === b.action ? 0 : a.action === 'sell' ? -1 : 1) ||
        b.amount - a.amount ||
        (a.isin < b.isin ? -1 : 1),
    );
  const start = plan.cashAfter + planFeeOf(request.rules, plan.orders) - planFeeOf(request.rules, orders);
  const net = (list: readonly Order[]) =>
    list.reduce((sum, { action, amount, fee }) => sum + (action === 'sell' ? amount : -amount) - fee, 0);
  const cashAfter = start - net(plan.orders) + net(orders);
  const after = {
    ...applyOrders(request.contract, plan.holdings, orders, cashAfter),
    savingsPlan: plan.after.savingsPlan,
  };
  return { ...plan, orders, cashAfter, after };
}
