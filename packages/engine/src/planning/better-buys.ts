import { costSaving, type TariffContext } from '../check/tariff-context.ts';
import { mayCost } from './cost-cap.ts';
import {
  type Holding,
  isBuyable,
  isClearlyCheaper,
  leastSwitchGain,
  ticksFor,
  valueOfTicks,
} from './holdings.ts';
import { compareAims, fallenParts, isHarmless } from './judge-plan.ts';
import type { Order } from './order-problem.ts';
import { feeOf, type PlanRequest } from './plan-input.ts';
import type { PortfolioPlan } from './plan-portfolio.ts';
import { type PlanStep, settlePlan } from './settle-plan.ts';
import { keepsAsMuch } from './trimmed-plan.ts';
import { withOrders } from './with-orders.ts';
import { contextFor, judgeOf, withSavings } from './with-savings.ts';

/** A fund whose units take less of an order than this is no fund for it. */
const leastTaken = 0.98;

/**
 * A plan that buys no fund where another of the same group that ranks no lower and is clearly cheaper does the same: orders are taken back
 * and exchanged by what they turn over, and which fund is bought makes no difference to that. What is held and good stays, and is not
 * topped up for it. The way to the target buys what the tariff's proposal names, whatever that costs.
 *
 * @param isNecessary the smallest intervention
 * @param next what a further run orders
 */
export function withBetterBuys(
  context: TariffContext,
  request: PlanRequest,
  plan: PortfolioPlan,
  isNecessary: boolean,
  next: PlanStep,
): PortfolioPlan {
  if (plan.binding.length > 0) return plan;
  const others = (of: PortfolioPlan, isin: string) => betterThan(context, request, of, isin, isNecessary);
  let all = plan;
  let count = 0;
  for (const { isin } of plan.orders) {
    const [other] = others(all, isin);
    const candidate = other && exchanged(request, all, isin, other);
    if (candidate) [all, count] = [candidate, count + 1];
  }
  // Most often all of them do the same, and are asked for once.
  const together = count > 1 ? asGoodAs(context, request, plan, all, isNecessary, next) : null;
  if (together) return together;
  let best = plan;
  for (const { isin } of plan.orders) {
    for (const other of others(best, isin)) {
      const candidate = exchanged(request, best, isin, other);
      const found = candidate && asGoodAs(context, request, best, candidate, isNecessary, next);
      if (!found) continue;
      best = found;
      break;
    }
  }
  return best;
}

/** A plan with its savings plan where it does all that another one does and comes to rest; else null. */
function asGoodAs(
  context: TariffContext,
  request: PlanRequest,
  plan: PortfolioPlan,
  candidate: PortfolioPlan,
  isNecessary: boolean,
  next: PlanStep,
): PortfolioPlan | null {
  const own = contextFor(context, request, request.contract);
  if (!mayCost(own, request, candidate) || !keepsAsMuch(own, request, plan, candidate)) return null;
  const judge = judgeOf(own, request, isNecessary);
  const [before, check] = [judge(plan), judge(candidate)];
  const isAsGood = isHarmless(own, before, check) && compareAims(check, before) <= 0;
  if (!isAsGood || fallenParts(before, check).length > 0 || check.hints.length > before.hints.length)
    return null;
  const saved = withSavings(own, request, candidate, isNecessary);
  const settled = settlePlan(request, (contract, isFirst) => (isFirst ? saved : next(contract, false)));
  return settled?.isSettled && settled.runs === 1 ? saved : null;
}

/**
 * Funds of the shortlist that could be bought instead of one, the best first. Of what is held already another fund is begun only where
 * that saves something: it is one more to look after.
 */
function betterThan(
  context: TariffContext,
  { excluded }: PlanRequest,
  { holdings, orders }: PortfolioPlan,
  isin: string,
  isNecessary: boolean,
): Holding[] {
  const order = orders.find((one) => one.isin === isin && one.action === 'buy');
  const holding = order && holdings.find((one) => one.isin === isin);
  if (!holding) return [];
  const isHeld = holding.ticks > 0;
  const isProposed = context.proposal.has(isin);
  if (isProposed && !isHeld && !isNecessary) return [];
  const isWorth = (other: string) =>
    (costSaving(context.funds.get(isin), context.funds.get(other)) ?? 0) * order.amount >= leastSwitchGain;
  const isSold = (fund: string) => orders.some((order) => order.isin === fund && order.action === 'sell');
  return (context.input.shortlists[holding.groupIndex] ?? []).flatMap((other) => {
    if (other === isin || excluded.has(other) || isSold(other)) return [];
    if (!isClearlyCheaper(context, other, isin) || (isHeld && !isWorth(other))) return [];
    const found = holdings.find((one) => one.isin === other);
    if (!found || found.isLocked || !isBuyable(context, found)) return [];
    // Of two that the tariff proposes the one that is held takes all, and of two that are held each its part.
    const isMixed = isHeld && isProposed && (found.ticks > 0 || !context.proposal.has(other));
    return isMixed ? [] : [found];
  });
}

/** The plan with another fund bought for what is bought of one; null where its units or its smallest order do not allow it. */
function exchanged(
  request: PlanRequest,
  plan: PortfolioPlan,
  isin: string,
  other: Holding,
): PortfolioPlan | null {
  const order = plan.orders.find((one) => one.isin === isin)!;
  const known = plan.orders.find((one) => one.isin === other.isin);
  const wanted = order.amount + (known?.amount ?? 0);
  const ticks = ticksFor(wanted, other);
  const amount = valueOfTicks(ticks, other.price, other.decimals);
  if (amount > wanted || amount < leastTaken * wanted || amount < Math.max(1, other.minimumOrder))
    return null;
  const bought: Order = {
    isin: other.isin,
    action: 'buy',
    ticks,
    amount,
    fee: feeOf(request.rules.fee, amount),
    isFullSale: false,
  };
  const rest = plan.orders.filter((one) => one !== order && one !== known);
  return withOrders(request, plan, [...rest, bought]);
}
