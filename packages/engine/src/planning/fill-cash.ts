import type { TariffContext } from '../check/tariff-context.ts';
import { toCents } from '../rounding/in-cents.ts';
import { mayCost } from './cost-cap.ts';
import { leastSaleOf } from './fit-units.ts';
import { groupEdges } from './group-room.ts';
import { collectHoldings, type Holding, valueOfTicks } from './holdings.ts';
import { compareAims, compareFindings, fallenParts, isHarmless } from './judge-plan.ts';
import { leastValue } from './necessary-targets.ts';
import { overdraftOf } from './open-demands.ts';
import type { Order } from './order-problem.ts';
import { feeOf, type PlanRequest, paysItsFee, planFeeOf } from './plan-input.ts';
import type { PortfolioPlan } from './plan-portfolio.ts';
import { type PlanStep, settlePlan } from './settle-plan.ts';
import { spreadFill } from './spread-fill.ts';
import { keepsAsMuch } from './trimmed-plan.ts';
import { withOrders } from './with-orders.ts';
import { contextFor, judgeOf, withSavings } from './with-savings.ts';

/**
 * A plan that leaves no account overdrawn: what is missing to zero is sold of one fund, or less of one is bought, by the least that
 * does it; of several where one would leave its group below its tolerance or do other harm. The plan as it was where nothing is missing, no fund may be sold for it without harm, or it costs more than half of what
 * is missing.
 *
 * @param next what a further run orders
 */
export function withCashFilled(
  context: TariffContext,
  request: PlanRequest,
  plan: PortfolioPlan,
  isNecessary: boolean,
  next: PlanStep,
): PortfolioPlan {
  // What a limit on the turnover holds back is for the next run, and so is this.
  const isFull = request.rules.maximumTurnover !== null && plan.orders.length > 0;
  if (plan.binding.length > 0 || isFull || request.rules.buyOnly || plan.cashAfter >= 0) return plan;
  if (overdraftOf(request) === 0) return plan;
  const own = contextFor(context, request, request.contract);
  const base = withHoldings(own, request, plan);
  const judge = judgeOf(own, request, isNecessary);
  const before = judge(plan);
  const spread = [false, true].flatMap((keepsTargets) => spreadFill(own, request, base, keepsTargets) ?? []);
  const ways = [...filled(request, base), ...spread.map((one) => ({ holding: null, plan: one }))];
  const lacking = lackingIn(own, request, base);
  const found = ways
    .filter(({ plan: one }) => mayCost(own, request, one) && keepsAsMuch(own, request, plan, one))
    .map((one) => ({ ...one, check: judge(one.plan) }))
    .filter(({ check }) => isHarmless(own, before, check) && compareFindings(check, before) <= 0)
    .map((one) => ({
      ...one,
      lacking: lacking(one.plan),
      fallen: fallenParts(before, one.check).length,
      turnover: turnoverOf(one.plan),
    }))
    .toSorted(
      (a, b) =>
        compareAims(a.check, b.check) ||
        a.lacking - b.lacking ||
        a.fallen - b.fallen ||
        a.turnover - b.turnover,
    );
  const [first] = found;
  if (!first) return soldWholly(own, request, base, isNecessary, next) ?? plan;
  // Of those that are as small the fewest orders, and then what is taken from the group that has most beyond its target.
  const beyond = beyondTarget(own, base);
  const smallest = found
    .filter(
      (one) =>
        compareAims(one.check, first.check) === 0 &&
        one.lacking === first.lacking &&
        one.fallen === first.fallen &&
        one.turnover <= asSmall * first.turnover,
    )
    .toSorted(
      (a, b) =>
        a.plan.orders.length - b.plan.orders.length ||
        beyond(b.holding) - beyond(a.holding) ||
        a.turnover - b.turnover ||
        ((a.holding?.isin ?? '') < (b.holding?.isin ?? '') ? -1 : 1),
    );
  const others = found.filter((one) => one.holding === null && !smallest.slice(0, mostTried).includes(one));
  for (const { plan: candidate } of [...smallest.slice(0, mostTried), ...others]) {
    const saved = withSavings(own, request, candidate, isNecessary);
    const settled = settlePlan(request, (contract, isFirst) => (isFirst ? saved : next(contract, false)));
    if (settled?.isSettled && settled.cashAfter >= 0) return settled.runs > 1 ? settled : saved;
  }
  return plan;
}

