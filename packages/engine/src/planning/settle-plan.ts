import type { ContractInput } from '../check/contract-input.ts';
import { toCents } from '../rounding/in-cents.ts';
import { applyOrders } from './apply-orders.ts';
import { type Holding, valueOfTicks } from './holdings.ts';
import type { Order } from './order-problem.ts';
import { feeOf, type PlanRequest, planFeeOf } from './plan-input.ts';
import type { PortfolioPlan } from './plan-portfolio.ts';

/** One run of a planner on a contract; null = it proposes nothing. */
export type PlanStep = (contract: ContractInput, isFirst: boolean) => PortfolioPlan | null;

/** Orders of one or more runs. */
export interface SettledPlan extends PortfolioPlan {
  /** Whether a further run proposes nothing. */
  readonly isSettled: boolean;
  /** How many runs' orders were made as one. */
  readonly runs: number;
}

const maximumSteps = 12;
/** Runs that trade less each time, or the same again, come to rest, and are waited for so long. */
const maximumEbbing = 400;

/** Cents below which what is left of runs that bought and sold the same is rounding, and no order. */
const leastOfRuns = 100;

/**
 * Runs a planner on its own result until it proposes nothing, and answers the orders that lead there at once: so a second
 * run on the result has nothing to propose.
 *
 * @returns null if the first run proposes nothing; `isSettled` is false where orders of a further run cannot be made as one
 */
export function settlePlan(request: PlanRequest, step: PlanStep): SettledPlan | null {
  const first = step(request.contract, true);
  if (!first) return null;
  if (first.binding.length > 0 || first.orders.length === 0) return { ...first, isSettled: true, runs: 1 };
  let settled = first;
  const steps = [first];
  // A limit on the turnover is one on each run: what it holds back is for the next one.
  const isLimited = request.rules.maximumTurnover !== null;
  const allowed = isLimited ? 1 : maximumEbbing;
  for (let k = 1; k < allowed; k++) {
    if (k >= maximumSteps && !isEbbing(steps)) break;
    const next = step(settled.after, false);
    if (next && next.binding.length > 0) return { ...settled, isSettled: true, runs: k, isHeldByLimit: true };
    if (!next || next.orders.length === 0) return { ...settled, isSettled: true, runs: k };
    steps.push(next);
    const joined = joinSteps(request, steps, next.after);
    if (!joined) break;
    settled = joined;
  }
  return { ...settled, isSettled: isLimited, runs: steps.length };
}

/**
 * Whether the last runs each traded less than the one before, or went on the same way by as much, as where what a whole unit is
 * too dear for is sold bit by bit: there is only so much to sell. Runs that take turns trade something else each time.
 */
function isEbbing(steps: readonly PortfolioPlan[]): boolean {
  const last = steps.slice(-3).map(({ orders }) => ({
    turnover: orders.reduce((sum, { amount }) => sum + amount, 0),
    way: orders
      .map(({ isin, action }) => `${action} ${isin}`)
      .toSorted()
      .join(),
  }));
  return last.every(({ turnover, way }, k) => {
    const before = last[k - 1];
    return (
      !before ||
      turnover < before.turnover ||
      (way === before.way && turnover <= before.turnover + leastOfRuns)
    );
  });
}

/** The orders from the contract as it is to `goal`; null where they cannot be carried out as one. */
function joinSteps(
  request: PlanRequest,
  steps: readonly PortfolioPlan[],
  goal: ContractInput,
): PortfolioPlan | null {
  const [first] = steps;
  if (!first) return null;
  const known = new Map(first.holdings.map((holding) => [holding.isin, holding]));
  for (const { holdings } of steps)
    for (const holding of holdings)
      if (!known.has(holding.isin)) known.set(holding.isin, { ...holding, ticks: 0, value: 0 });
  const holdings = [...known.values()].toSorted((a, b) => (a.isin < b.isin ? -1 : 1));
  const wanted = new Map(goal.positions.map(({ isin, quantity }) => [isin, quantity]));
  const wholly = holdings.flatMap((holding) => orderTo(request, holding, wanted.get(holding.isin) ?? 0));
  // What runs bought and sold again may be too small to be an order: then it is none.
  const isLarge = ({ isin, amount, isFullSale }: Order) =>
    isFullSale || amount >= Math.max(leastOfRuns, known.get(isin)?.minimumOrder ?? 0);
  const large = affordable(request, holdings, wholly.filter(isLarge));
  const orders =
    cashOf(request, large) < floorOf(request, large) ? raisedSales(request, known, wholly, isLarge) : large;
  const bySize = (a: Order, b: Order) =>
    (a.action === b.action ? 0 : a.action === 'sell' ? -1 : 1) ||
    b.amount - a.amount ||
    (a.isin < b.isin ? -1 : 1);
  orders.sort(bySize);
  const { contract } = request;
  const cashAfter = cashOf(request, orders);
  if (cashAfter < floorOf(request, orders)) return null;
  return {
    ...first,
    holdings,
    orders,
    cashAfter,
    after: { ...applyOrders(contract, holdings, orders, cashAfter), savingsPlan: goal.savingsPlan },
  };
}

