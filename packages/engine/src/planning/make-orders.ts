import { EngineError } from '../engine-error.ts';
import { type Holding, ticksFor, valueOfTicks } from './holdings.ts';
import { feeOf, type OrderRules, planFeeOf } from './plan-input.ts';

/** An order in ticks and cents; `amount` without fee. */
export interface Order {
  readonly isin: string;
  readonly action: 'sell' | 'buy';
  readonly ticks: number;
  readonly amount: number;
  readonly fee: number;
  readonly isFullSale: boolean;
}

/** What the orders are made from. */
export interface OrderProblem {
  readonly holdings: readonly Holding[];
  /** Target value in cents by ISIN; absent = 0. */
  readonly targets: ReadonlyMap<string, number>;
  /** Portfolio value the shares refer to, in cents. */
  readonly total: number;
  /** Cash above the reserve, in cents, with money added. */
  readonly cash: number;
  readonly rules: OrderRules;
  /** Absolute drift threshold as a fraction (0 in the retry). */
  readonly driftAbsolute: number;
  /** ISINs traded whatever the threshold. */
  readonly forced: ReadonlySet<string>;
  /** ISINs sold wholly whatever the limit of turnover. */
  readonly mustLeave: ReadonlySet<string>;
}

/**
 * Orders in whole cents and whole ticks (engine.md section 13, steps 2 to 7): differences beyond the thresholds,
 * turnover limit, sells first, buys from the proceeds by largest shortfall.
 *
 * @throws EngineError NOT_CONVERGED if cash would not balance to the cent (never seen; checked always)
 */
export function makeOrders(problem: OrderProblem): Order[] {
  const wanted = scaleToTurnover(problem, differences(problem));
  const sells = makeSells(problem, wanted);
  const planFee = planFeeOf(problem.rules, sells);
  let budget = problem.cash - planFee;
  for (const { amount, fee } of sells) budget += amount - fee;
  const buys = makeBuys(problem, wanted, budget);
  checkCash(problem.cash, planFee, sells, buys);
  const bySize = (a: Order, b: Order) => b.amount - a.amount || (a.isin < b.isin ? -1 : 1);
  return [...sells.sort(bySize), ...buys.sort(bySize)];
}

/** What a fund is short of its target, in cents. */
interface Shortfall {
  readonly holding: Holding;
  readonly shortfall: number;
}

/** A difference to trade; below 0 to sell, 0 nothing. Cents. */
interface Wanted {
  readonly holding: Holding;
  readonly target: number;
  readonly difference: number;
}

const thresholdOf = (problem: OrderProblem, holding: Holding, target: number) =>
  Math.max(holding.minimumOrder, problem.driftAbsolute * problem.total, problem.rules.driftRelative * target);

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
 * A sale that costs more than it brings only takes cash away, and so do sales that together bring less than the plan's
 * fee: they are made only where a limit demands one and there is cash that pays for it.
 */
