import type { TariffContext } from '../check/tariff-context.ts';
import { toCents } from '../rounding/in-cents.ts';
import { leastSaleOf } from './fit-units.ts';
import { type Holding, tickOf, valueOfTicks } from './holdings.ts';
import { balanceGroups, type GroupMove, groupMoves } from './necessary-groups.ts';
import { leastValue, worstFirst } from './necessary-targets.ts';
import type { Order } from './order-problem.ts';
import { feeOf, type PlanRequest, paysItsFee, planFeeOf } from './plan-input.ts';
import type { PortfolioPlan } from './plan-portfolio.ts';
import { withOrders } from './with-orders.ts';

/** Fees grow with what is sold, and what is sold with the fees: so often it is counted anew. */
const mostRounds = 6;

/**
 * What is missing from an account, sold of several funds: each group gives as much as the smallest intervention would take of it, those
 * above their targets first and none below its tolerance, and what a group buys is bought less before anything of it is sold.
 *
 * @param keepsTargets whether no group gives more than what it has beyond its target: more of them give something then
 * @returns null where the groups do not give so much, or it costs more than half of what is missing
 */
export function spreadFill(
  context: TariffContext,
  request: PlanRequest,
  plan: PortfolioPlan,
  keepsTargets: boolean,
): PortfolioPlan | null {
  let asked = -plan.cashAfter;
  for (let round = 0; round < mostRounds; round++) {
    const given = ticksGiven(context, request, plan, asked, keepsTargets);
    if (!given) return null;
    const found = withLess(request, plan, given);
    if (found.cashAfter >= 0) return isAllowed(request, plan, found) ? found : null;
    asked -= found.cashAfter;
  }
  return null;
}

/** Whether a plan stays below the limit on the turnover and costs at most half of what was missing without it. */
function isAllowed({ rules, contract }: PlanRequest, plan: PortfolioPlan, found: PortfolioPlan): boolean {
  const costs = (orders: readonly Order[]) =>
    orders.reduce((sum, { fee }) => sum + fee, planFeeOf(rules, orders));
  if (!paysItsFee(-plan.cashAfter, costs(found.orders) - costs(plan.orders))) return false;
  if (rules.maximumTurnover === null) return true;
  const sold = found.orders.reduce((sum, { amount, action }) => sum + (action === 'sell' ? amount : 0), 0);
  return sold <= rules.maximumTurnover * (plan.total + toCents(contract.cashReserve));
}

/** A holding as a plan leaves it. */
interface Source {
  readonly holding: Holding;
  /** Ticks and cents that are left of it. */
  readonly ticks: number;
  readonly value: number;
  /** Ticks that are bought of it. */
  readonly bought: number;
  /** Cents of it that are sold already. */
  readonly sold: number;
}

function ticksGiven(
  context: TariffContext,
  request: PlanRequest,
  plan: PortfolioPlan,
  missing: number,
  keepsTargets: boolean,
): ReadonlyMap<string, number> | null {
  const sources = sourcesOf(context, plan);
  const least = leastValue(request, plan.total);
  const ends = movesOf(context, request, plan, sources).map((move, g) =>
    canGive(sources[g]!, move.end - Math.min(move.low, move.end), least) ? move : asItIs(move),
  );
  const moves = keepsTargets ? ends.map(downToTarget) : ends;
  if (balanceGroups(moves, -missing, 0).left < -1) return null;
  // What whole units and smallest orders leave of one group's part the next one gives: the one of the finest units last.
  const finest = sources.map((group) => Math.min(...group.map(({ holding }) => tickOf(holding))));
  const givers = moves
    .flatMap(({ before, end }, g) => (before - end > 0 ? [{ g, part: before - end }] : []))
    .toSorted((a, b) => finest[b.g]! - finest[a.g]! || a.g - b.g);
  const given = new Map<string, number>();
  let carried = 0;
  givers.forEach(({ g, part }, k) => {
    carried += part;
    carried -= takeOf(context, sources[g]!, Math.ceil(carried), least, k === givers.length - 1, given);
  });
  return given;
}

/** Holdings by group as a plan leaves them, those of no group last. */
function sourcesOf({ target }: TariffContext, { holdings, orders }: PortfolioPlan): Source[][] {
  const ordered = new Map(orders.map((order) => [order.isin, order]));
  const groups = Array.from({ length: target.length + 1 }, (): Source[] => []);
  for (const holding of holdings) {
    const { isin, groupIndex, price, decimals } = holding;
    const order = ordered.get(isin);
    const change = order ? (order.action === 'buy' ? order.ticks : -order.ticks) : 0;
    const ticks = holding.ticks + change;
    if (ticks <= 0) continue;
    const value = valueOfTicks(ticks, price, decimals);
    groups[groupIndex < 0 ? target.length : groupIndex]!.push({
      holding,
      ticks,
      value,
      bought: Math.max(0, change),
      sold: holding.value - Math.min(holding.value, value),
    });
  }
  return groups;
}

/**
 * Whether a group may give anything of at most so many cents: what is bought of it, a whole fund, or a part of one that is no less than its
 * smallest order and leaves one. Of a group that may not, others give its part, each as far as it may.
 */
function canGive(group: readonly Source[], room: number, least: number): boolean {
  return group.some((source) => {
    const { holding, value, bought } = source;
    if (bought > 0) return room > 0;
    if (holding.isLocked || value <= 0) return false;
    return value <= room || smallestGift(source) <= Math.min(room, value - leftOf(source, least));
  });
}

