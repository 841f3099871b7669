import type { ContractCheck } from '../check/check-contract.ts';
import { groupTolerance } from '../check/group-tolerance.ts';
import type { TariffContext } from '../check/tariff-context.ts';
import { toCents } from '../rounding/in-cents.ts';
import { applyOrders } from './apply-orders.ts';
import { clusterLimit } from './avoid-clusters.ts';
import { leastSaleOf, unitOf } from './fit-units.ts';
import { type Holding, isBuyable, valueOfTicks } from './holdings.ts';
import { addedFindings, compareAims, fallenParts } from './judge-plan.ts';
import { leastValue } from './necessary-targets.ts';
import type { Order } from './order-problem.ts';
import { feeOf, type PlanRequest, planFeeOf } from './plan-input.ts';
import { breaksLimits, type PortfolioPlan } from './plan-portfolio.ts';

/** Money that is idle is looked at from this part of the value on. */
const noticeable = 0.005;

/** A plan and the check it is judged by. */
interface Judged {
  readonly plan: PortfolioPlan;
  readonly check: ContractCheck;
}

/**
 * Orders that have to be made whatever the check says may lower the score while money lies idle, because it is less than a
 * whole unit or a smallest order of any fund that lacks something: what is missing for one is then sold where there is most
 * beyond the target. The plan as it was where that keeps the score no better, adds a finding or costs another part.
 *
 * @param before the check of the contract as it is
 * @param judge the check that plans are judged by
 */
export function placeIdle(
  context: TariffContext,
  request: PlanRequest,
  planned: PortfolioPlan,
  before: ContractCheck,
  judge: (plan: PortfolioPlan) => ContractCheck,
): PortfolioPlan {
  const { rules, contract } = request;
  if (rules.maximumTurnover !== null || planned.binding.length > 0) return planned;
  const idle = planned.cashAfter - toCents(contract.cashReserve);
  if (idle < noticeable * planned.total) return planned;
  const first: Judged = { plan: planned, check: judge(planned) };
  if (first.check.score >= before.score) return planned;
  // What the plan buys with a part of the money may stand in the way of a fund that is short of more.
  const sales = planOf(
    request,
    planned,
    planned.orders.filter(({ action }) => action === 'sell'),
  );
  let best = first;
  for (const base of [planned, sales])
    for (const plan of placements(context, request, base)) {
      const check = judge(plan);
      if (isPlaced(request, before, first, { plan, check }) && isBetterThan(before, { plan, check }, best))
        best = { plan, check };
    }
  return best.plan;
}

/** Whether a plan does all that the one it comes from does, leaves less money idle and keeps the score better. */
const isPlaced = (
  request: PlanRequest,
  before: ContractCheck,
  from: Judged,
  { plan, check }: Judged,
): boolean =>
  plan.cashAfter < from.plan.cashAfter &&
  check.score > from.check.score &&
  compareAims(check, from.check) <= 0 &&
  addedFindings(from.check, check).length === 0 &&
  fallenParts(before, check).length <= fallenParts(before, from.check).length &&
  (breaksLimits(request, from.plan) || !breaksLimits(request, plan));

const turnoverOf = ({ orders }: PortfolioPlan): number => orders.reduce((sum, { amount }) => sum + amount, 0);

/** A score that does not fall goes before the least turnover, and that before the score. */
function isBetterThan(before: ContractCheck, a: Judged, b: Judged): boolean {
  const keeps = (judged: Judged) => Math.min(judged.check.score, before.score);
  return keeps(a) - keeps(b) > 0 || (keeps(a) === keeps(b) && turnoverOf(a.plan) < turnoverOf(b.plan));
}

