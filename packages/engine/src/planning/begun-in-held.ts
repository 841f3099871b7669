import type { SavingsPlan } from '../check/contract-input.ts';
import type { TariffContext } from '../check/tariff-context.ts';
import { isClearlyCheaper } from './holdings.ts';
import { savedOutside } from './limit-side.ts';
import type { PlanRequest } from './plan-input.ts';
import { isClearlyDearer, type SavedChoice } from './saved-funds.ts';
import { defaultMinimum } from './savings-bound.ts';

/**
 * A savings plan whose new funds are those of their group that are held, where these take the rate: what was chosen before all
 * orders were known may begin beside them, and so does what the target has two funds for of which only one is held. Shares of
 * groups stay as they are, and with them the fit.
 *
 * @param saved funds saved into today: those go on
 */
export function begunInHeld(
  context: TariffContext,
  request: PlanRequest,
  { held, bought }: SavedChoice,
  saved: ReadonlySet<string>,
  plan: SavingsPlan,
): SavingsPlan {
  const percents = new Map(plan.entries.map(({ isin, percent }) => [isin, percent]));
  const canTake = (other: string, isin: string): boolean =>
    context.funds.get(other)?.groupIndex === context.funds.get(isin)?.groupIndex &&
    (bought.has(other) || (!isClearlyDearer(context, other) && !isClearlyCheaper(context, isin, other)));
  const isFree = (other: string, rate: number) =>
    !percents.has(other) && (request.traded.get(other)?.savingsMinimum ?? defaultMinimum) <= rate + 1e-9;
  // Where every fund that is held has its part already, one of them takes this one as well, as far as the tariff lets it.
  const isWithin = (other: string, percent: number) => {
    const all = percents.get(other);
    const { count } = request.savingsLimits;
    return (
      all !== undefined &&
      percents.size > (count.min ?? 0) &&
      savedOutside(all + percent, plan.rate, request.savingsLimits).length === 0
    );
  };
  for (const { isin, percent } of plan.entries) {
    if (saved.has(isin) || held.includes(isin)) continue;
    const able = held.filter((other) => canTake(other, isin));
    const other =
      able.find((own) => isFree(own, (plan.rate * percent) / 100)) ??
      able.find((own) => isWithin(own, percent));
    if (other === undefined) continue;
    percents.delete(isin);
    percents.set(other, (percents.get(other) ?? 0) + percent);
  }
  if (plan.entries.every(({ isin }) => percents.has(isin))) return plan;
  const isins = [...percents.keys()].toSorted();
  return { ...plan, entries: isins.map((isin) => ({ isin, percent: percents.get(isin)! })) };
}
