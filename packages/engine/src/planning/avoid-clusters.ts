import type { TariffContext } from '../check/tariff-context.ts';
import { leastSaleOf } from './fit-units.ts';
import type { Holding } from './holdings.ts';

/** Limits of H13 in fractions; kept with a margin that whole units and fees may use up. */
const fundLimit = 0.4 * 0.9875;
const companyLimit = 0.6 * 0.99;

/** More cents than anybody has, and still a number: none of many funds may carry is nothing, not NaN. */
const unlimited = Number.MAX_SAFE_INTEGER;

/** The most one fund, and all funds of one company, may be worth without a cluster risk, in cents. */
export function clusterLimit(context: TariffContext, total: number) {
  const isSilenced = context.input.silencedHints?.includes('H13') ?? false;
  return {
    fund: isSilenced ? unlimited : fundLimit * total,
    company: isSilenced ? unlimited : companyLimit * total,
  };
}

/**
 * Moves what a company has above its limit to another company's fund of the same group; targets are changed in place.
 *
 * @param least cents that a fund must be worth at least: one that is opened gets no less
 */
export function avoidClusters(
  context: TariffContext,
  holdings: readonly Holding[],
  buyables: readonly (readonly Holding[])[],
  targets: Map<string, number>,
  total: number,
  least: number,
): void {
  const limits = clusterLimit(context, total);
  const companyOf = (isin: string) => context.funds.get(isin)?.company ?? '';
  const valueOf = ({ isin, value }: Holding) => targets.get(isin) ?? value;
  const sums = new Map<string, number>();
  for (const holding of holdings) {
    const company = companyOf(holding.isin);
    if (company !== '') sums.set(company, (sums.get(company) ?? 0) + valueOf(holding));
  }
  for (const [company, sum] of sums) {
    let excess = sum - limits.company;
    if (excess <= 0 || sum <= limits.company / 0.99) continue;
    const largestFirst = holdings
      .filter(({ isin, isLocked }) => !isLocked && companyOf(isin) === company)
      .toSorted((a, b) => valueOf(b) - valueOf(a) || (a.isin < b.isin ? -1 : 1));
    for (const holding of largestFirst) {
      const other = buyables[holding.groupIndex]?.find(({ isin }) => {
        const name = companyOf(isin);
        return name !== company && (sums.get(name) ?? 0) < limits.company;
      });
      if (!other || excess <= 0) continue;
      // What is sold is an order, whole or at least the smallest.
      const smallest = Math.min(leastSaleOf(holding), valueOf(holding));
      const needed = Math.max(excess, least - valueOf(other), smallest, other.minimumOrder);
      const part = Math.ceil(Math.min(needed, valueOf(holding), limits.fund - valueOf(other)));
      if (part <= 0) continue;
      targets.set(holding.isin, valueOf(holding) - part);
      targets.set(other.isin, valueOf(other) + part);
      excess -= part;
    }
  }
}

const demanded = new WeakMap<TariffContext, ReadonlySet<string>>();

/** Cluster risks (H13) that the target portfolio has itself: its tariff has no second fund or company for them. */
export function clustersOfTarget(context: TariffContext): ReadonlySet<string> {
  const known = demanded.get(context);
  if (known) return known;
  const sums = new Map<string, number>();
  const add = (subject: string, weight: number) => sums.set(subject, (sums.get(subject) ?? 0) + weight);
  for (const [isin, weight] of context.proposal) {
    add(`H13 ${isin}`, weight / fundLimit);
    add(`H13 ${context.funds.get(isin)?.company ?? ''}`, weight / companyLimit);
  }
  context.input.shortlists.forEach((list, g) => {
    // A group that is too large for all of its funds together.
    if (list.length * fundLimit >= context.target[g]!) return;
    for (const isin of list) add(`H13 ${isin}`, context.target[g]! / list.length / fundLimit);
  });
  const found = new Set([...sums].flatMap(([subject, sum]) => (sum > 1 ? [subject] : [])));
  demanded.set(context, found);
  return found;
}
