import type { TariffContext } from '../check/tariff-context.ts';
import { clusterLimit } from './avoid-clusters.ts';
import { type Holding, isBuyable } from './holdings.ts';
import type { PlanRequest } from './plan-input.ts';

/** Amounts that differ by less than about a tenth are the same: then the worse fund goes. */
const sizeClass = (cents: number): number => Math.round(10 * Math.log(Math.max(1, cents)));

/**
 * Keeps the tariff's limits on number and size inside the groups, as far as that goes: a good fund that would be too small
 * takes the place of a new one of its group instead of being sold for it, and where there are too many, new funds first and
 * then the smallest go into another of their group. What no group can settle is left to the limits themselves.
 *
 * @param targets cents by ISIN; changed in place
 * @param total cents that shares of the tariff's limits refer to
 */
export function mergeFunds(
  context: TariffContext,
  { portfolioLimits: { count, share, value } }: PlanRequest,
  holdings: readonly Holding[],
  targets: Map<string, number>,
  total: number,
): void {
  const least = Math.max((share.min ?? 0) * total, (value.min ?? 0) * 100);
  const wanted = holdings.filter(({ isin, groupIndex }) => groupIndex >= 0 && (targets.get(isin) ?? 0) > 0);
  const most = clusterLimit(context, total).fund;
  const valueOf = ({ isin }: Holding) => targets.get(isin) ?? 0;
  const merge = (from: Holding, into: Holding) => {
    targets.set(into.isin, valueOf(into) + valueOf(from));
    targets.delete(from.isin);
    wanted.splice(wanted.indexOf(from), 1);
  };
  const takerOf = (from: Holding, isFit: (other: Holding) => boolean) =>
    wanted
      .filter((other) => other !== from && other.groupIndex === from.groupIndex && isFit(other))
      .filter((other) => isBuyable(context, other) && valueOf(other) + valueOf(from) <= most)
      .sort((a, b) => Number(b.value > 0) - Number(a.value > 0) || valueOf(b) - valueOf(a))[0];
  if (least > 0)
    for (const fresh of wanted.filter(({ value: held }) => held === 0)) {
      const small = takerOf(fresh, (other) => other.value > 0 && valueOf(other) < least);
      if (small) merge(fresh, small);
    }
  let excess =
    [...targets.values()].filter((cents) => cents > 0).length - (count.max ?? Number.POSITIVE_INFINITY);
  const smallestFirst = wanted
    .filter(({ isLocked }) => !isLocked)
    .sort(
      (a, b) =>
        Number(a.value > 0) - Number(b.value > 0) ||
        sizeClass(valueOf(a)) - sizeClass(valueOf(b)) ||
        (context.funds.get(a.isin)?.rank ?? 3) - (context.funds.get(b.isin)?.rank ?? 3) ||
        (context.funds.get(b.isin)?.assumedTer ?? 0) - (context.funds.get(a.isin)?.assumedTer ?? 0) ||
        (a.isin < b.isin ? -1 : 1),
    );
  for (const from of smallestFirst) {
    if (excess <= 0) return;
    const into = takerOf(from, () => true);
    if (!into) continue;
    merge(from, into);
    excess -= 1;
  }
}
