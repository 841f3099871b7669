/** What the area contracts offers the others. */
export { judgeSelected } from './bulk/bulk-outcome.view.ts';
export {
  cautious,
  holdersWithoutProfile,
  type ProfileColumns,
  profileSelection,
} from './cautious-profile.view.ts';
export { readFormerTariff } from './choosable-tariff.view.ts';
export { beforeAllIds, chunksOfTariff } from './chunks-of-tariff.view.ts';
export {
  type SustainabilityColumns,
  sustainabilitySelection,
  toPreference,
  toRestrictions,
  toTargetClient,
} from './client-limits.view.ts';
export { contractDocumentCondition, releasedDocument, signsBeside } from './contract-documents.view.ts';
export { readContractHints } from './contract-hints.view.ts';
export { readContractHolders } from './contract-holders.view.ts';
export { readContractInfo } from './contract-info.view.ts';
export { contractRowsOfJob } from './contract-rows-of-job.view.ts';
export {
  contractsOfSelection,
  selectedContracts,
  selectionAsTexts,
  selectsEverything,
} from './contract-selection.view.ts';
export { readContractStats } from './contract-stats.view.ts';
export { isHeldBy, searchConditions, visibilityConditions } from './contract-visibility.view.ts';
export { countContracts, statisticsCondition } from './count-contracts.view.ts';
export { carriedOutSql, executedPartSql, plannedAmountsSql } from './executed-part.view.ts';
export { groupChoices } from './filter-choices.view.ts';
export { checkAsShown, readContract, scoreOf } from './get-contract.view.ts';
export {
  type GuaranteeDetailRow,
  type GuaranteeRow,
  guaranteeDetailJson,
  guaranteeRowJson,
  guaranteeTerms,
  toGuarantee,
} from './guarantee.view.ts';
export { type LifeCycleRow, toLifeCycle } from './life-cycle.view.ts';
export { lockContract } from './locked-contract.view.ts';
export { listContractMovements, movementsJson } from './movements/fund-movements.view.ts';
export { namedHoldersSelection } from './named-holders.view.ts';
export { firstDayOf, readOverviewChart } from './overview-chart.view.ts';
export { datedPaymentsJson, readDatedPayments } from './payments/dated-payments.view.ts';
export { judgePurchases } from './purchases-for-client.view.ts';
export { recordingContractRead } from './recorded-read.view.ts';
export {
  assessmentStatus,
  type RiskAssessment,
  type RiskAssessmentRow,
  riskAssessmentSelection,
  toRiskAssessment,
} from './risk-assessment.view.ts';
export { paidOn, plansAheadJson } from './savings-plan.view.ts';
export { switchesThisYearSql } from './switches-this-year.view.ts';
export { birthDaysSelection, underageOn } from './underage-holders.view.ts';
export { ofContract, readOfContract, visibleContract } from './visible-contract.view.ts';
