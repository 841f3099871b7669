/**
 * The savings plan that is told of a contract, on screen and on paper: the one in force, else one that is agreed and begins later; null
 * without either.
 */
export function shownPlan<Plan extends object>({
  currentSavingsPlan: current,
  plannedSavingsPlan: planned,
}: {
  readonly currentSavingsPlan: Plan | null;
  readonly plannedSavingsPlan?: Plan | null | undefined;
}): (Plan & { readonly isPlanned: boolean }) | null {
  const plan = current ?? planned ?? null;
  return plan && { ...plan, isPlanned: current === null };
}
