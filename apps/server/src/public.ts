/** What the server offers the demo world, which fills a database of its schema. */
export {
  hasKeyFigures,
  keyFigureColumns,
  keyFigureRow,
  rankColumns,
  rankRows,
} from './areas/funds/figures/figure-rows.ts';
export { rankingTypeIdOf } from './areas/funds/figures/ranking-type-ids.ts';
export { type AdviceContractRow, toDayNumber } from './areas/optimization/advice-contract.ts';
export { type AssembledTariff, assembleTariff } from './areas/optimization/assemble-tariff.ts';
export type { CheckResult, FoundHint, StoredCheck } from './areas/optimization/check-result.ts';
export { checkRow } from './areas/optimization/check-row.ts';
export type { FundRow, MarketRows, RankRow, TariffRows } from './areas/optimization/tariff-rows.ts';
export { type DefaultRoleKey, defaultRoles } from './areas/users/default-roles.ts';
export type { DemoWorld, PracticeBank, PracticeBankOptions } from './demo-world.ts';
export { connectionConfig, type DatabaseTarget, unlimited } from './platform/database/connection.ts';
export type { Database } from './platform/database/database.ts';
export { demoSettingKey } from './platform/demo-mode.ts';
export { formPlan, houseDay } from './platform/depot-content/plan-days.ts';
export { plainPage } from './platform/http/plain-page.ts';
export { createPasswordHasher } from './platform/passwords/password-hash.ts';
