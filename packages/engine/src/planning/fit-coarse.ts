import type { ContractCheck } from '../check/check-contract.ts';
import type { TariffContext } from '../check/tariff-context.ts';
import { materialPart, maximumOrders, offerOthers } from './exchange-orders.ts';
import { valueOfTicks } from './holdings.ts';
import { feeOf, type PlanRequest } from './plan-input.ts';
import type { PortfolioPlan } from './plan-portfolio.ts';
import { mayWeigh, type TrimBounds, trimBounds } from './trim-bounds.ts';
import { planOf } from './trim-orders.ts';
import type { Change, Trade } from './trim-sums.ts';
import { TrimmedState } from './trimmed-state.ts';

/** So many orders of a kind are put together at most. */
const mostOfAKind = 3;
/** Sales, or buys, that could be put together: with more of them the units are not coarse, and exchanges find what there is. */
const mostSides = 1500;
/** Plans that are tried, those of the least turnover first. */
const mostTrials = 150;

/** Sales or buys of whole units that lead every group where it may be. */
export interface Side {
  readonly orders: Change;
  /** Amounts and fees, in cents. */
  readonly turnover: number;
  /** Cents that sales bring, or buys cost. */
  readonly cash: number;
  readonly groups: ReadonlySet<number>;
}

/**
 * A plan of less turnover where all its orders are of whole units and few of them are enough: every choice of up to three sales and
 * three buys is looked at, the smallest first. Exchanges change three orders at most; where a unit is a twentieth of the depot, the least plan
 * often is another one altogether.
 *
 * @param before the check of the contract as it is
 * @param after the check of the plan
 * @returns the plan itself where none is materially smaller, or units are too fine
 */
export function fitCoarse(
  context: TariffContext,
  request: PlanRequest,
  plan: PortfolioPlan,
  before: ContractCheck,
  after: ContractCheck,
): PortfolioPlan {
  const { orders, holdings } = plan;
  if (orders.length < 2 || orders.length > maximumOrders) return plan;
  if (request.rules.maximumTurnover !== null || after.total <= 0) return plan;
  const ordered = new Set(orders.map(({ isin }) => isin));
  if (holdings.some(({ isin, decimals }) => decimals > 0 && ordered.has(isin))) return plan;
  const state = new TrimmedState(context, request, plan, before, after);
  offerOthers(context, holdings, state, true);
  const groups = groupsWithout(context, plan, state.trades);
  const bounds = trimBounds(context, request, plan, before, after);
  return smallestChange(request, state, groups, bounds) ? planOf(request, plan, state) : plan;
}

/** Cents by peer group with the orders that are fixed, and no other. */
function groupsWithout(context: TariffContext, { holdings }: PortfolioPlan, trades: readonly Trade[]) {
  const groups = new Float64Array(context.target.length);
  for (const { groupIndex, value } of holdings) if (groupIndex >= 0) groups[groupIndex]! += value;
  for (const { holding, isFixed, sign, amount } of trades)
    if (isFixed && holding.groupIndex >= 0) groups[holding.groupIndex]! += sign * amount;
  return groups;
}

/** Applies the smallest choice of other orders that is materially less than those there are; whether there is one. */
function smallestChange(
  request: PlanRequest,
  state: TrimmedState,
  groups: Float64Array,
  { groups: bounds, leastOrder }: TrimBounds,
): boolean {
  const { trades } = state;
  const none: Change = trades.flatMap(({ ticks, isFixed }, k) =>
    ticks > 0 && !isFixed ? [[k, 0] as const] : [],
  );
  const most = -state.turnoverBy(none) - materialPart * state.turnover;
  const { aboveLeast, aboveMost } = state.cashAfter(none);
  const sidesOf = (sign: 1 | -1, amount: number) =>
    choices(request, trades, { sign, amount, leastOrder, groups, bounds });
  const sales = sidesOf(-1, (most - aboveMost) / 2);
  const buys = sales && sidesOf(1, (most + aboveLeast) / 2);
  if (!sales || !buys) return false;
  const astray = bounds.flatMap((bound, g) => (mayWeigh(bound, groups[g]!) ? [] : [g]));
  return pairsOf(sales, buys, { most, aboveLeast, aboveMost, astray }).some(([sale, buy]) => {
    const own = [...sale.orders, ...buy.orders];
    const isKept = new Set(own.map(([k]) => k));
    return state.apply([...none.filter(([k]) => !isKept.has(k)), ...own]);
  });
}

/** What sales and buys have to be together. */
interface Together {
  /** Their turnover at most, in cents. */
  readonly most: number;
  /** Cents that are there beyond what must be, and beyond what may be, without any of them. */
  readonly aboveLeast: number;
  readonly aboveMost: number;
  /** Groups that are where they may not be without an order. */
  readonly astray: readonly number[];
}

type Pair = readonly [sale: Side, buy: Side];