function payingSells(problem: OrderProblem, sells: readonly Order[]): Order[] {
  const isForced = ({ isin }: Order) => problem.forced.has(isin);
  const net = (orders: readonly Order[]) => orders.reduce((sum, { amount, fee }) => sum + amount - fee, 0);
  const planFee = planFeeOf(problem.rules, sells);
  const paying = sells.filter(({ amount, fee }) => fee < amount);
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

/** Buys from the budget: proportional to the shortfalls, too small ones dropped smallest first, fees included. */
function makeBuys(problem: OrderProblem, wanted: readonly Wanted[], budget: number): Order[] {
  let open: Shortfall[] = wanted.flatMap(({ holding, difference }) =>
    difference > 0 ? [{ holding, shortfall: difference }] : [],
  );
  for (;;) {
    const base = open;
    const extended = withSlack(problem, base, budget);
    const sum = extended.reduce((total, { shortfall }) => total + shortfall, 0);
    const planned = extended.map(({ holding, shortfall }) =>
      planBuy(problem, holding, sum > budget ? Math.floor((shortfall * budget) / sum) : shortfall),
    );
    const tooSmall = planned.flatMap((order, k) => (order === null ? [k] : []));
    if (tooSmall.length === 0) {
      const orders = planned.flatMap((order) => order ?? []);
      return topUp(problem, extended, orders, budget);
    }
    const dropped = tooSmall.reduce((a, b) => (base[b]!.shortfall < base[a]!.shortfall ? b : a));
    open = base.filter((_, k) => k !== dropped);
  }
}

/** Money that dropped orders leave over goes to the funds that are bought anyway, each at most by its threshold. */
function withSlack(problem: OrderProblem, open: readonly Shortfall[], budget: number): Shortfall[] {
  const sum = open.reduce((total, { shortfall }) => total + shortfall, 0);
  const excess = budget - sum;
  return open.map(({ holding, shortfall }) => {
    if (excess <= 0) return { holding, shortfall };
    const target = problem.targets.get(holding.isin) ?? 0;
    // Just below the threshold, so that a second run does not sell it again; one that did gets less.
    const threshold = problem.forced.has(holding.isin)
      ? holding.minimumOrder
      : thresholdOf(problem, holding, target);
    const slack = Math.min(excess * (shortfall / sum), 0.9 * threshold);
    return { holding, shortfall: shortfall + Math.floor(slack) };
  });
}

/** A buy of at most `money` cents including its fee; null if that is below the smallest order or unit. */
function planBuy(problem: OrderProblem, holding: Holding, money: number): Order | null {
  const { price, decimals } = holding;
  let ticks = ticksFor(money, holding);
  while (ticks > 0) {
    const amount = valueOfTicks(ticks, price, decimals);
    const fee = feeOf(problem.rules.fee, amount);
    if (amount + fee <= money) {
      if (amount < Math.max(1, holding.minimumOrder)) return null;
      return { isin: holding.isin, action: 'buy', ticks, amount, fee, isFullSale: false };
    }
    const excess = Math.max(1, Math.ceil(((amount + fee - money) / 100 / price) * 10 ** decimals - 1e-9));
    ticks -= excess;
  }
  return null;
}

/** Spends what rounding left, one unit at a time, on the fund with the largest remaining shortfall that still fits. */
function topUp(
  problem: OrderProblem,
  open: readonly Shortfall[],
  orders: readonly Order[],
  budget: number,
): Order[] {
  const result = [...orders];
  let left = budget - orders.reduce((sum, { amount, fee }) => sum + amount + fee, 0);
  // Every round brings a fund nearer to its target; the bound only holds off what numbers of absurd size could do.
  for (let round = 0; round < 1000; round++) {
    let best = -1;
    let bestGap = 0;
    let next: Order | null = null;
    for (let k = 0; k < open.length; k++) {
      const { holding, shortfall } = open[k]!;
      const gap = shortfall - result[k]!.amount;
      // One more unit must fit and must not overshoot the target by more than it mends.
      if (gap <= bestGap || gap <= valueOfTicks(1, holding.price, holding.decimals) / 2) continue;
      const order = enlarged(problem, holding, result[k]!, 1, left);
      if (!order) continue;
      best = k;
      bestGap = gap;
      next = order;
    }
    if (!next) break;
    const { holding } = open[best]!;
    const before = result[best]!;
    // Fractions of units are not worth a round each: as many at once as the gap and the money allow.
    const tick = (holding.price * 100) / 10 ** holding.decimals;
    const many = Math.floor((0.99 * Math.min(bestGap, left)) / tick);
    if (holding.decimals > 0 && many > 1) next = enlarged(problem, holding, before, many, left) ?? next;
    left -= next.amount + next.fee - before.amount - before.fee;
    result[best] = next;
  }
  return problem.rules.maximumTurnover === null ? investRest(problem, open, result, left) : result;
}

/**
 * What is left although every target is met as nearly as units allow: one unit more where one fits, fractions for the
 * rest, so that less stays in cash than one unit costs. Nothing grows beyond what it may get by more than a unit; a limit on the turnover is none to be used up.
 */
function investRest(
  problem: OrderProblem,
  open: readonly Shortfall[],
  orders: readonly Order[],
  budget: number,
): Order[] {
  const result = [...orders];
  let left = budget;
  const roomOf = ({ holding, shortfall }: Shortfall, k: number) =>
    shortfall + (holding.decimals === 0 ? valueOfTicks(1, holding.price, 0) : 0) - result[k]!.amount;
  for (let round = 0; round < 100 && left > 0; round++) {
    let best = -1;
    let bestRoom = 0;
    let next: Order | null = null;
    open.forEach((entry, k) => {
      const { holding } = entry;
      const room = roomOf(entry, k);
      const tick = (holding.price * 100) / 10 ** holding.decimals;
      const isWhole = holding.decimals === 0;
      const more = isWhole
        ? 1
        : Math.floor(Math.min(room, left - 1) / (1 + problem.rules.fee.percent) / tick);
      // Whole units first: fractions take whatever is left then.
      const rank = isWhole ? room + problem.total : room;
      if (more < 1 || more * tick > room + 1 || rank <= bestRoom) return;
      const order = enlarged(problem, holding, result[k]!, more, left);
      if (order) [best, bestRoom, next] = [k, rank, order];
    });
    // The compiler does not see that the loop above assigns it.
    const found = next as Order | null;
    if (!found) break;
    const before = result[best]!;
    left -= found.amount + found.fee - before.amount - before.fee;
    result[best] = found;
  }
  return result;
}

/** The order with more units; null if the money left does not pay for them and the fee. */
function enlarged(
  problem: OrderProblem,
  holding: Holding,
  order: Order,
  more: number,
  left: number,
): Order | null {
  const ticks = order.ticks + more;
  const amount = valueOfTicks(ticks, holding.price, holding.decimals);
  const fee = feeOf(problem.rules.fee, amount);
  return amount + fee - order.amount - order.fee > left ? null : { ...order, ticks, amount, fee };
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
