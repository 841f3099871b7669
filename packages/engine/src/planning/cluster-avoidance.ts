import type { TariffContext } from '../check/tariff-context.ts';
import { clusterLimit } from './avoid-clusters.ts';
import type { Order } from './make-orders.ts';
import type { HintsBySubject } from './order-reasons.ts';
import type { PortfolioPlan } from './plan-portfolio.ts';

/**
 * Tells whether a sale that is switched into a fund of another company keeps the seller's company from becoming a cluster
 * that it is not yet.
 */
export function clusterAvoidance(
  context: TariffContext,
  { holdings, orders, total }: PortfolioPlan,
  { of }: HintsBySubject,
): (sale: Order, partner: string) => boolean {
  const companyOf = (isin: string) => context.funds.get(isin)?.company ?? '';
  const sumOf = (company: string) => {
    let sum = 0;
    for (const { isin, value } of holdings) if (companyOf(isin) === company) sum += value;
    for (const { isin, action, amount } of orders)
      if (companyOf(isin) === company) sum += action === 'buy' ? amount : -amount;
    return sum;
  };
  const most = clusterLimit(context, total).company;
  return ({ isin, action, amount }, partner) => {
    const company = companyOf(isin);
    if (action !== 'sell' || company === '' || company === companyOf(partner)) return false;
    return !of.get(company)?.includes('H13') && sumOf(company) + amount > most;
  };
}
