import type { ContractCheck } from '../check/check-contract.ts';
import type { TariffContext } from '../check/tariff-context.ts';
import { mayCost } from './cost-cap.ts';
import { type Holding, isBuyable, isClearlyCheaper, ticksFor, valueOfTicks } from './holdings.ts';
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
 * The smallest intervention without a fund it opens where one of the same group that ranks no lower and is clearly cheaper does the same:
 * orders are taken back and exchanged by what they turn over, and which fund is bought makes no difference to that. The way to the target
 * has no such choice: it buys what the tariff's proposal names.
 *
 * @param next what a further run orders
 */
export function withBetterBuys(
  context: TariffContext,
  request: PlanRequest,
  plan: PortfolioPlan,
  next: PlanStep,
): PortfolioPlan {
  if (plan.binding.length > 0) return plan;
  let best = plan;
  let judge: ((plan: PortfolioPlan) => ContractCheck) | null = null;
  for (const { isin } of plan.orders) {
    for (const other of betterThan(context, request, best, isin)) {
      const own = contextFor(context, request, request.contract);
      judge ??= judgeOf(own, request, true);
      const candidate = exchanged(request, best, isin, other);
      if (!candidate || !mayCost(own, request, candidate) || !keepsAsMuch(own, request, best, candidate))
        continue;
      const [before, check] = [judge(best), judge(candidate)];
      const isAsGood = isHarmless(own, before, check) && compareAims(check, before) <= 0;
      if (!isAsGood || fallenParts(before, check).length > 0 || check.hints.length > before.hints.length)
        continue;
      const saved = withSavings(own, request, candidate, true);
      const settled = settlePlan(request, (contract, isFirst) => (isFirst ? saved : next(contract, false)));
      if (!settled?.isSettled || settled.runs > 1) continue;
      best = saved;
      break;
    }
  }
  return best;
}

/** Funds of the shortlist that could be bought instead of one that is opened, the best first. */
function betterThan(
  context: TariffContext,
  { excluded }: PlanRequest,
  { holdings, orders }: PortfolioPlan,
  isin: string,
): Holding[] {
  const isOpened = orders.some((order) => order.isin === isin && order.action === 'buy');
  const holding = isOpened ? holdings.find((one) => one.isin === isin) : undefined;
  if (!holding || holding.ticks > 0) return [];
  const isSold = (fund: string) => orders.some((order) => order.isin === fund && order.action === 'sell');
  return (context.input.shortlists[holding.groupIndex] ?? []).flatMap((other) => {
    if (other === isin || excluded.has(other) || isSold(other)) return [];
    if (!isClearlyCheaper(context, other, isin)) return [];
    const found = holdings.find((one) => one.isin === other);
    return found && !found.isLocked && isBuyable(context, found) ? [found] : [];
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
