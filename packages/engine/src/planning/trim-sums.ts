import type { PreparedFund, TariffContext } from '../check/tariff-context.ts';
import { fundQuality } from '../contract-score.ts';
import type { Holding } from './holdings.ts';
import type { Order } from './order-problem.ts';
import type { PlanRequest } from './plan-input.ts';

/** What is looked up of a traded fund once; null = nobody knows it. */
export interface TradedKnown {
  readonly fund: PreparedFund | null;
  readonly quality: number;
}

/** An order of a plan that may become smaller. Cents and ticks. */
export interface Trade {
  readonly holding: Holding;
  readonly sign: 1 | -1;
  ticks: number;
  amount: number;
  fee: number;
  /** What must go, goes. */
  readonly isFixed: boolean;
  readonly known: TradedKnown;
}

/**
 * An order of a plan, as planned.
 *
 * @param leaving funds that go, whatever it costs
 */
export function tradeOf(
  context: TariffContext,
  holding: Holding,
  { action, ticks, amount, fee, isFullSale }: Order,
  leaving: ReadonlySet<string>,
): Trade {
  const isFixed = isFullSale && leaving.has(holding.isin);
  const sign = action === 'buy' ? 1 : -1;
  return { holding, sign, ticks, amount, fee, isFixed, known: knownOf(context, holding) };
}

/** An order as a change would make it; `delta` is what it adds to the holding, in cents. */
export interface ChangedTrade {
  readonly trade: Trade;
  readonly ticks: number;
  readonly amount: number;
  readonly fee: number;
  readonly delta: number;
}

/** Orders that would change: their places and the ticks they would have. */
export type Change = readonly (readonly [index: number, ticks: number])[];

/** What is summed over all orders and holdings; money in cents. */
export interface Sums {
  cash: number;
  variance: number;
  specific: number;
  quota: number;
  quality: number;
  invested: number;
  costs: number;
  /** Holdings of any value. */
  count: number;
  /** Amounts and fees of the orders, and how many there are. */
  turnover: number;
  orders: number;
}

export const noSums: Sums = {
  cash: 0,
  variance: 0,
  specific: 0,
  quota: 0,
  quality: 0,
  invested: 0,
  costs: 0,
  count: 0,
  turnover: 0,
  orders: 0,
};

/** What is asked again and again of a fund that is held or traded. */
export function knownOf({ funds }: TariffContext, { isin }: Holding): TradedKnown {
  const fund = funds.get(isin);
  if (!fund) return { fund: null, quality: 0 };
  const isGood = fund.isInUniverse && (fund.status === 'open' || fund.status === 'softClosed');
  return { fund, quality: fundQuality(fund.rank, isGood) };
}

/** Fractions that the units of their funds do not allow to trade: they stay, and the check counts them. Cents. */
export interface Fractions {
  readonly groups: Float64Array;
  readonly value: number;
  /** Ongoing costs a year. */
  readonly costs: number;
}

/** The fractions of what is held; null = none. */
export function fractionsIn(
  { target, funds }: TariffContext,
  { contract }: PlanRequest,
  holdings: readonly Holding[],
): Fractions | null {
  const quantities = new Map<string, number>();
  for (const { isin, quantity } of contract.positions)
    quantities.set(isin, (quantities.get(isin) ?? 0) + quantity);
  let groups: Float64Array | null = null;
  let [sum, costs] = [0, 0];
  for (const { isin, groupIndex, price, value } of holdings) {
    // Less than one unit is worth nothing to trade, and is a fraction as a whole.
    const quantity = quantities.get(isin) ?? 0;
    const rest = quantity > 0 ? 100 * price * quantity - value : 0;
    if (rest < 1 || groupIndex < 0) continue;
    groups ??= new Float64Array(target.length);
    groups[groupIndex]! += rest;
    sum += rest;
    costs += rest * (funds.get(isin)?.assumedTer ?? 0);
  }
  return groups && { groups, value: sum, costs };
}

/**
 * Of cents by group, the part that is not where the target wants it, of all that shall be: 0 to 2.
 *
 * @param fractions what stays beside them
 * @param wanted what the target wants to place, of these groups and fractions and of cash above the reserve
 */
export function misplacedIn(
  groups: Float64Array,
  fractions: Fractions | null,
  target: Float64Array,
  wanted: number,
): number {
  let sum = 0;
  let placed = 0;
  for (let g = 0; g < target.length; g++) {
    const value = groups[g]! + (fractions?.groups[g] ?? 0);
    placed += value;
    sum += Math.abs(value - target[g]! * wanted);
  }
  return (sum + Math.max(0, wanted - placed)) / wanted;
}

/** Remembers orders as they are, in one array of numbers: this is done for every trial that changes something. The answer brings them back. */
export function rememberedOrders(trades: readonly Trade[]): () => void {
  const count = trades.length;
  const orders = new Float64Array(3 * count);
  for (let k = 0; k < count; k++) {
    const { ticks, amount, fee } = trades[k]!;
    orders[3 * k] = ticks;
    orders[3 * k + 1] = amount;
    orders[3 * k + 2] = fee;
  }
  return () => {
    trades.forEach((trade, k) => {
      // Orders that came in since are none.
      trade.ticks = orders[3 * k] ?? 0;
      trade.amount = orders[3 * k + 1] ?? 0;
      trade.fee = orders[3 * k + 2] ?? 0;
    });
  };
}
