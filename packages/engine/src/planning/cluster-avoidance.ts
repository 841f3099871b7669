import type { TariffContext } from '../check/tariff-context.ts';
import { clusterLimit } from './avoid-clusters.ts';
import type { HintsBySubject } from './hints-by-subject.ts';
import type { Order } from './order-problem.ts';
import type { PortfolioPlan } from './plan-portfolio.ts';

/**
 * Tells whether a sale beside which a fund of another company is bought in its group keeps the seller's company from becoming a cluster
 * that it is not yet.
 */
export function clusterAvoidance(
  context: TariffContext,
  { holdings, orders, total }: PortfolioPlan,
  { of }: HintsBySubject,
): (sale: Order, partner: string | null) => boolean {
  const companyOf = (isin: string) => context.funds.get(isin)?.company ?? '';
  let sums: Map<string, number> | null = null;
  const sumOf = (company: string) => {
    if (!sums) {
      const own = new Map<string, number>();
      const add = (isin: string, value: number) =>
        own.set(companyOf(isin), (own.get(companyOf(isin)) ?? 0) + value);
      for (const { isin, value } of holdings) if (value !== 0) add(isin, value);
      for (const { isin, action, amount } of orders) add(isin, action === 'buy' ? amount : -amount);
      sums = own;
    }
    return sums.get(company) ?? 0;
  };
  const most = clusterLimit(context, total).company;
  return ({ isin, action, amount }, partner) => {
    const company = companyOf(isin);
    if (action !== 'sell' || partner === null || company === '' || company === companyOf(partner))
      return false;
    return !of.get(company)?.includes('H13') && sumOf(company) + amount > most;
  };
}