/** Cash in cents after orders. */
const cashOf = ({ contract, addedCash, rules }: PlanRequest, orders: readonly Order[]): number =>
  orders.reduce(
    (sum, { action, amount, fee }) => sum + (action === 'sell' ? amount : -amount) - fee,
    toCents(contract.cash) + toCents(addedCash) - planFeeOf(rules, orders),
  );

/** What must be left of it: who buys leaves the reserve alone, or as much of it as there is; who only sells need not fill what is missing. */
export const floorOf = ({ contract, addedCash }: PlanRequest, orders: readonly Order[]): number =>
  Math.min(
    orders.some(({ action }) => action === 'buy') ? toCents(contract.cashReserve) : 0,
    toCents(contract.cash) + toCents(addedCash),
  );

/**
 * Orders that were made one after the other are rounded to cents once when they are made as one, so that a cent an order
 * can be missing: the largest buy that allows it buys so many fractions less. As they are where that does not help. Rounding may
 * let fewer fractions be enough; they would be worth less than a cent, and are not looked for.
 */
function affordable(request: PlanRequest, holdings: readonly Holding[], orders: readonly Order[]): Order[] {
  const missing = floorOf(request, orders) - cashOf(request, orders);
  if (missing <= 0 || missing > 2 * orders.length) return [...orders];
  const byIsin = new Map(holdings.map((holding) => [holding.isin, holding]));
  const buys = orders.filter(({ action }) => action === 'buy').toSorted((a, b) => b.amount - a.amount);
  for (const buy of buys) {
    const { price, decimals, minimumOrder } = byIsin.get(buy.isin)!;
    if (decimals === 0) continue;
    // A fraction's cents are rounded, so that one more or one less may be the first that is enough.
    const about = Math.floor((missing / 100 / price) * 10 ** decimals);
    for (let less = Math.max(1, about); less <= about + 2; less++) {
      const ticks = buy.ticks - less;
      const amount = valueOfTicks(ticks, price, decimals);
      const fewer = { ...buy, ticks, amount, fee: feeOf(request.rules.fee, amount) };
      const changed = orders.map((order) => (order === buy ? fewer : order));
      if (amount >= Math.max(1, minimumOrder) && cashOf(request, changed) >= floorOf(request, changed))
        return changed;
    }
  }
  return [...orders];
}

/**
 * Where sales too small to be orders are left out and the buys they pay for are not, money is missing: such sales are raised to
 * their smallest order then, the largest first, until it is there. What they bring beyond that is for the next run.
 */
function raisedSales(
  request: PlanRequest,
  known: ReadonlyMap<string, Holding>,
  wholly: readonly Order[],
  isLarge: (order: Order) => boolean,
): Order[] {
  const orders = wholly.filter(isLarge);
  const small = wholly.filter((order) => order.action === 'sell' && !isLarge(order));
  for (const { isin } of small.toSorted((a, b) => b.amount - a.amount)) {
    const { price, decimals, minimumOrder, ticks: held } = known.get(isin)!;
    const least = Math.max(leastOfRuns, minimumOrder);
    const ticks = Math.ceil((least / 100 / price) * 10 ** decimals - 1e-9);
    const amount = valueOfTicks(ticks, price, decimals);
    // What then is left must be worth an order as well: else it could only go as a whole, which is another plan.
    if (held <= ticks || valueOfTicks(held - ticks, price, decimals) < least) continue;
    const fee = feeOf(request.rules.fee, amount);
    orders.push({ isin, action: 'sell', ticks, amount, fee, isFullSale: false });
    if (cashOf(request, orders) >= floorOf(request, orders)) break;
  }
  return orders;
}

function orderTo({ rules }: PlanRequest, holding: Holding, quantity: number): Order[] {
  const goal = Math.floor(quantity * 10 ** holding.decimals + 1e-6);
  const ticks = Math.abs(goal - holding.ticks);
  if (ticks === 0) return [];
  const amount = valueOfTicks(ticks, holding.price, holding.decimals);
  const action = goal > holding.ticks ? 'buy' : 'sell';
  const fee = feeOf(rules.fee, amount);
  return [{ isin: holding.isin, action, ticks, amount, fee, isFullSale: goal === 0 }];
}
