import { EngineError } from '../engine-error.ts';
import { type Holding, valueOfTicks } from './holdings.ts';
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
}

/**
 * Orders in whole cents and whole ticks (engine.md section 13, steps 2 to 7): differences beyond the thresholds,
 * turnover limit, sells first, buys from the proceeds by largest shortfall.
 *
 * @throws EngineError NOT_CONVERGED if cash would not balance to the cent (never seen; checked always)
 */
export function makeOrders(problem: OrderProblem): Order[] {
  const wanted = scaleToTurnover(problem, differences(problem));
  const sells = payingSells(problem, makeSells(problem, wanted));
  const planFee = planFeeOf(problem.rules, sells);
  let budget = problem.cash - planFee;
  for (const { amount, fee } of sells) budget += amount - fee;
  const buys = makeBuys(problem, wanted, budget);
  checkCash(problem, sells, buys, planFee);
  const bySize = (a: Order, b: Order) => b.amount - a.amount || (a.isin < b.isin ? -1 : 1);
  return [...sells.sort(bySize), ...buys.sort(bySize)];
}

/** Sales that together bring less than the plan's fee are not made, unless a limit demands one and cash pays for it. */
function payingSells(problem: OrderProblem, sells: Order[]): Order[] {
  const planFee = planFeeOf(problem.rules, sells);
  if (planFee === 0) return sells;
  const proceeds = sells.reduce((sum, { amount, fee }) => sum + amount - fee, 0);
  const isForced = sells.some(({ isin }) => problem.forced.has(isin));
  return proceeds > planFee || (isForced && problem.cash + proceeds >= planFee) ? sells : [];
}

const thresholdOf = (problem: OrderProblem, holding: Holding, target: number) =>
  Math.max(holding.minimumOrder, problem.driftAbsolute * problem.total, problem.rules.driftRelative * target);

/** D = T - value, dropped below the thresholds unless it is a full sale. */
function differences(problem: OrderProblem): Map<string, number> {
  const result = new Map<string, number>();
  for (const holding of problem.holdings) {
    if (holding.isLocked) continue;
    const target = problem.targets.get(holding.isin) ?? 0;
    let difference = target - holding.value;
    if (problem.rules.buyOnly) difference = Math.max(0, difference);
    if (difference === 0) continue;
    const isFullSale = target === 0 && difference < 0;
    // Without relative drift a position to be opened would always be traded; the absolute thresholds still hold it.
    const threshold = problem.forced.has(holding.isin)
      ? holding.minimumOrder
      : thresholdOf(problem, holding, target);
    if (isFullSale || Math.abs(difference) >= Math.max(1, threshold)) result.set(holding.isin, difference);
  }
  return result;
}

/** Scales partial sells and buys to the turnover limit; full sales stay. Scaled orders must pass the thresholds again. */
function scaleToTurnover(problem: OrderProblem, wanted: Map<string, number>): Map<string, number> {
  const limit = problem.rules.maximumTurnover;
  if (limit === null || problem.total <= 0) return wanted;
  const isForced = (isin: string, difference: number) =>
    difference < 0 && (problem.targets.get(isin) ?? 0) === 0;
  let forced = 0;
  let rest = 0;
  for (const [isin, difference] of wanted) {
    if (isForced(isin, difference)) forced += Math.abs(difference);
    else rest += Math.abs(difference);
  }
  const allowed = Math.max(0, 2 * limit * problem.total - forced);
  if (rest <= allowed) return wanted;
  const factor = allowed / rest;
  const result = new Map<string, number>();
  for (const [isin, difference] of wanted) {
    const scaled = isForced(isin, difference) ? difference : Math.trunc(difference * factor);
    const holding = problem.holdings.find((candidate) => candidate.isin === isin);
    const isLarge = holding !== undefined && Math.abs(scaled) >= Math.max(1, holding.minimumOrder);
    if (isForced(isin, difference) || isLarge) result.set(isin, scaled);
  }
  return result;
}

function makeSells(problem: OrderProblem, wanted: ReadonlyMap<string, number>): Order[] {
  const orders: Order[] = [];
  for (const holding of problem.holdings) {
    const difference = wanted.get(holding.isin) ?? 0;
    if (difference >= 0 || holding.ticks <= 0) continue;
    const { price, decimals } = holding;
    let ticks = Math.min(holding.ticks, Math.floor((-difference / 100 / price) * 10 ** decimals + 1e-9));
    const remainder = valueOfTicks(holding.ticks - ticks, price, decimals);
    const wantsAll = (problem.targets.get(holding.isin) ?? 0) === 0 && -difference >= holding.value;
    if (wantsAll || remainder < Math.max(1, holding.minimumOrder) || holding.ticks - ticks < 1)
      ticks = holding.ticks;
    const amount = valueOfTicks(ticks, price, decimals);
    const isFullSale = ticks === holding.ticks;
    if (ticks <= 0 || amount <= 0 || (!isFullSale && amount < holding.minimumOrder)) continue;
    const fee = feeOf(problem.rules.fee, amount);
    // A sale that costs more than it brings only takes cash away, unless a limit demands it.
    if (fee >= amount && !problem.forced.has(holding.isin)) continue;
    orders.push({ isin: holding.isin, action: 'sell', ticks, amount, fee, isFullSale });
  }
  return orders;
}

