import * as audit from './audit.ts';
import * as auth from './auth.ts';
import type { Call } from './call.ts';
import * as consultations from './consultations.ts';
import * as contractDetail from './contract-detail.ts';
import * as contracts from './contracts.ts';
import * as customers from './customers.ts';
import * as documents from './documents.ts';
import * as drafts from './drafts.ts';
import * as elements from './elements.ts';
import * as fundDocuments from './fund-documents.ts';
import * as fundManagement from './fund-management.ts';
import * as funds from './funds.ts';
import * as jobs from './jobs.ts';
import * as masterData from './master-data.ts';
import * as optimization from './optimization.ts';
import * as refresh from './refresh.ts';
import * as reports from './reports.ts';
import * as secondFactor from './second-factor.ts';
import * as tariffComparison from './tariff-comparison.ts';
import * as tariffComponents from './tariff-components.ts';
import * as tariffImpact from './tariff-impact.ts';
import * as tariffLookups from './tariff-lookups.ts';
import * as tariffReports from './tariff-reports.ts';
import * as tariffs from './tariffs.ts';
import * as traderCredentials from './trader-credentials.ts';
import * as traderDepots from './trader-depots.ts';
import * as traderExecution from './trader-execution.ts';
import * as universePreview from './universe-preview.ts';
import * as whiteLabel from './white-label.ts';

function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'path' in value && 'answerKind' in value;
}

/** Every call of the product: the source of the OpenAPI document and of the permission matrix. */
export const allCalls: readonly Call[] = [
  auth,
  audit,
  secondFactor,
  whiteLabel,
  customers,
  contracts,
  contractDetail,
  consultations,
  documents,
  drafts,
  elements,
  fundDocuments,
  funds,
  fundManagement,
  optimization,
  reports,
  jobs,
  masterData,
  refresh,
  tariffs,
  tariffComparison,
  tariffComponents,
  tariffLookups,
  tariffImpact,
  tariffReports,
  traderDepots,
  traderCredentials,
  traderExecution,
  universePreview,
].flatMap((area) => Object.values(area).filter(isCall));
