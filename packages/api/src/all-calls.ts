import * as account from './account.ts';
import * as analysisBank from './analysis-bank.ts';
import * as apiTokens from './api-tokens.ts';
import * as appearances from './appearances.ts';
import * as audit from './audit.ts';
import * as auth from './auth.ts';
import * as bookImports from './book-imports.ts';
import * as bulkPlans from './bulk-plans.ts';
import type { Call } from './call.ts';
import * as consultationStatistics from './consultation-statistics.ts';
import * as consultations from './consultations.ts';
import * as continuousOptimization from './continuous-optimization.ts';
import * as contractAnalysis from './contract-analysis.ts';
import * as contractBulk from './contract-bulk.ts';
import * as contractDetail from './contract-detail.ts';
import * as contractForm from './contract-form.ts';
import * as contractHolders from './contract-holders.ts';
import * as contractPayments from './contract-payments.ts';
import * as contractPerformance from './contract-performance.ts';
import * as contracts from './contracts.ts';
import * as customerBulk from './customer-bulk.ts';
import * as customerMerges from './customer-merges.ts';
import * as customerPrivacy from './customer-privacy.ts';
import * as customers from './customers.ts';
import * as dashboard from './dashboard.ts';
import * as dataQuality from './data-quality.ts';
import * as deletions from './deletions.ts';
import * as depotAnalysis from './depot-analysis.ts';
import * as depotAnalysisStart from './depot-analysis-start.ts';
import * as documents from './documents.ts';
import * as drafts from './drafts.ts';
import * as effectiveRights from './effective-rights.ts';
import * as elements from './elements.ts';
import * as fundCategories from './fund-categories.ts';
import * as fundDocuments from './fund-documents.ts';
import * as fundImports from './fund-imports.ts';
import * as fundManagement from './fund-management.ts';
import * as fundMovements from './fund-movements.ts';
import * as funds from './funds.ts';
import * as groups from './groups.ts';
import * as identityProvider from './identity-provider.ts';
import * as jobs from './jobs.ts';
import * as keyInformation from './key-information.ts';
import * as live from './live.ts';
import * as mail from './mail.ts';
import * as masterData from './master-data.ts';
import * as messages from './messages.ts';
import * as notes from './notes.ts';
import * as notifications from './notifications.ts';
import * as operation from './operation.ts';
import * as optimization from './optimization.ts';
import * as orders from './orders.ts';
import * as ownAnalysis from './own-analysis.ts';
import * as ownAnswers from './own-answers.ts';
import * as ownConsents from './own-consents.ts';
import * as ownData from './own-data.ts';
import * as ownSide from './own-side.ts';
import * as passkeys from './passkeys.ts';
import * as plausibilityRules from './plausibility-rules.ts';
import * as preregistrations from './preregistrations.ts';
import * as profile from './profile.ts';
import * as publicLinks from './public-links.ts';
import * as questionnaireVersions from './questionnaire-versions.ts';
import * as questionnaires from './questionnaires.ts';
import * as refresh from './refresh.ts';
import * as registration from './registration.ts';
import * as reports from './reports.ts';
import * as roles from './roles.ts';
import * as savedViews from './saved-views.ts';
import * as search from './search.ts';
import * as secondFactor from './second-factor.ts';
import * as setup from './setup.ts';
import * as signatures from './signatures.ts';
import * as sms from './sms.ts';
import * as tags from './tags.ts';
import * as tariffComparison from './tariff-comparison.ts';
import * as tariffComponents from './tariff-components.ts';
import * as tariffFiles from './tariff-files.ts';
import * as tariffImpact from './tariff-impact.ts';
import * as tariffLookups from './tariff-lookups.ts';
import * as tariffPerformance from './tariff-performance.ts';
import * as tariffReports from './tariff-reports.ts';
import * as tariffs from './tariffs.ts';
import * as terms from './terms.ts';
import * as traderCredentials from './trader-credentials.ts';
import * as traderDepots from './trader-depots.ts';
import * as traderExecution from './trader-execution.ts';
import * as universePreview from './universe-preview.ts';
import * as userImports from './user-imports.ts';
import * as users from './users.ts';
import * as viewing from './viewing.ts';
import * as webhooks from './webhooks.ts';
import * as whiteLabel from './white-label.ts';
import * as workbench from './workbench.ts';
import * as yearEnd from './year-end.ts';

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
