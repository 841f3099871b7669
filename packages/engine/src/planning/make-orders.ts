import { EngineError } from '../engine-error.ts';
import { type GroupEdges, GroupRoom } from './group-room.ts';
import { ticksFor, valueOfTicks } from './holdings.ts';
import { makeBuys, thresholdOf } from './make-buys.ts';
import type { Order, OrderProblem, Wanted } from './order-problem.ts';
import { feeOf, paysItsFee, planFeeOf } from './plan-input.ts';

/** Orders, and whether money that is left over was kept out of a group that it would have taken out of its tolerance. */
export interface MadeOrders {
  readonly orders: Order[];
  readonly isHeldBack: boolean;
}

/**
 * Orders in whole cents and whole ticks (engine.md section 13, steps 2 to 7): differences beyond the thresholds,
 * turnover limit, sells first, buys from the proceeds by largest shortfall.
 *
 * @throws EngineError NOT_CONVERGED if cash would not balance to the cent (never seen; checked always)
 */
export function makeOrders(problem: OrderProblem): MadeOrders {
  const wanted = scaleToTurnover(problem, differences(problem));
  const sells = makeSells(problem, wanted);
  const planFee = planFeeOf(problem.rules, sells);
  let budget = problem.cash - planFee;
  for (const { amount, fee } of sells) budget += amount - fee;
  const asked = { ...problem, edges: edgesAfterFees(problem, wanted, sells) };
  let { buys, isHeldBack } = makeBuys(asked, wanted, sells, budget);
  if (fallShort(asked, wanted, [...sells, ...buys])) {
    budget += missingCash(problem, wanted, budget);
    ({ buys, isHeldBack } = makeBuys(asked, wanted, sells, budget));
    // Sales of whole units bring less than they were planned for: what is missing is no group's that has none to spare.
    if (fallShort(asked, wanted, [...sells, ...buys]))
      ({ buys, isHeldBack } = makeBuys(asked, wanted, sells, budget, true));
  }
  checkCash(problem.cash + problem.spareCash, planFee, sells, buys);
  const bySize = (a: Order, b: Order) => b.amount - a.amount || (a.isin < b.isin ? -1 : 1);
  return { orders: [...sells.sort(bySize), ...buys.sort(bySize)], isHeldBack };
}

/** D = T - value, dropped below the thresholds unless it is a full sale. */
function differences(problem: OrderProblem): Wanted[] {
  return problem.holdings.flatMap((holding) => {
    if (holding.isLocked) return [];
    const target = problem.targets.get(holding.isin) ?? 0;
    const wanted = target - holding.value;
    const difference = problem.rules.buyOnly ? Math.max(0, wanted) : wanted;
    // Without relative drift a position to be opened would always be traded; the absolute thresholds still hold it.
    const threshold = problem.forced.has(holding.isin)
      ? holding.minimumOrder
      : thresholdOf(problem, holding, target);
    const isTraded = target === 0 || Math.abs(difference) >= Math.max(1, threshold);
    return isTraded ? [{ holding, target, difference }] : [];
  });
}

/**
 * Scales sells and buys to the turnover limit; only full sales of what must leave stay. Scaled orders must pass the smallest
 * order again.
 */
function scaleToTurnover(problem: OrderProblem, wanted: Wanted[]): Wanted[] {
  const limit = problem.rules.maximumTurnover;
  if (limit === null) return wanted;
  const isKept = ({ holding, target }: Wanted) => target === 0 && problem.mustLeave.has(holding.isin);
  let kept = 0;
  let rest = 0;
  for (const entry of wanted) {
    if (isKept(entry)) kept += Math.abs(entry.difference);
    else rest += Math.abs(entry.difference);
  }
  const allowed = Math.max(0, 2 * limit * problem.total - kept);
  if (rest <= allowed) return wanted;
  return wanted.flatMap((entry) => {
    if (isKept(entry)) return [entry];
    const { holding, target } = entry;
    const difference = Math.trunc((entry.difference * allowed) / rest);
    const isLarge = Math.abs(difference) >= Math.max(1, holding.minimumOrder);
    // What is no longer sold as a whole has a target again.
    return isLarge
      ? [{ holding, target: target === 0 ? holding.value + difference : target, difference }]
      : [];
  });
}

