import type { Hint } from '../check/contract-input.ts';
import type { TariffContext } from '../check/tariff-context.ts';
import { type Holding, paysToSwitch } from './holdings.ts';
import { knownCheck } from './known-checks.ts';
import type { PlanRequest } from './plan-input.ts';
import { hasPortfolioLimits, type PortfolioPlan } from './plan-portfolio.ts';

/**
 * What findings of severity 1 or 2 speak of: funds, groups and companies, and funds without risk data where it is for them that the risk is
 * unknown.
 */
export function namedBy(hints: readonly Hint[]): ReadonlySet<string> {
  const named = new Set<string>();
  for (const { severity, subject, action } of hints) {
    if (severity === 0) continue;
    named.add(subject);
    if (action?.kind === 'addRiskData') for (const isin of action.isins) named.add(isin);
  }
  return named;
}

/** Good funds of wanted groups, without a finding, that are sold as a whole while another of their group is bought. */
export function givenUp(
  context: TariffContext,
  plan: Pick<PortfolioPlan, 'holdings' | 'orders'>,
  hints: readonly Hint[],
): Holding[] {
  const sold = new Set(plan.orders.flatMap(({ isin, isFullSale }) => (isFullSale ? [isin] : [])));
  if (sold.size === 0) return [];
  const bought = boughtGroups(plan);
  const named = namedBy(hints);
  return plan.holdings.filter(
    ({ isin, groupIndex, isAcceptable }) =>
      sold.has(isin) &&
      isAcceptable &&
      (context.target[groupIndex] ?? 0) > 0 &&
      bought.has(groupIndex) &&
      !named.has(isin) &&
      !named.has(context.funds.get(isin)?.company ?? ''),
  );
}

/** Peer groups of which a plan buys a fund. */
export const boughtGroups = ({
  holdings,
  orders,
}: Pick<PortfolioPlan, 'holdings' | 'orders'>): Set<number> => {
  const bought = new Set(orders.flatMap(({ isin, action }) => (action === 'buy' ? [isin] : [])));
  return new Set(holdings.flatMap(({ isin, groupIndex }) => (bought.has(isin) ? [groupIndex] : [])));
};

/**
 * Whether a plan sells a good fund for another of its group that does not pay for it. Limits on number and size may ask
 * for that, and the reason says so.
 */
export function losesGood(context: TariffContext, request: PlanRequest, plan: PortfolioPlan): boolean {
  if (hasPortfolioLimits(request)) return false;
  const given = givenUp(context, plan, knownCheck(context, request.contract).hints);
  if (given.length === 0) return false;
  const bought = new Set(plan.orders.flatMap(({ isin, action }) => (action === 'buy' ? [isin] : [])));
  return given.some(
    (from) =>
      !plan.holdings.some(
        ({ isin, groupIndex }) =>
          bought.has(isin) && groupIndex === from.groupIndex && paysToSwitch(context, request, from, isin),
      ),
  );
}