/** Plans with one more buy of a fund that lacks something, and what is missing for it sold of one other. */
function* placements(
  context: TariffContext,
  request: PlanRequest,
  base: PortfolioPlan,
): Generator<PortfolioPlan> {
  const { holdings, total } = base;
  const orders = new Map(base.orders.map((order) => [order.isin, order]));
  const valueOf = (holding: Holding) => {
    const order = orders.get(holding.isin);
    return holding.value + (order ? (order.action === 'buy' ? order.amount : -order.amount) : 0);
  };
  const groups = context.target.map(() => 0);
  for (const holding of holdings)
    if (holding.groupIndex >= 0) groups[holding.groupIndex]! += valueOf(holding);
  const edge = (g: number, side: 1 | -1) =>
    (context.target[g]! + side * groupTolerance(context.input.rules, context.target[g]!)) * total;
  const idle = base.cashAfter - toCents(request.contract.cashReserve);
  const most = clusterLimit(context, total).fund;
  const least = leastValue(request, total);
  const isOrdered = ({ isin }: Holding, action: Order['action']) => orders.get(isin)?.action === action;
  const takers = holdings.filter(
    (holding) =>
      holding.groupIndex >= 0 &&
      groups[holding.groupIndex]! < context.target[holding.groupIndex]! * total &&
      !isOrdered(holding, 'sell') &&
      isBuyable(context, holding),
  );
  for (const taker of takers) {
    const g = taker.groupIndex;
    const lacks = context.target[g]! * total - groups[g]!;
    const amount = amountFor(taker, Math.max(lacks, least - valueOf(taker)));
    if (amount <= 0 || groups[g]! + amount > edge(g, 1) || valueOf(taker) + amount > most) continue;
    const bought = orderOf(request, taker, 'buy', amount + (orders.get(taker.isin)?.amount ?? 0));
    const others = base.orders.filter(({ isin }) => isin !== taker.isin);
    const missing = amount + feeOf(request.rules.fee, amount) - idle;
    if (missing <= 0) {
      yield planOf(request, base, [...others, bought]);
      continue;
    }
    if (request.rules.buyOnly) continue;
    for (const giver of holdings) {
      const from = giver.groupIndex;
      if (from < 0 || from === g || giver.isLocked || giver.value === 0 || orders.has(giver.isin)) continue;
      const sold = sellable(request, giver, missing);
      if (sold === null || giver.value - sold.amount < Math.max(least, giver.minimumOrder)) continue;
      if (groups[from]! - sold.amount < edge(from, -1)) continue;
      yield planOf(request, base, [...others, sold, bought]);
    }
  }
}

/** What a fund takes of what its group lacks, in cents: the nearest number of whole units, at least its smallest order. */
function amountFor(taker: Holding, lacks: number): number {
  const unit = unitOf(taker);
  const wanted = unit > 0 ? Math.max(1, Math.round(lacks / unit)) * unit : lacks;
  return Math.max(Math.round(wanted), leastSaleOf(taker));
}

function orderOf(request: PlanRequest, holding: Holding, action: Order['action'], cents: number): Order {
  const ticks = Math.floor((cents / 100 / holding.price) * 10 ** holding.decimals + 1e-6);
  const amount = valueOfTicks(ticks, holding.price, holding.decimals);
  const fee = feeOf(request.rules.fee, amount);
  return { isin: holding.isin, action, ticks, amount, fee, isFullSale: false };
}

/** The smallest sale that brings so many cents after its fee; null where a fund does not have them. */
function sellable(request: PlanRequest, giver: Holding, missing: number): Order | null {
  const { price, decimals } = giver;
  const fee = feeOf(request.rules.fee, missing) + 1;
  const asked = Math.max(missing + fee, leastSaleOf(giver));
  const ticks = Math.ceil((asked / 100 / price) * 10 ** decimals - 1e-9);
  if (ticks >= giver.ticks) return null;
  const amount = valueOfTicks(ticks, price, decimals);
  const own = feeOf(request.rules.fee, amount);
  return amount - own < missing
    ? null
    : { isin: giver.isin, action: 'sell', ticks, amount, fee: own, isFullSale: false };
}

/** A plan with other orders. */
function planOf(request: PlanRequest, base: PortfolioPlan, orders: readonly Order[]): PortfolioPlan {
  const sorted = orders.toSorted(
    (a, b) =>
      Number(a.action === 'buy') - Number(b.action === 'buy') ||
      b.amount - a.amount ||
      (a.isin < b.isin ? -1 : 1),
  );
  const { contract, addedCash, rules } = request;
  const cashAfter = sorted.reduce(
    (sum, { action, amount, fee }) => sum + (action === 'sell' ? amount : -amount) - fee,
    toCents(contract.cash) + toCents(addedCash) - planFeeOf(rules, sorted),
  );
  const after = {
    ...applyOrders(contract, base.holdings, sorted, cashAfter),
    savingsPlan: base.after.savingsPlan,
  };
  return { ...base, orders: sorted, cashAfter, after };
}