const byTurnover = (a: Side, b: Side) => a.turnover - b.turnover;
const turnoverOf = ([sale, buy]: Pair) => sale.turnover + buy.turnover;
const ordersOf = ([sale, buy]: Pair) => sale.orders.length + buy.orders.length;
const smallestFirst = (a: Pair, b: Pair) => turnoverOf(a) - turnoverOf(b) || ordersOf(a) - ordersOf(b);

/** Whether two sets have anything in common. Looked at for millions of pairs: no copy is made. */
function meet(a: ReadonlySet<number>, b: ReadonlySet<number>): boolean {
  for (const one of a) if (b.has(one)) return true;
  return false;
}

/**
 * The pairs that are tried, the smallest first. There may be millions: of each sale only buys are looked at that turn over no more
 * than what is found already.
 */
export function pairsOf(
  sales: readonly Side[],
  buys: readonly Side[],
  { most, aboveLeast, aboveMost, astray }: Together,
): Pair[] {
  const found: Pair[] = [];
  const smallestBuys = buys.toSorted(byTurnover);
  const marks = smallestBuys.map(({ groups }) => markOf(groups));
  let limit = most;
  // What turns over as much as the last one found must take fewer orders, or it comes after it.
  let fewer = Number.POSITIVE_INFINITY;
  const keepSmallest = () => {
    found.sort(smallestFirst);
    if (found.length <= mostTrials) return;
    found.length = mostTrials;
    const last = found.at(-1)!;
    [limit, fewer] = [turnoverOf(last), ordersOf(last)];
  };
  for (const sale of sales) {
    const missing = astray.filter((g) => !sale.groups.has(g));
    if (missing.length > mostOfAKind) continue;
    const [own, lacked] = [markOf(sale.groups), markOf(missing)];
    for (let k = 0; k < smallestBuys.length; k++) {
      const buy = smallestBuys[k]!;
      const turnover = sale.turnover + buy.turnover;
      if (turnover > limit) break;
      const cash = sale.cash - buy.cash;
      if (aboveLeast + cash < 0 || aboveMost + cash > 0 || (lacked & ~marks[k]!) !== 0) continue;
      if (turnover === limit && sale.orders.length + buy.orders.length >= fewer) continue;
      // Nothing is sold and bought in one group.
      if ((own & marks[k]!) !== 0 && meet(sale.groups, buy.groups)) continue;
      if (!missing.every((g) => buy.groups.has(g))) continue;
      found.push([sale, buy]);
      if (found.length >= 4 * mostTrials) keepSmallest();
    }
  }
  keepSmallest();
  return found;
}

/** Groups as bits, each of which some share: sets without a common bit have no group in common. */
function markOf(groups: Iterable<number>): number {
  let mark = 0;
  for (const g of groups) mark |= 1 << (g % 32);
  return mark;
}

interface Asked {
  readonly sign: 1 | -1;
  /** Cents that all orders together may move. */
  readonly amount: number;
  readonly leastOrder: number;
  readonly groups: Float64Array;
  readonly bounds: TrimBounds['groups'];
}

/** Every choice of so few sales, or buys, after which each of their groups may weigh what it does; null where there are too many. */
function choices(request: PlanRequest, trades: readonly Trade[], asked: Asked): Side[] | null {
  const { sign, amount: most, groups, bounds } = asked;
  const left = groups.slice();
  const found: Side[] = [];
  const orders: (readonly [number, number])[] = [];
  let tried = 0;
  const noteAll = (turnover: number, cash: number) => {
    const own = new Set(orders.map(([k]) => trades[k]!.holding.groupIndex));
    if ([...own].every((g) => mayWeigh(bounds[g]!, left[g]!)))
      found.push({ orders: [...orders], turnover, cash, groups: own });
  };
  const extend = (from: number, moved: number, turnover: number, cash: number): boolean => {
    noteAll(turnover, cash);
    if (orders.length === mostOfAKind) return true;
    for (let k = from; k < trades.length; k++) {
      const { holding, isFixed, sign: own } = trades[k]!;
      const { price, decimals, groupIndex } = holding;
      if (own !== sign || isFixed || decimals > 0 || groupIndex < 0) continue;
      const unit = valueOfTicks(1, price, decimals);
      const before = left[groupIndex]!;
      const fits = (ticks: number, amount: number) =>
        moved + amount <= most &&
        (sign === 1 ? before + amount <= bounds[groupIndex]!.high + 1 : ticks <= holding.ticks);
      for (
        let ticks = Math.max(1, Math.ceil(Math.max(holding.minimumOrder, asked.leastOrder) / unit - 1e-9));
        ;
        ticks++
      ) {
        const amount = valueOfTicks(ticks, price, decimals);
        if (!fits(ticks, amount)) break;
        tried += 1;
        if (tried > mostSides) return false;
        const fee = feeOf(request.rules.fee, amount);
        orders.push([k, ticks]);
        left[groupIndex] = before + sign * amount;
        const isDone = extend(k + 1, moved + amount, turnover + amount + fee, cash + amount + sign * fee);
        orders.pop();
        left[groupIndex] = before;
        if (!isDone) return false;
      }
    }
    return true;
  };
  return extend(0, 0, 0, 0) ? found : null;
}
