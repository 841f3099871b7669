import { hasEnded } from './has-ended.ts';

/**
 * The savings plan that is told of a contract, on screen and on paper: the one in force, else one that is agreed and begins later; null
 * without either, and of a contract that is over, which nothing is paid into.
 */
export function shownPlan<Plan extends object>(
  {
    contract,
    currentSavingsPlan: current,
    plannedSavingsPlan: planned,
  }: {
    readonly contract: { readonly endDate: string | null };
    readonly currentSavingsPlan: Plan | null;
    readonly plannedSavingsPlan?: Plan | null | undefined;
  },
  today: string,
): (Plan & { readonly isPlanned: boolean }) | null {
  if (hasEnded(contract.endDate, today)) return null;
  const plan = current ?? planned ?? null;
  return plan && { ...plan, isPlanned: current === null };
}
