import { GroupRoom, usedTolerance } from './group-room.ts';
import { type Holding, tickOf, ticksFor, valueOfTicks } from './holdings.ts';
import type { Order, OrderProblem, Wanted } from './order-problem.ts';
import { feeOf } from './plan-input.ts';

/** Buys, and whether money that is left over was kept out of a group that it would have taken out of its tolerance. */
interface Buys {
  readonly buys: Order[];
  readonly isHeldBack: boolean;
}

/** What a fund is short of its target, in cents. */
interface Shortfall {
  readonly holding: Holding;
  readonly shortfall: number;
}

/** What a difference must at least be to be traded, in cents. */
export const thresholdOf = (problem: OrderProblem, holding: Holding, target: number) =>
  Math.max(holding.minimumOrder, problem.driftAbsolute * problem.total, problem.rules.driftRelative * target);

/**
 * Buys from the budget: proportional to the shortfalls, too small ones dropped smallest first, fees included.
 *
 * @param edgesFirst whether what is too little for all of them first brings groups into their tolerance, as far as it does for each
 */
export function makeBuys(
  problem: OrderProblem,
  wanted: readonly Wanted[],
  sells: readonly Order[],
  budget: number,
  edgesFirst = false,
): Buys {
  const sold = new Map(sells.map(({ isin, amount }) => [isin, -amount]));
  let open: Shortfall[] = wanted.flatMap(({ holding, difference }) =>
    difference > 0 ? [{ holding, shortfall: difference }] : [],
  );
  let isHeldBack = false;
  for (;;) {
    const base = open;
    const slack = new GroupRoom(problem.edges, problem.holdings, sold);
    const extended = withSlack(problem, base, budget, slack);
    // What is then too small for an order was kept out as well.
    isHeldBack ||= slack.isHeldBack;
    const sum = extended.reduce((total, { shortfall }) => total + shortfall, 0);
    const floors = edgesFirst ? floorsFor(problem, extended, sold, budget) : null;
    const shareOf = floors ? shareAbove(floors, sum, budget) : (part: number) => (part * budget) / sum;
    const planned = extended.map(({ holding, shortfall }, k) =>
      planBuy(problem, holding, sum > budget ? Math.floor(shareOf(shortfall, k)) : shortfall),
    );
    const tooSmall = planned.flatMap((order, k) => (order === null ? [k] : []));
    if (tooSmall.length === 0) {
      const orders = planned.flatMap((order) => order ?? []);
      const room = new GroupRoom(problem.edges, problem.holdings, sold);
      orders.forEach(({ amount }, k) => room.add(extended[k]!.holding, amount));
      const made = topUp(problem, extended, orders, budget, room);
      return { buys: made, isHeldBack: isHeldBack || room.isHeldBack };
    }
    const dropped = tooSmall.reduce((a, b) => (base[b]!.shortfall < base[a]!.shortfall ? b : a));
    open = base.filter((_, k) => k !== dropped);
  }
}

/** What each buy must at least spend so that its group is inside its tolerance, well or just so; null where the budget does not pay for it. */
function floorsFor(
  problem: OrderProblem,
  open: readonly Shortfall[],
  sold: ReadonlyMap<string, number>,
  budget: number,
): number[] | null {
  for (const used of [usedTolerance, 1]) {
    const room = new GroupRoom(problem.edges, problem.holdings, sold);
    const floors = open.map(({ holding, shortfall }) => {
      const lacking = Math.ceil(room.lackingIn(holding.groupIndex, used));
      if (lacking <= 0) return 0;
      // Units are rounded down, and the fee is paid of the same money.
      const paid = lacking + Math.ceil(tickOf(holding)) + feeOf(problem.rules.fee, lacking);
      const floor = Math.min(shortfall, paid);
      room.add(holding, floor);
      return floor;
    });
    if (floors.reduce((sum, floor) => sum + floor, 0) <= budget) return floors;
  }
  return null;
}

/** A buy's floor and its share of what the budget is above all of them. */
function shareAbove(floors: readonly number[], sum: number, budget: number) {
  const least = floors.reduce((total, floor) => total + floor, 0);
  const part = sum > least ? (budget - least) / (sum - least) : 0;
  return (shortfall: number, k: number) => floors[k]! + (shortfall - floors[k]!) * part;
}

/**
 * Money that dropped orders leave over goes to the funds that are bought anyway, each at most by its threshold and no group beyond
 * its tolerance.
 */
function withSlack(
  problem: OrderProblem,
  open: readonly Shortfall[],
  budget: number,
  room: GroupRoom,
): Shortfall[] {
  const sum = open.reduce((total, { shortfall }) => total + shortfall, 0);
  const excess = budget - sum;
  if (excess > 0) for (const { holding, shortfall } of open) room.add(holding, shortfall);
  return open.map(({ holding, shortfall }) => {
    if (excess <= 0) return { holding, shortfall };
    const target = problem.targets.get(holding.isin) ?? 0;
    // Just below the threshold, so that a second run does not sell it again; one that did gets less.
    const threshold = problem.forced.has(holding.isin)
      ? holding.minimumOrder
      : thresholdOf(problem, holding, target);
    const slack = Math.floor(room.within(holding, Math.min(excess * (shortfall / sum), 0.9 * threshold)));
    room.add(holding, slack);
    return { holding, shortfall: shortfall + slack };
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
  groups: GroupRoom,
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
      if (!order || !groups.mayTake(holding, order.amount - result[k]!.amount)) continue;
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
    groups.add(holding, next.amount - before.amount);
    result[best] = next;
  }
  return problem.rules.maximumTurnover === null ? investRest(problem, open, result, left, groups) : result;
}

/**
 * What is left although every target is met as nearly as units allow: one unit more where one fits, fractions for the
 * rest, so that less stays in cash than one unit costs. Nothing grows beyond what it may get by more than a unit, and no group beyond its
 * tolerance; a limit on the turnover is none to be used up.
 */
function investRest(
  problem: OrderProblem,
  open: readonly Shortfall[],
  orders: readonly Order[],
  budget: number,
  groups: GroupRoom,
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
      if (order && groups.mayTake(holding, order.amount - result[k]!.amount))
        [best, bestRoom, next] = [k, rank, order];
    });
    // The compiler does not see that the loop above assigns it.
    const found = next as Order | null;
    if (!found) break;
    const before = result[best]!;
    left -= found.amount + found.fee - before.amount - before.fee;
    groups.add(open[best]!.holding, found.amount - before.amount);
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