/**
 * A fund of which no part may be sold, because part or rest would be less than its smallest order, is sold as a whole where nothing else
 * fills the account; what that brings beyond what is missing is bought of others, by a further run made as one with it.
 *
 * @returns null where that does harm as well
 */
function soldWholly(
  context: TariffContext,
  request: PlanRequest,
  plan: PortfolioPlan,
  isNecessary: boolean,
  next: PlanStep,
): PortfolioPlan | null {
  const judge = judgeOf(context, request, isNecessary);
  const before = judge(plan);
  const beyond = beyondTarget(context, plan);
  const traded = new Map(plan.orders.map((order) => [order.isin, order]));
  const ways = plan.holdings
    .filter(({ isLocked, ticks, isin }) => !isLocked && ticks > 0 && traded.get(isin)?.isFullSale !== true)
    .toSorted((a, b) => beyond(b) - beyond(a) || a.value - b.value || (a.isin < b.isin ? -1 : 1));
  for (const holding of ways) {
    const order = { ...orderOf(request, holding, 'sell', holding.ticks), isFullSale: true };
    const sold = changed(request, plan, order);
    if (sold.cashAfter < 0 || !paysItsFee(-plan.cashAfter, order.fee - (traded.get(holding.isin)?.fee ?? 0)))
      continue;
    const settled = settlePlan(request, (contract, isFirst) => (isFirst ? sold : next(contract, false)));
    if (!settled?.isSettled || settled.cashAfter < 0) continue;
    if (!mayCost(context, request, settled) || !keepsAsMuch(context, request, plan, settled)) continue;
    const check = judge(settled);
    if (isHarmless(context, before, check) && compareFindings(check, before) <= 0) return settled;
  }
  return null;
}

/** So many of the best sales are asked whether a further run has something to add. */
const mostTried = 3;

/** So much more turnover is as good as none. */
const asSmall = 1.05;

/** Cents by which the group of a fund is above its target after a plan. */
function beyondTarget(
  { target }: TariffContext,
  { holdings, orders, total }: PortfolioPlan,
): (holding: Holding | null) => number {
  const groups = target.map((wanted) => -wanted * total);
  const change = new Map(
    orders.map(({ isin, action, amount }) => [isin, action === 'buy' ? amount : -amount]),
  );
  for (const { isin, groupIndex, value } of holdings)
    if (groupIndex >= 0) groups[groupIndex]! += value + (change.get(isin) ?? 0);
  // What is of no group belongs to no target; several funds are of several groups.
  return (holding) => (holding === null ? 0 : (groups[holding.groupIndex] ?? Number.MAX_VALUE));
}

/** How many groups a plan leaves below their tolerance and with less than another plan does. */
function lackingIn(
  context: TariffContext,
  { contract }: PlanRequest,
  { holdings, orders, total }: PortfolioPlan,
): (plan: PortfolioPlan) => number {
  const edges = groupEdges(context, total + toCents(contract.cashReserve));
  const groupOf = new Map(holdings.map(({ isin, groupIndex }) => [isin, groupIndex]));
  const valuesOf = (list: readonly Order[]) => {
    const values = new Float64Array(edges.length);
    for (const { groupIndex, value } of holdings) if (groupIndex >= 0) values[groupIndex]! += value;
    for (const { isin, action, amount } of list) {
      const group = groupOf.get(isin) ?? -1;
      if (group >= 0) values[group]! += action === 'buy' ? amount : -amount;
    }
    return values;
  };
  const before = valuesOf(orders);
  return (plan) => {
    const after = valuesOf(plan.orders);
    return edges.filter(({ low }, g) => after[g]! < before[g]! && after[g]! < low - 1).length;
  };
}

const turnoverOf = ({ orders }: PortfolioPlan): number => orders.reduce((sum, { amount }) => sum + amount, 0);

