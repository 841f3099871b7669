import { addMonths } from '../add-months.ts';
import { type Interval, monthsOfInterval } from '../interval.ts';
import { fromCents, toCents } from '../money.ts';

/** A savings plan as far as its payments follow from it. */
export interface PaymentPlan {
  readonly validFrom: string;
  /** Last day it is in force; null = open. */
  readonly validTo: string | null;
  readonly contribution: number;
  readonly contributionInterval: Interval;
  /** What the payment grows by at every anniversary of the plan, percentage points. */
  readonly dynamicPercent: number;
}

export interface NextRate {
  readonly day: string;
  readonly amount: number;
}

/**
 * The payments that follow from a plan after `today`, the next first: they fall on the day the plan began and every interval
 * after it, up to the last day of plan and contract. The payment in force is today's; it grows at the anniversaries to come.
 * A month in which plans follow each other is paid once: where one of those before has paid in it, the plan pays for the first
 * time an interval later.
 * @param earlier plans of the contract that began before it
 */
export function nextRates(
  plan: PaymentPlan,
  contractEnd: string | null,
  today: string,
  count: number,
  earlier: readonly PaymentPlan[] = [],
): NextRate[] {
  const { validFrom, contribution, dynamicPercent } = plan;
  const step = monthsOfInterval[plan.contributionInterval];
  const last = [plan.validTo, contractEnd].filter((day) => day !== null).toSorted()[0] ?? null;
  const rates: NextRate[] = [];
  const isFirstPaid = earlier.some((before) => hasPaidBefore(plan, before));
  let amount = toCents(contribution);
  for (let months = monthsUntil(validFrom, today, step); rates.length < count; months += step) {
    const day = addMonths(validFrom, months);
    if (last !== null && day > last) break;
    if (day <= today || (months === 0 && isFirstPaid)) continue;
    if (months > 0 && months % 12 === 0) amount = Math.round(amount * (1 + dynamicPercent / 100));
    rates.push({ day, amount: fromCents(amount) });
  }
  return rates;
}

/** Whether a plan that began before `plan` has paid in the month in which `plan` begins. */
function hasPaidBefore(plan: PaymentPlan, before: PaymentPlan): boolean {
  const months = monthOf(plan.validFrom) - monthOf(before.validFrom);
  if (
    before.contribution <= 0 ||
    months < 0 ||
    months % monthsOfInterval[before.contributionInterval] !== 0
  ) {
    return false;
  }
  const day = addMonths(before.validFrom, months);
  return day < plan.validFrom && (before.validTo === null || day <= before.validTo);
}

/** Months from the first payment to one that is not after `today`, a multiple of `step`. */
function monthsUntil(first: string, today: string, step: number): number {
  return Math.max(0, Math.floor((monthOf(today) - monthOf(first)) / step) * step);
}

/** Months since the year nought. */
const monthOf = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
