import type { Hint } from '../check/contract-input.ts';
import type { TariffContext } from '../check/tariff-context.ts';
import { namedBy } from './given-up.ts';
import { isClearlyCheaper } from './holdings.ts';
import type { Order } from './order-problem.ts';
import type { PortfolioPlan } from './plan-portfolio.ts';

/**
 * Pairs sells and buys of the same peer group, largest with largest. A good fund goes into what is clearly cheaper than it, where a fund
 * that has to leave anyway takes that place else: then both are told as what they are for.
 *
 * @param hints of the contract before
 */
export function pairSwitches(
  context: TariffContext,
  plan: PortfolioPlan,
  hints: readonly Hint[],
): Map<string, string> {
  const partners = new Map<string, string>();
  if (plan.orders.every(({ action }) => action === plan.orders[0]?.action)) return partners;
  const ordered = new Set(plan.orders.map(({ isin }) => isin));
  const groupOf = new Map<string, number>();
  for (const { isin, groupIndex } of plan.holdings) if (ordered.has(isin)) groupOf.set(isin, groupIndex);
  const sales = plan.orders.filter(({ action }) => action === 'sell');
  const pair = (sale: string, buy: string) => partners.set(sale, buy).set(buy, sale);
  for (const sell of sales) {
    const group = groupOf.get(sell.isin) ?? -1;
    const buy = plan.orders.find(
      (order) =>
        order.action === 'buy' &&
        group >= 0 &&
        groupOf.get(order.isin) === group &&
        !partners.has(order.isin),
    );
    if (buy) pair(sell.isin, buy.isin);
  }
  if (partners.size < 4) return partners;
  const named = namedBy(hints);
  const mustLeave = ({ isin }: Order) =>
    named.has(isin) || plan.holdings.some((one) => one.isin === isin && !one.isAcceptable);
  for (const sale of sales) {
    const buy = partners.get(sale.isin);
    if (!buy || mustLeave(sale) || isClearlyCheaper(context, buy, sale.isin)) continue;
    const leaving = sales.find((other) => {
      const into = partners.get(other.isin);
      if (!into || groupOf.get(other.isin) !== groupOf.get(sale.isin) || !mustLeave(other)) return false;
      return isClearlyCheaper(context, into, sale.isin);
    });
    const into = partners.get(leaving?.isin ?? '');
    if (!leaving || !into) continue;
    pair(sale.isin, into);
    pair(leaving.isin, buy);
  }
  return partners;
}
