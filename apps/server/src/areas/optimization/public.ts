/** What the area optimization offers the others. */

export type { CheckedNow } from './checked-now.view.ts';
export { stateSql as lookStateSql } from './continuous/continuous-plans.view.ts';
export { isLookOpenSql } from './continuous/open-looks.view.ts';
export {
  calendarOf,
  daysOfContract,
  type PlannedYear,
  versionYear,
  yearOfContract,
} from './continuous/version-year.view.ts';
export {
  readPlanKeyInformation,
  refuseWithoutKeyInformation,
} from './key-information/plan-key-information.view.ts';
export {
  type OrderOfPlan,
  outdatedPlan,
  type PlanForExecution,
  readPlanForExecution,
  type SavingsPlanOfPlan,
} from './plan-for-execution.view.ts';
export { refuseBannedPurchases, refuseForbiddenPurchases } from './purchases/plan-purchases.view.ts';
export type { ReferenceTariff } from './reference-tariff.view.ts';
export { selectionOfJob } from './selection-of-job.view.ts';
export { findStoredPlan } from './stored-plan.view.ts';
export type { TargetMix } from './target-mix.view.ts';
export type { StoredTariffContent } from './tariff-content-rows.view.ts';
export { readMarket, stampQuery } from './tariff-rows.view.ts';
export {
  type ComparedCheck,
  dayNumberOf,
  effectOf,
  hashOfVersion,
  readEffectRows,
  type VersionEffect,
  VersionTariffs,
} from './version-effect.view.ts';