/** A plan that trades nothing knows no holdings. */
function withHoldings(context: TariffContext, request: PlanRequest, plan: PortfolioPlan): PortfolioPlan {
  if (plan.holdings.length > 0) return plan;
  const { contract, addedCash } = request;
  const holdings = collectHoldings(context, request);
  const free = toCents(contract.cash) + toCents(addedCash) - toCents(contract.cashReserve);
  return { ...plan, holdings, total: holdings.reduce((sum, { value }) => sum + value, 0) + free };
}

/** The plan with one sale that is more, or one buy that is less, by what is missing. */
function filled(
  request: PlanRequest,
  plan: PortfolioPlan,
): { readonly holding: Holding; readonly plan: PortfolioPlan }[] {
  const orders = new Map(plan.orders.map((order) => [order.isin, order]));
  return plan.holdings.flatMap((holding) => {
    const order = orders.get(holding.isin);
    if (holding.isLocked || (order?.action === 'sell' && order.isFullSale)) return [];
    const found =
      order?.action === 'buy'
        ? boughtLess(request, plan, holding, order)
        : soldMore(request, plan, holding, order);
    return found ? [{ holding, plan: found }] : [];
  });
}

const changed = (request: PlanRequest, plan: PortfolioPlan, order: Order): PortfolioPlan => ({
  ...withOrders(request, plan, [...plan.orders.filter(({ isin }) => isin !== order.isin), order]),
  // What was traded already keeps its own reason.
  ...(plan.orders.some(({ isin }) => isin === order.isin) ? {} : { fills: [order.isin] }),
});

function orderOf(
  request: PlanRequest,
  { isin, price, decimals }: Holding,
  action: Order['action'],
  ticks: number,
): Order {
  const amount = valueOfTicks(ticks, price, decimals);
  return { isin, action, ticks, amount, fee: feeOf(request.rules.fee, amount), isFullSale: false };
}

/** The smallest sale of a fund that brings cash to zero after all fees; null where there is none that leaves enough of it. */
function soldMore(
  request: PlanRequest,
  plan: PortfolioPlan,
  holding: Holding,
  known: Order | undefined,
): PortfolioPlan | null {
  const { price, decimals } = holding;
  if (holding.value <= 0) return null;
  const { rules } = request;
  const missing = -plan.cashAfter + planFeeOf(rules, [{ action: 'sell' }]) - planFeeOf(rules, plan.orders);
  const already = known?.amount ?? 0;
  const asked = Math.max(already + missing, leastSaleOf(holding));
  const ticksOf = (cents: number) => Math.ceil((cents / 100 / price) * 10 ** decimals - 1e-9);
  const most = holding.ticks;
  // The fee grows with what is sold, and what is sold with the fee.
  let order = orderOf(request, holding, 'sell', ticksOf(asked));
  for (let round = 0; round < 4; round++) {
    const short = already + missing + order.fee - (known?.fee ?? 0) - order.amount;
    if (short <= 0) break;
    order = orderOf(request, holding, 'sell', Math.max(order.ticks + 1, ticksOf(order.amount + short)));
  }
  const rest = holding.value - order.amount;
  const least = Math.max(leastValue(request, plan.total), holding.minimumOrder, 1);
  if (order.ticks >= most || rest < least) return null;
  const { maximumTurnover } = rules;
  if (maximumTurnover !== null && order.amount > maximumTurnover * plan.total) return null;
  const found = changed(request, plan, order);
  // What it costs is not more than half of what is missing.
  const costs = plan.cashAfter + order.amount - already - found.cashAfter;
  return found.cashAfter >= 0 && paysItsFee(-plan.cashAfter, costs) ? found : null;
}

/** A buy by so much less that cash is at zero; null where what is left of it is no order. */
function boughtLess(
  request: PlanRequest,
  plan: PortfolioPlan,
  holding: Holding,
  known: Order,
): PortfolioPlan | null {
  const { price, decimals } = holding;
  const less = Math.ceil((-plan.cashAfter / 100 / price) * 10 ** decimals - 1e-9);
  const order = orderOf(request, holding, 'buy', known.ticks - less);
  if (order.ticks <= 0 || order.amount < Math.max(1, holding.minimumOrder)) return null;
  const found = changed(request, plan, order);
  return found.cashAfter >= 0 ? found : null;
}