/** The least cents that may be sold of a fund: what is sold already is an order, which may be of any more. */
const smallestGift = ({ holding, sold }: Source): number =>
  Math.max(tickOf(holding), leastSaleOf(holding) - sold);

/** What a fund that is sold in part must keep. */
const leftOf = ({ holding }: Source, least: number): number => Math.max(least, holding.minimumOrder, 1);

function asItIs(move: GroupMove): GroupMove {
  const { end } = move;
  return { ...move, low: end, high: end, innerLow: end, innerHigh: end };
}

function downToTarget(move: GroupMove): GroupMove {
  const low = Math.min(move.before, Math.max(move.low, move.target));
  return { ...move, low, innerLow: low };
}

/** Groups from where a plan leaves them; of what belongs to none all may go. */
function movesOf(
  context: TariffContext,
  request: PlanRequest,
  { total }: PortfolioPlan,
  sources: readonly (readonly Source[])[],
): GroupMove[] {
  const sums = sources.map((group) => {
    const before = group.reduce((sum, { value }) => sum + value, 0);
    const locked = group.reduce((sum, { holding, value }) => sum + (holding.isLocked ? value : 0), 0);
    return { before, kept: before, locked, canBuy: false, capacity: before, heldCapacity: before, least: 0 };
  });
  const whole = total + toCents(request.contract.cashReserve);
  const strangers = sums.pop()!;
  const { before, locked } = strangers;
  return [
    ...groupMoves(context, [], sums, request.rules, whole),
    {
      before,
      kept: before,
      low: locked,
      high: before,
      target: 0,
      innerLow: locked,
      innerHigh: before,
      isOutside: false,
      canBuy: false,
      end: before,
    },
  ];
}

/**
 * Takes cents of a group: first of what is bought, then of the one fund that can give it all and stay, the worst first, else of one
 * after the other.
 *
 * @param least what a fund must be worth to stay
 * @param isLast whether it is rounded up to what can be traded; else down
 * @param given ticks by ISIN; added to
 * @returns cents that were taken
 */
function takeOf(
  context: TariffContext,
  group: readonly Source[],
  wanted: number,
  least: number,
  isLast: boolean,
  given: Map<string, number>,
): number {
  let taken = 0;
  const take = ({ holding, ticks }: Source, many: number) => {
    if (many <= 0) return;
    given.set(holding.isin, many);
    taken +=
      valueOfTicks(ticks, holding.price, holding.decimals) -
      valueOfTicks(ticks - many, holding.price, holding.decimals);
  };
  const ticksOf = (cents: number, holding: Holding) =>
    isLast ? Math.ceil(cents / tickOf(holding) - 1e-9) : Math.floor(cents / tickOf(holding) + 1e-9);
  for (const source of group) {
    const { holding, bought } = source;
    if (bought === 0 || taken >= wanted) continue;
    const many = Math.min(bought, ticksOf(wanted - taken, holding));
    const rest = valueOfTicks(bought - many, holding.price, holding.decimals);
    // A buy that would be too small for an order is none.
    take(source, rest < Math.max(1, holding.minimumOrder) ? bought : many);
  }
  const isWorse = worstFirst(context);
  const inOrder = group
    .filter(({ holding, bought }) => bought === 0 && !holding.isLocked && holding.value > 0)
    .toSorted((a, b) => isWorse(a.holding, b.holding));
  const mayGive = (source: Source, cents: number) =>
    cents >= smallestGift(source) && source.value - cents >= leftOf(source, least);
  const whole = inOrder.find((source) => mayGive(source, wanted - taken));
  for (const source of whole ? [whole] : inOrder) {
    const rest = wanted - taken;
    if (rest <= 0) break;
    const { holding, ticks, value } = source;
    const many = value <= rest ? ticks : Math.min(ticks, ticksOf(rest, holding));
    const cents = value - valueOfTicks(ticks - many, holding.price, holding.decimals);
    if (many === ticks || mayGive(source, cents)) take(source, many);
  }
  return taken;
}

/** A plan with so many ticks less bought, or more sold, of its funds. */
function withLess(
  request: PlanRequest,
  plan: PortfolioPlan,
  given: ReadonlyMap<string, number>,
): PortfolioPlan {
  const byIsin = new Map(plan.holdings.map((holding) => [holding.isin, holding]));
  const known = new Map(plan.orders.map((order) => [order.isin, order]));
  const changed = [...given].flatMap(([isin, many]): Order[] => {
    const { price, decimals, ticks: held } = byIsin.get(isin)!;
    const order = known.get(isin);
    const change = (order ? (order.action === 'buy' ? order.ticks : -order.ticks) : 0) - many;
    if (change === 0) return [];
    const ticks = Math.abs(change);
    const amount = valueOfTicks(ticks, price, decimals);
    const action = change > 0 ? 'buy' : 'sell';
    const isFullSale = -change === held;
    return [{ isin, action, ticks, amount, fee: feeOf(request.rules.fee, amount), isFullSale }];
  });
  return {
    ...withOrders(request, plan, [...plan.orders.filter(({ isin }) => !given.has(isin)), ...changed]),
    // What was traded already keeps its own reason.
    fills: [...given.keys()].filter((isin) => !known.has(isin)),
  };
}
