import type { PortfolioPlan } from './plan-portfolio.ts';

/** Pairs sells and buys of the same peer group, largest with largest. */
export function pairSwitches(plan: PortfolioPlan): Map<string, string> {
  const groupOf = new Map(plan.holdings.map((holding) => [holding.isin, holding.groupIndex]));
  const partners = new Map<string, string>();
  for (const sell of plan.orders) {
    if (sell.action !== 'sell') continue;
    const group = groupOf.get(sell.isin) ?? -1;
    const buy = plan.orders.find(
      (order) =>
        order.action === 'buy' &&
        group >= 0 &&
        groupOf.get(order.isin) === group &&
        !partners.has(order.isin),
    );
    if (!buy) continue;
    partners.set(sell.isin, buy.isin);
    partners.set(buy.isin, sell.isin);
  }
  return partners;
}
