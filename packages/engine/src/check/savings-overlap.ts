import type { SavingsPlan } from './contract-input.ts';
import type { TariffContext } from './tariff-context.ts';

/** Plans are compared again and again while their contract is planned. */
const known = new WeakMap<SavingsPlan, { readonly context: TariffContext; readonly overlap: number }>();

/** Overlap of a savings plan with the target, 0 to 100; what no group of the tariff holds counts as misplaced. 100 without plan. */
export function savingsOverlap(context: TariffContext, plan: SavingsPlan | null): number {
  if (!plan || plan.entries.length === 0) return 100;
  const last = known.get(plan);
  if (last?.context === context) return last.overlap;
  const overlap = overlapOf(context, plan);
  known.set(plan, { context, overlap });
  return overlap;
}

function overlapOf(context: TariffContext, plan: SavingsPlan): number {
  const { target, funds } = context;
  const weights = new Float64Array(target.length);
  let sum = 0;
  let planned = 0;
  for (const { isin, percent } of plan.entries) {
    sum += percent;
    const g = funds.get(isin)?.groupIndex ?? -1;
    if (g < 0) continue;
    weights[g]! += percent / 100;
    planned += percent / 100;
  }
  let difference = Math.abs(sum / 100 - planned);
  for (let g = 0; g < target.length; g++) difference += Math.abs(weights[g]! - target[g]!);
  return Math.max(0, 100 * (1 - difference / 2));
}
