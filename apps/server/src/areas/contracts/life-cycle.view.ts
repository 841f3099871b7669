import type { contractLifeCycle } from '@depotwerk/api/contracts/contract-life-cycle';
import { type LifeCycleStep, lifeCycleDays, lifeCycleOn } from '@depotwerk/domain/tariff/life-cycle';
import type * as z from 'zod/mini';

/** What contract and tariff say of the life cycle. */
export interface LifeCycleRow {
  readonly end_date: string | null;
  /** null = none. */
  readonly life_cycle: readonly LifeCycleStep[] | null;
}

/** Where a contract stands in the life cycle of its tariff; null without one. `today` as `YYYY-MM-DD`. */
export function toLifeCycle(
  { end_date: endDate, life_cycle: steps }: LifeCycleRow,
  today: string,
): z.output<typeof contractLifeCycle> | null {
  if (steps === null) return null;
  const days = endDate === null ? [] : lifeCycleDays(steps, endDate);
  return { endDate, steps: [...steps], today, ...lifeCycleOn(days, today) };
}
