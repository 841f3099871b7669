import { addDays } from '../add-days.ts';
import { type Interval, perMonth } from '../interval.ts';

/** A savings plan and the days it is in force on, both included; null = without end. */
export interface DatedPlan {
  readonly validFrom: string;
  readonly validTo: string | null;
  readonly contribution: number;
  readonly contributionInterval: Interval;
  readonly dynamicPercent: number;
}

/** What is paid in a month, in euros, and how it grows a year, as a fraction. */
export interface MonthlySavings {
  readonly monthly: number;
  readonly dynamicRate: number;
}

/** What is paid from a day on; 0 where no plan is in force. */
export interface SavingsChange extends MonthlySavings {
  readonly from: string;
}

/** The plan in force on a day: of several the one that began last. */
const planOn = (plans: readonly DatedPlan[], day: string): DatedPlan | null =>
  plans
    .filter(({ validFrom, validTo }) => validFrom <= day && (validTo === null || validTo >= day))
    .toSorted((a, b) => a.validFrom.localeCompare(b.validFrom))
    .at(-1) ?? null;

const savingsOf = (plan: DatedPlan): MonthlySavings => ({
  monthly: perMonth(plan.contribution, plan.contributionInterval),
  dynamicRate: plan.dynamicPercent,
});

/** What the plan of today brings, null without one, and every change agreed already: an end, a pause, a later start. */
export function savingsAhead(
  plans: readonly DatedPlan[],
  today: string,
): { readonly savings: MonthlySavings | null; readonly changes: readonly SavingsChange[] } {
  const current = planOn(plans, today);
  const days = plans.flatMap(({ validFrom, validTo }) =>
    validTo === null ? [validFrom] : [validFrom, addDays(validTo, 1)],
  );
  let before = current;
  const changes = [...new Set(days)]
    .filter((day) => day > today)
    .toSorted()
    .flatMap((from) => {
      const plan = planOn(plans, from);
      if (plan === before) return [];
      before = plan;
      return [{ from, ...(plan ? savingsOf(plan) : { monthly: 0, dynamicRate: 0 }) }];
    });
  return { savings: current && savingsOf(current), changes };
}
