import type { Hint } from '../check/contract-input.ts';
import type { TariffContext } from '../check/tariff-context.ts';
import { type Holding, isClearlyCheaper } from './holdings.ts';
import type { PlanRequest } from './plan-input.ts';
import { savedInto } from './saved-funds.ts';

/** Whether findings have the savings plan changed as well. */
export function changesSavings({ contract: { savingsPlan } }: PlanRequest, hints: readonly Hint[]): boolean {
  if (!savingsPlan || savingsPlan.rate <= 0) return false;
  const saved = savedInto(savingsPlan.entries);
  return hints.some(
    ({ code, severity, subject }) =>
      severity >= 1 && (code === 'H15' || code === 'H16' || saved.has(subject)),
  );
}

/**
 * Funds of a group that a plan would buy anew, best first, with those in front that a new savings plan can go into as well:
 * what is saved into already, then what takes savings plans and the group's part of the rate. Only of the first one's rank and not clearly
 * dearer than it: a difference that is no reason for a switch is none for a second fund. For plans that change the savings
 * plan as well.
 *
 * @param list funds of one group that may be bought
 */
export function savableFirst(
  context: TariffContext,
  { contract: { savingsPlan }, traded }: PlanRequest,
  list: readonly Holding[],
  groupIndex: number,
): readonly Holding[] {
  const [first] = list;
  if (!first || list.length < 2 || !savingsPlan || savingsPlan.rate <= 0) return list;
  const saved = savedInto(savingsPlan.entries);
  const leastOf = ({ isin }: Holding) => traded.get(isin)?.savingsMinimum ?? 0;
  const part = Math.max((context.target[groupIndex] ?? 0) * savingsPlan.rate, Math.min(...list.map(leastOf)));
  const isCapable = ({ isin }: Holding) => context.funds.get(isin)?.isSavingsPlanCapable !== false;
  const rankOf = ({ isin }: Holding) => context.funds.get(isin)?.rank ?? 0;
  const placeOf = (holding: Holding) => {
    const isAsGood = rankOf(holding) >= rankOf(first) && !isClearlyCheaper(context, first.isin, holding.isin);
    if (!isAsGood) return 2;
    return saved.has(holding.isin) ? 0 : isCapable(holding) && leastOf(holding) <= part + 1e-9 ? 1 : 2;
  };
  return list.toSorted((a, b) => placeOf(a) - placeOf(b));
}
