import type { SavingsPlan } from '../check/contract-input.ts';
import type { TariffContext } from '../check/tariff-context.ts';
import { isClearlyCheaper } from './holdings.ts';
import type { PlanRequest } from './plan-input.ts';
import { isClearlyDearer, type SavedChoice } from './saved-funds.ts';
import { defaultMinimum } from './savings-bound.ts';

/**
 * A savings plan whose new funds are those of their group that are held, where these take the rate: what was chosen before all
 * orders were known may begin beside them. Shares stay as they are, and with them the fit.
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
  const taken = new Set(plan.entries.map(({ isin }) => isin));
  const insteadOf = (isin: string, rate: number) =>
    held.find(
      (other) =>
        context.funds.get(other)?.groupIndex === context.funds.get(isin)?.groupIndex &&
        !taken.has(other) &&
        (request.traded.get(other)?.savingsMinimum ?? defaultMinimum) <= rate + 1e-9 &&
        (bought.has(other) || (!isClearlyDearer(context, other) && !isClearlyCheaper(context, isin, other))),
    );
  let isSame = true;
  const entries = plan.entries.map((entry) => {
    if (saved.has(entry.isin) || held.includes(entry.isin)) return entry;
    const other = insteadOf(entry.isin, (plan.rate * entry.percent) / 100);
    if (other === undefined) return entry;
    isSame = false;
    taken.add(other);
    return { ...entry, isin: other };
  });
  return isSame ? plan : { ...plan, entries: entries.toSorted((a, b) => (a.isin < b.isin ? -1 : 1)) };
}