/** Buys from the budget: proportional to the shortfalls, too small ones dropped smallest first, fees included. */
function makeBuys(problem: OrderProblem, wanted: ReadonlyMap<string, number>, budget: number): Order[] {
  let open = problem.holdings.flatMap((holding) => {
    const shortfall = wanted.get(holding.isin) ?? 0;
    return shortfall > 0 ? [{ holding, shortfall }] : [];
  });
  if (budget <= 0) return [];
  while (open.length > 0) {
    const base = open;
    const extended = withSlack(problem, base, budget);
    const sum = extended.reduce((total, { shortfall }) => total + shortfall, 0);
    const planned = extended.map(({ holding, shortfall }) =>
      planBuy(problem, holding, sum > budget ? Math.floor((shortfall * budget) / sum) : shortfall),
    );
    const tooSmall = planned.flatMap((order, k) => (order === null ? [k] : []));
    if (tooSmall.length === 0)
      return topUp(
        problem,
        extended,
        planned.flatMap((order) => order ?? []),
        budget,
      );
    const dropped = tooSmall.reduce((a, b) => (base[b]!.shortfall < base[a]!.shortfall ? b : a));
    open = base.filter((_, k) => k !== dropped);
  }
  return [];
}

/** Money that dropped orders leave over goes to the funds that are bought anyway, each at most by its threshold. */
function withSlack(
  problem: OrderProblem,
  open: readonly { readonly holding: Holding; readonly shortfall: number }[],
  budget: number,
): { holding: Holding; shortfall: number }[] {
  const sum = open.reduce((total, { shortfall }) => total + shortfall, 0);
  const excess = budget - sum;
  return open.map(({ holding, shortfall }) => {
    if (excess <= 0) return { holding, shortfall };
    const target = problem.targets.get(holding.isin) ?? 0;
    // Just below the threshold, so that a second run does not sell it again.
    const slack = Math.min(excess * (shortfall / sum), 0.9 * thresholdOf(problem, holding, target));
    return { holding, shortfall: shortfall + Math.floor(slack) };
  });
}

/** A buy of at most `money` cents including its fee; null if that is below the smallest order or unit. */
function planBuy(problem: OrderProblem, holding: Holding, money: number): Order | null {
  const { price, decimals } = holding;
  let ticks = Math.floor((money / 100 / price) * 10 ** decimals + 1e-9);
  for (let guard = 0; guard < 60 && ticks > 0; guard++) {
    const amount = valueOfTicks(ticks, price, decimals);
    const fee = feeOf(problem.rules.fee, amount);
    if (amount + fee <= money) {
      if (amount <= 0 || amount < holding.minimumOrder) return null;
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
  open: readonly { readonly holding: Holding; readonly shortfall: number }[],
  orders: readonly Order[],
  budget: number,
): Order[] {
  const result = [...orders];
  let left = budget - orders.reduce((sum, { amount, fee }) => sum + amount + fee, 0);
  for (let round = 0; round < 1000; round++) {
    let best = -1;
    let bestGap = 0;
    for (let k = 0; k < open.length; k++) {
      const gap = open[k]!.shortfall - result[k]!.amount;
      const unit = valueOfTicks(1, open[k]!.holding.price, open[k]!.holding.decimals);
      // One more unit must fit and must not overshoot the target by more than it mends.
      if (gap <= bestGap || gap <= unit / 2 || unit > left) continue;
      if (!enlarged(problem, open[k]!.holding, result[k]!, 1, left)) continue;
      best = k;
      bestGap = gap;
    }
    if (best < 0) break;
    const { holding } = open[best]!;
    const before = result[best]!;
    // Fractions of units are not worth a round each: as many at once as the gap and the money allow.
    const unit = Math.max(1, (holding.price * 100) / 10 ** holding.decimals);
    const many =
      holding.decimals === 0 ? 1 : Math.max(1, Math.floor((0.99 * Math.min(bestGap, left)) / unit));
    const order =
      enlarged(problem, holding, before, many, left) ?? enlarged(problem, holding, before, 1, left);
    if (!order) break;
    left -= order.amount + order.fee - before.amount - before.fee;
    result[best] = order;
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

/** Cash neutrality: nothing is spent that is not there. The identity itself is exact because all is in cents. */
function checkCash(
  problem: OrderProblem,
  sells: readonly Order[],
  buys: readonly Order[],
  planFee: number,
): void {
  let cash = problem.cash - planFee;
  for (const { amount, fee } of sells) cash += amount - fee;
  for (const { amount, fee } of buys) cash -= amount + fee;
  const isNegative = cash < 0 && (buys.length > 0 || cash < Math.min(0, problem.cash));
  if (isNegative || !Number.isInteger(cash)) {
    throw new EngineError('NOT_CONVERGED', `orders do not balance: ${cash} cents`);
  }
}