/** Where groups are inside their tolerance once fees are paid: of what is left the same cents weigh more. */
function edgesAfterFees(
  { edges, rules, total }: OrderProblem,
  wanted: readonly Wanted[],
  sells: readonly Order[],
): readonly GroupEdges[] | null {
  let fees = planFeeOf(rules, sells);
  for (const { fee } of sells) fees += fee;
  for (const { difference } of wanted) fees += feeOf(rules.fee, difference);
  if (!edges || fees === 0 || total <= 0) return edges;
  const left = Math.max(0, 1 - fees / total);
  return edges.map(({ low, high }) => ({ low: low * left, high: high * left }));
}

/** Whether orders leave a group below its tolerance that they were meant to bring into it. */
function fallShort(
  { holdings, edges }: OrderProblem,
  wanted: readonly Wanted[],
  orders: readonly Order[],
): boolean {
  if (!edges) return false;
  const planned = new Map(wanted.map(({ holding, difference }) => [holding.isin, difference]));
  const made = new Map(orders.map(({ isin, action, amount }) => [isin, action === 'buy' ? amount : -amount]));
  const [goals, ends] = [new GroupRoom(edges, holdings, planned), new GroupRoom(edges, holdings, made)];
  return edges.some((_, g) => !goals.isBelow(g) && ends.isBelow(g));
}

/** Cents of the cash beside that buys as they were planned need, with their fees, beyond what there is for them. */
function missingCash({ spareCash, rules }: OrderProblem, wanted: readonly Wanted[], budget: number): number {
  if (spareCash <= 0) return 0;
  let planned = 0;
  for (const { difference } of wanted)
    if (difference > 0) planned += difference + feeOf(rules.fee, difference);
  return Math.max(0, Math.min(spareCash, planned - budget));
}

function makeSells(problem: OrderProblem, wanted: readonly Wanted[]): Order[] {
  const orders: Order[] = [];
  for (const { holding, target, difference } of wanted) {
    if (difference >= 0) continue;
    const { isin, price, decimals, minimumOrder } = holding;
    const smallest = Math.max(1, minimumOrder);
    let ticks = Math.min(holding.ticks, ticksFor(-difference, holding));
    const remainder = valueOfTicks(holding.ticks - ticks, price, decimals);
    if (target === 0 || remainder < smallest) ticks = holding.ticks;
    const amount = valueOfTicks(ticks, price, decimals);
    const isFullSale = ticks === holding.ticks;
    if (!isFullSale && amount < smallest) continue;
    orders.push({ isin, action: 'sell', ticks, amount, fee: feeOf(problem.rules.fee, amount), isFullSale });
  }
  return payingSells(problem, orders);
}

/**
 * A sale of which fees take more than half helps the fees most: it is made only of what the adviser excludes. One that costs more than it
 * brings only takes cash away, and so do sales that together bring less than the plan's fee: they are made only where a limit demands one
 * and there is cash that pays for it.
 */
function payingSells(problem: OrderProblem, sells: readonly Order[]): Order[] {
  const isForced = ({ isin }: Pick<Order, 'isin'>) => problem.forced.has(isin);
  const net = (orders: readonly Order[]) => orders.reduce((sum, { amount, fee }) => sum + amount - fee, 0);
  const planFee = planFeeOf(problem.rules, sells);
  const paying = sells.filter(({ isin, amount, fee }) =>
    problem.excluded.has(isin) || isForced({ isin }) ? fee < amount : paysItsFee(amount, fee),
  );
  const gain = net(paying) - planFee;
  const isWorth = gain > 0 || (sells.some(isForced) && problem.cash + gain >= 0);
  const kept = isWorth ? paying : [];
  for (const order of sells) {
    const withIt = [...kept, order];
    const cashAfter = problem.cash + net(withIt) - planFee;
    if (order.fee >= order.amount && isForced(order) && cashAfter >= 0) kept.push(order);
  }
  return kept;
}

/**
 * Cash neutrality: nothing is spent that is not there; a missing reserve may stay missing, but only without any buy. The
 * identity itself is exact because all is in cents.
 *
 * @param cash in cents before the orders
 * @throws EngineError NOT_CONVERGED
 */
export function checkCash(
  cash: number,
  planFee: number,
  sells: readonly Order[],
  buys: readonly Order[],
): void {
  let after = cash - planFee;
  for (const { amount, fee } of sells) after += amount - fee;
  for (const { amount, fee } of buys) after -= amount + fee;
  const floor = buys.length > 0 ? 0 : Math.min(0, cash);
  if (!(after >= floor) || !Number.isInteger(after)) {
    throw new EngineError('NOT_CONVERGED', `orders do not balance: ${after} cents`);
  }
}
