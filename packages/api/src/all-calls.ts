import * as audit from './audit/audit.ts';
import * as account from './auth/account.ts';
import * as apiTokens from './auth/api-tokens.ts';
import * as auth from './auth/auth.ts';
import * as ownData from './auth/own-data.ts';
import * as passkeys from './auth/passkeys.ts';
import * as profile from './auth/profile.ts';
import * as secondFactor from './auth/second-factor.ts';
import type { Call } from './call.ts';
import * as plausibilityRules from './components/plausibility-rules.ts';
import * as tariffComponents from './components/tariff-components.ts';
import * as universePreview from './components/universe-preview.ts';
import * as consultationStatistics from './consultations/consultation-statistics.ts';
import * as consultations from './consultations/consultations.ts';
import * as bookImports from './contracts/book-imports.ts';
import * as contractAnalysis from './contracts/contract-analysis.ts';
import * as contractBulk from './contracts/contract-bulk.ts';
import * as contractDetail from './contracts/contract-detail.ts';
import * as contractForm from './contracts/contract-form.ts';
import * as contractHolders from './contracts/contract-holders.ts';
import * as contractPayments from './contracts/contract-payments.ts';
import * as contractPerformance from './contracts/contract-performance.ts';
import * as contracts from './contracts/contracts.ts';
import * as elements from './contracts/elements.ts';
import * as fundMovements from './contracts/fund-movements.ts';
import * as customerBulk from './customers/customer-bulk.ts';
import * as customerMerges from './customers/customer-merges.ts';
import * as customerPrivacy from './customers/customer-privacy.ts';
import * as customers from './customers/customers.ts';
import * as ownConsents from './customers/own-consents.ts';
import * as dashboard from './dashboard/dashboard.ts';
import * as deletions from './deletions/deletions.ts';
import * as documents from './documents/documents.ts';
import * as fundDocuments from './documents/fund-documents.ts';
import * as drafts from './drafts/drafts.ts';
import * as dataQuality from './funds/data-quality.ts';
import * as fundImports from './funds/fund-imports.ts';
import * as fundManagement from './funds/fund-management.ts';
import * as funds from './funds/funds.ts';
import * as masterData from './insurers/master-data.ts';
import * as jobs from './jobs/jobs.ts';
import * as live from './live/live.ts';
import * as mail from './mail/mail.ts';
import * as sms from './mail/sms.ts';
import * as messages from './messages/messages.ts';
import * as notes from './notes/notes.ts';
import * as notifications from './notifications/notifications.ts';
import * as operation from './operation/operation.ts';
import * as bulkApprovals from './optimization/bulk-approvals.ts';
import * as bulkPlans from './optimization/bulk-plans.ts';
import * as bulkReleases from './optimization/bulk-releases.ts';
import * as continuousOptimization from './optimization/continuous-optimization.ts';
import * as keyInformation from './optimization/key-information.ts';
import * as optimization from './optimization/optimization.ts';
import * as ownSide from './own-side/own-side.ts';
import * as fundCategories from './peergroups/fund-categories.ts';
import * as analysisBank from './prospects/analysis-bank.ts';
import * as depotAnalysis from './prospects/depot-analysis.ts';
import * as depotAnalysisStart from './prospects/depot-analysis-start.ts';
import * as ownAnalysis from './prospects/own-analysis.ts';
import * as preregistrations from './prospects/preregistrations.ts';
import * as registration from './prospects/registration.ts';
import * as ownAnswers from './questionnaires/own-answers.ts';
import * as questionnaireVersions from './questionnaires/questionnaire-versions.ts';
import * as questionnaires from './questionnaires/questionnaires.ts';
import * as publicLinks from './reports/public-links.ts';
import * as reports from './reports/reports.ts';
import * as tariffReports from './reports/tariff-reports.ts';
import * as yearEnd from './reports/year-end.ts';
import * as savedViews from './saved-views/saved-views.ts';
import * as search from './search/search.ts';
import * as setup from './setup/setup.ts';
import * as signatures from './signatures/signatures.ts';
import * as tags from './tags/tags.ts';
import * as tariffComparison from './tariffs/tariff-comparison.ts';
import * as tariffFiles from './tariffs/tariff-files.ts';
import * as tariffImpact from './tariffs/tariff-impact.ts';
import * as tariffLookups from './tariffs/tariff-lookups.ts';
import * as tariffPerformance from './tariffs/tariff-performance.ts';
import * as tariffs from './tariffs/tariffs.ts';
import * as orders from './traders/orders.ts';
import * as refresh from './traders/refresh.ts';
import * as traderCredentials from './traders/trader-credentials.ts';
import * as traderDepots from './traders/trader-depots.ts';
import * as traderExecution from './traders/trader-execution.ts';
import * as effectiveRights from './users/effective-rights.ts';
import * as groups from './users/groups.ts';
import * as identityProvider from './users/identity-provider.ts';
import * as roles from './users/roles.ts';
import * as userImports from './users/user-imports.ts';
import * as users from './users/users.ts';
import * as viewing from './users/viewing.ts';
import * as webhooks from './webhooks/webhooks.ts';
import * as appearances from './white-label/appearances.ts';
import * as terms from './white-label/terms.ts';
import * as whiteLabel from './white-label/white-label.ts';
import * as workbench from './workbench/workbench.ts';

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'path' in value && 'answerKind' in value;
}

/** Every call of the product: the source of the OpenAPI document and of the table of authorisation. */
export const allCalls: readonly Call[] = [
  account,
  auth,
  profile,
  apiTokens,
  ownData,
  ownSide,
  audit,
  secondFactor,
  passkeys,
  whiteLabel,
  customers,
  customerPrivacy,
  customerMerges,
  bulkPlans,
  bulkApprovals,
  bulkReleases,
  continuousOptimization,
  keyInformation,
  orders,
  tags,
  contracts,
  contractAnalysis,
  contractPerformance,
  contractDetail,
  contractHolders,
  contractForm,
  contractBulk,
  customerBulk,
  bookImports,
  consultations,
  consultationStatistics,
  dashboard,
  dataQuality,
  deletions,
  analysisBank,
  depotAnalysis,
  depotAnalysisStart,
  documents,
  yearEnd,
  signatures,
  messages,
  notes,
  notifications,
  drafts,
  elements,
  fundDocuments,
  funds,
  appearances,
  terms,
  fundCategories,
  fundImports,
  fundManagement,
  contractPayments,
  fundMovements,
  operation,
  optimization,
  registration,
  reports,
  publicLinks,
  savedViews,
  search,
  jobs,
  masterData,
  plausibilityRules,
  preregistrations,
  questionnaires,
  ownAnalysis,
  ownAnswers,
  ownConsents,
  questionnaireVersions,
  refresh,
  tariffs,
  tariffComparison,
  tariffComponents,
  tariffLookups,
  tariffFiles,
  tariffImpact,
  tariffPerformance,
  tariffReports,
  traderDepots,
  traderCredentials,
  traderExecution,
  universePreview,
  identityProvider,
  live,
  mail,
  sms,
  setup,
  users,
  userImports,
  effectiveRights,
  groups,
  roles,
  viewing,
  webhooks,
  workbench,
].flatMap((area) => Object.values(area).filter(isCall));
