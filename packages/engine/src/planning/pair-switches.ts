import type { PortfolioPlan } from './plan-portfolio.ts';

/** Pairs sells and buys of the same peer group, largest with largest. */
export function pairSwitches(plan: PortfolioPlan): Map<string, string> {
  const partners = new Map<string, string>();
  if (plan.orders.every(({ action }) => action === plan.orders[0]?.action)) return partners;
  const ordered = new Set(plan.orders.map(({ isin }) => isin));
  const groupOf = new Map<string, number>();
  for (const { isin, groupIndex } of plan.holdings) if (ordered.has(isin)) groupOf.set(isin, groupIndex);
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
