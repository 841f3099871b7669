/**
 * Tables and views as Kysely sees them. Generated from the migrated database by
 * npm run schema; do not edit.
 */
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };
/** Written as JSON text or as a plain object; an array must be given as text, because the driver would make it a PostgreSQL array. */
export type Json = ColumnType<JsonValue, string | { [key: string]: unknown }, string | { [key: string]: unknown }>;

export interface ActivationTokensTable {
  tenant_id: string;
  id: Generated<string>;
  user_id: string;
  purpose: 'invitation' | 'resetPassword' | 'phoneValidation' | 'firstAdministrator';
  token_hash: Buffer;
  created_at: Generated<string>;
  expires_at: string;
  used_at: string | null;
}

export interface AdviceChangesTable {
  tenant_id: string;
  id: GeneratedAlways<number>;
}

export interface AllocationComponentsTable {
  tenant_id: string;
  component_id: string;
  kind: Generated<string>;
  risk_component_id: string;
  is_manual: boolean;
  allocation_type_id: number;
  views: Json | null;
}

export interface AllocationItemsTable {
  tenant_id: string;
  component_id: string;
  risk_class_id: number;
  peergroup_id: number;
  fraction: number;
  is_used: boolean;
}

export interface AllocationPeergroupsTable {
  tenant_id: string;
  component_id: string;
  peergroup_id: number;
  sort_order: Generated<number>;
}

export interface AllocationRelationshipsTable {
  tenant_id: string;
  component_id: string;
  peergroup_id: number;
  related_peergroup_id: number;
  sort_order: Generated<number>;
}

export interface AllocationTypesTable {
  id: number;
  allocation_key: string;
  allocation_type_name: string;
}

export interface ApiTokensTable {
  tenant_id: string;
  id: Generated<string>;
  user_id: string;
  token_name: string;
  token_hash: Buffer;
  created_at: Generated<string>;
  expires_at: string;
  last_used_at: string | null;
  revoked_at: string | null;
  scopes: string[];
}

export interface AuditChainHeadsTable {
  tenant_id: string;
  chain_day: string;
  last_entry_id: number | null;
  last_hash: Buffer | null;
}

export interface AuditEntriesTable {
  tenant_id: string;
  id: GeneratedAlways<number>;
  occurred_at: Generated<string>;
  actor_kind: 'user' | 'system' | 'anonymous' | 'mobile' | 'api';
  actor_user_id: string | null;
  session_id: string | null;
  action: string;
  object_type: string | null;
  object_id: string | null;
  group_id: string | null;
  before_hash: Buffer | null;
  after_hash: Buffer | null;
  details: Generated<Json>;
  result: 'done' | 'refused' | 'failed';
  chain_day: string;
  previous_hash: Buffer | null;
  entry_hash: Buffer;
}

export interface AuditProofsTable {
  tenant_id: string;
  chain_day: string;
  entry_count: number;
  first_entry_at: string | null;
  last_entry_id: number | null;
  last_hash: Buffer | null;
  breaks: Generated<Json>;
  checked_at: Generated<string>;
  sealed_entry_id: number | null;
  sealed_hash: Buffer | null;
  anchored_at: string | null;
}

export interface BackupsTable {
  made_at: string;
  bytes: number;
  file_count: number;
}

export interface BookImportContractsTable {
  tenant_id: string;
  import_id: string;
  issuer_id: number;
  match_key: string;
  ordinal: number;
  first_line: number;
  customer_ref: string | null;
  contract_id: string;
  fate: 'new' | 'changed' | 'unchanged' | 'refused';
  reason: string | null;
  content: Json;
  writes_holdings: Generated<boolean>;
  writes_plan: Generated<boolean>;
  writes_values: Generated<boolean>;
  before: Json | null;
  version_after: number | null;
  is_written: Generated<boolean>;
  version_before: number | null;
  changes: Generated<string[]>;
  writes_movements: Generated<boolean>;
  writes_payments: Generated<boolean>;
}

export interface BookImportCustomersTable {
  tenant_id: string;
  import_id: string;
  customer_ref: string;
  ordinal: number;
  first_line: number;
  customer_id: string;
  fate: 'new' | 'changed' | 'unchanged' | 'refused';
  reason: string | null;
  content: Json;
  before: Json | null;
  version_after: number | null;
  is_written: Generated<boolean>;
  version_before: number | null;
  changes: Generated<string[]>;
}

export interface BookImportFilesTable {
  tenant_id: string;
  import_id: string;
  content: Buffer;
}

export interface BookImportRowsTable {
  tenant_id: string;
  import_id: string;
  line: number;
  refusal: string | null;
  unknown_isin: string | null;
  customer_ref: string | null;
  customer: Json | null;
  issuer_id: number | null;
  match_key: string | null;
  contract: Json | null;
  fund_id: number | null;
  quantity: number | null;
  price: number | null;
  price_date: string | null;
  cost_value: number | null;
  valuation_date: string | null;
  contribution: number | null;
  contribution_interval: number | null;
  plan_valid_from: string | null;
  share: number | null;
  value_date: string | null;
  total_value: number | null;
  customer_tags: string | null;
  contract_tags: string | null;
  movement_kind: string | null;
  movement_day: string | null;
  movement_quantity: number | null;
  movement_amount: number | null;
  movement_id: string | null;
  paid_in: number | null;
  paid_day: string | null;
}

export interface BookImportsTable {
  tenant_id: string;
  id: Generated<string>;
  file_name: string;
  file_hash: Buffer;
  state: Generated<'mapping' | 'checking' | 'checked' | 'writing' | 'done' | 'undoing' | 'undone' | 'failed'>;
  header_line: number;
  columns: Json;
  mapping: Json;
  options: Generated<Json>;
  staged_line: Generated<number>;
  row_count: Generated<number>;
  refused_count: Generated<number>;
  new_count: Generated<number>;
  changed_count: Generated<number>;
  unchanged_count: Generated<number>;
  fault: string | null;
  created_by: string | null;
  actor_name: Generated<string>;
  row_version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  notes: Generated<Json>;
  without_group_count: Generated<number>;
  built_on: Json | null;
}

export interface BookMappingsTable {
  tenant_id: string;
  header_fingerprint: Buffer;
  mapping: Json;
}

export interface ComponentEditorsTable {
  tenant_id: string;
  component_id: string;
  user_id: string;
}

export interface ComponentsTable {
  tenant_id: string;
  id: Generated<string>;
  kind: 'risk' | 'selection' | 'allocation' | 'universe';
  name: string;
  key: string;
  is_inactive: Generated<boolean>;
  version_number: Generated<number>;
  row_version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface ConsultationContractsTable {
  tenant_id: string;
  consultation_id: string;
  contract_id: string;
}

export interface ConsultationsTable {
  tenant_id: string;
  id: Generated<string>;
  customer_id: string;
  consultation_kind: 'initial' | 'periodicReview' | 'event' | 'other';
  place: Generated<string>;
  initiative: 'customer' | 'adviser';
  participants: Generated<string[]>;
  started_at: string;
  completed_at: string | null;
  profile_snapshot: Generated<Json>;
  recommendations: Generated<Json>;
  reason_text: Generated<string>;
  is_periodic_review_agreed: Generated<boolean>;
  addendum_to_id: string | null;
  state: Generated<'draft' | 'completed' | 'notPursued'>;
  created_by: string;
  row_version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  retention_until: GeneratedAlways<string | null>;
  not_pursued_at: string | null;
}

export interface ContinuousPlansTable {
  tenant_id: string;
  id: Generated<string>;
  contract_id: string;
  due_date: string;
  due_cause: 'interval' | 'adjustNow' | 'hint';
  state: 'waiting' | 'released' | 'nothingToDo' | 'refused' | 'replaced' | 'skipped';
  skip_reason: 'profileMissing' | 'notCheckable' | 'customerBlocked' | 'pendingChanges' | 'openPlan' | 'ordersOpen' | 'pricesMissing' | 'notSolvable' | null;
  planned_optimization_id: string | null;
  summary: Json | null;
  looked_at: string;
  decided_by: string | null;
  decided_at: string | null;
  decision_note: string | null;
  row_version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  released_before_by: string | null;
  released_before_at: string | null;
}

export interface ContractApprovalRowsTable {
  tenant_id: string;
  job_id: string;
  contract_id: string;
  result: 'approved' | 'skipped';
  message: string | null;
  planned_optimization_id: string | null;
  plan_version: number;
  turnover: number | null;
}

export interface ContractChangeRowsTable {
  tenant_id: string;
  job_id: string;
  contract_id: string;
  result: 'changed' | 'unchanged' | 'skipped';
  message: string | null;
  group_before: string | null;
  tariff_before: string | null;
  version_before: string | null;
  changed_at: Generated<string>;
  taken_back_at: string | null;
}

export interface ContractCheckRowsTable {
  tenant_id: string;
  job_id: string;
  contract_id: string;
  result: 'changed' | 'failed';
  score_before: number | null;
  score_after: number | null;
  hint_count: number | null;
  message: string | null;
}

export interface ContractCountsTable {
  tenant_id: string;
  group_id: string | null;
  measure: 'hint' | 'score' | 'checked';
  value: number;
  contract_count: number;
  is_sum: Generated<boolean>;
}

export interface ContractCountsRecountTable {
  tenant_id: string;
  group_id: string;
  measure: string;
  value: number;
  contract_count: number;
}

export interface ContractHandoverRowsTable {
  tenant_id: string;
  job_id: string;
  contract_id: string;
  result: 'handedOver' | 'partly' | 'nothingToDo' | 'skipped';
  message: string | null;
  document_count: number | null;
  holder_count: number | null;
}

export interface ContractHintsTable {
  tenant_id: string;
  id: Generated<string>;
  contract_id: string;
  optimization_hint_id: number;
  title: string;
  text: string;
  severity: number;
  scope: 'portfolio' | 'savingsPlan' | 'contract';
  fund_ids: Generated<number[]>;
  peergroup_id: number | null;
  actual: number | null;
  target: number | null;
  range: number | null;
  suggested_fund_ids: Generated<number[]>;
  created_at: Generated<string>;
  state: Generated<'open' | 'dismissed' | 'accepted' | 'done'>;
  dismissed_reason: string | null;
  state_changed_by: string | null;
  state_changed_at: string | null;
  row_version: Generated<number>;
  updated_at: Generated<string>;
  state_note: string | null;
  finding_cause: 'riskData' | 'allocation' | 'fundClosed' | 'sustainability' | 'restriction' | 'targetMarket' | 'universe' | 'rank' | 'riskIndicator' | 'cluster' | 'prices' | 'savingsPlan' | 'cash' | 'costs' | 'smallPositions' | 'gains' | null;
}

export interface ContractHoldersTable {
  tenant_id: string;
  id: Generated<string>;
  contract_id: string;
  customer_id: string;
  assessment_date: string | null;
  valid_until: string | null;
  risk_class_id: number | null;
  horizon_years: number | null;
  loss_capacity: 'none' | 'limited' | 'full' | null;
  knowledge: Generated<Json>;
  sustainability_kind: Generated<'none' | 'minimumShare' | 'pai'>;
  minimum_share_sustainable: number | null;
  excluded_isins: Generated<string[]>;
  excluded_companies: Generated<string[]>;
  excluded_regions: Generated<string[]>;
  excluded_sectors: Generated<string[]>;
  questionnaire_answers_id: string | null;
  row_version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  minimum_share_taxonomy: number | null;
  pai_topics: Generated<string[]>;
}

export interface ContractNotesTable {
  tenant_id: string;
  id: string;
  contract_id: string;
  note_text: string;
  visibility: string;
  created_by: string;
  row_version: number;
  created_at: string;
  updated_at: string;
}

export interface ContractPaymentsTable {
  tenant_id: string;
  id: Generated<string>;
  contract_id: string;
  payment_kind: 'stated' | 'paidIn' | 'paidOut';
  payment_day: string;
  amount: number;
  payment_source: 'hand' | 'book' | 'carried';
  import_id: string | null;
  created_at: Generated<string>;
}

export interface ContractPendingChangesTable {
  tenant_id: string;
  id: Generated<string>;
  contract_id: string;
  field_name: string;
  description: string;
  our_value: Json | null;
  bank_value: Json | null;
  created_at: Generated<string>;
  processed_at: string | null;
  processed_by: string | null;
  was_kept: boolean | null;
}

export interface ContractPlanRowsTable {
  tenant_id: string;
  job_id: string;
  contract_id: string;
  result: 'planned' | 'nothingToDo' | 'skipped';
  message: string | null;
  planned_optimization_id: string | null;
  order_count: number | null;
  turnover: number | null;
  costs_once: number | null;
  score_before: number | null;
  score_after: number | null;
}

export interface ContractReleaseRowsTable {
  tenant_id: string;
  job_id: string;
  contract_id: string;
  result: 'released' | 'requested' | 'nothingToDo' | 'skipped';
  message: string | null;
  planned_optimization_id: string | null;
  plan_version: number;
  turnover: number | null;
}

export interface ContractStatisticsTable {
  tenant_id: string;
  group_id: string | null;
  tariff_id: string;
  insurer_id: number | null;
  risk_class_id: number | null;
  contract_count: number;
  total_value: number;
  cash_value: number;
  with_hints_count: number;
  risk_out_of_band_count: number;
  pending_changes_count: number;
  not_checked_count: number;
  scored_count: number;
  score_sum: number;
}

export interface ContractStatisticsRecountTable {
  tenant_id: string;
  group_id: string;
  tariff_id: string;
  insurer_id: number;
  risk_class_id: number;
  contract_count: number;
  total_value: number;
  cash_value: number;
  with_hints_count: number;
  risk_out_of_band_count: number;
  pending_changes_count: number;
  not_checked_count: number;
  scored_count: number;
  score_sum: number;
}

export interface ContractTagsTable {
  tenant_id: string;
  contract_id: string;
  tag_id: number;
  given_at: Generated<string>;
  import_id: string | null;
}

export interface ContractsTable {
  tenant_id: string;
  id: Generated<string>;
  customer_id: string;
  group_id: string | null;
  tariff_id: string;
  tariff_version_id: string | null;
  insurer_id: number | null;
  issuer_id: number;
  cost_model_id: number | null;
  external_key: string;
  external_consumer_key: string | null;
  start_date: string;
  end_date: string | null;
  use_etf: Generated<boolean>;
  is_linked: Generated<boolean>;
  beneficiary: Generated<string>;
  guaranteed_level: number | null;
  contract_score: number | null;
  score_risk: number | null;
  score_allocation: number | null;
  score_quality: number | null;
  score_costs: number | null;
  score_savings_plan: number | null;
  score_calculated_at: string | null;
  risk_class_id: number | null;
  risk_value: number | null;
  risk_target: number | null;
  risk_band_low: number | null;
  risk_band_high: number | null;
  risk_band_status: Generated<'below' | 'in' | 'above' | 'unknown'>;
  risk_distance: Generated<number>;
  hint_count: Generated<number>;
  highest_hint_severity: number | null;
  hint_mask: Generated<number>;
  has_pending_changes: Generated<boolean>;
  last_check: string | null;
  last_checked_by: string | null;
  last_checked_by_name: string | null;
  last_consultation: string | null;
  valuation_date: string | null;
  cash_value: Generated<number>;
  non_funds_value: Generated<number>;
  contributions_value: Generated<number>;
  reserve_value: Generated<number>;
  guarantee_fund_quantity: Generated<number>;
  total_value: Generated<number>;
  contribution: number | null;
  contribution_interval: 1 | 4 | 6 | 12 | null;
  customer_sort_name: Generated<string>;
  search_text: Generated<string>;
  deleted_at: string | null;
  deletion_reason: string | null;
  deleted_by: string | null;
  retention_until: string | null;
  row_version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  total_value_cents: GeneratedAlways<number | null>;
  check_fingerprint: number | null;
  end_recorded_at: string | null;
  match_key: GeneratedAlways<string | null>;
  consumer_match_key: GeneratedAlways<string | null>;
  paid_in: number | null;
}

export interface ContributionSumsTable {
  tenant_id: string;
  group_id: string | null;
  month: string;
  amount: number;
  summed_at: string;
}

export interface CostModelsTable {
  tenant_id: string;
  id: Generated<number>;
  cost_model_name: string;
  insurer_id: number | null;
  tariff_id: string | null;
  entry_fee: Generated<number>;
  contract_fee_monthly: Generated<number>;
  contract_fee_percent: Generated<number>;
  fund_switch_fee: Generated<number>;
  free_switches_per_year: Generated<number>;
  rebate: Generated<number>;
  valid_from: string;
  valid_to: string | null;
  row_version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface CustomerChangeRowsTable {
  tenant_id: string;
  job_id: string;
  customer_id: string;
  result: 'changed' | 'unchanged' | 'skipped';
  message: string | null;
  group_before: string | null;
  changed_at: Generated<string>;
  taken_back_at: string | null;
}

export interface CustomerConsentsTable {
  tenant_id: string;
  id: Generated<string>;
  entry_number: GeneratedAlways<number>;
  customer_id: string;
  consent_kind: 'dataProcessing' | 'mail' | 'phone' | 'sharing';
  decision: 'given' | 'withdrawn';
  text_version: string;
  consent_text: Generated<string>;
  decided_on: string;
  recorded_by: string;
  recorded_at: Generated<string>;
  is_own: Generated<boolean>;
}

export interface CustomerDistinctionsTable {
  tenant_id: string;
  first_id: string;
  second_id: string;
  marked_by: string;
  marked_at: Generated<string>;
}

export interface CustomerErasuresTable {
  tenant_id: string;
  id: Generated<string>;
  customer_id: string;
  group_id: string | null;
  basis: 'noLongerNeeded' | 'consentWithdrawn' | 'objection' | 'unlawful';
  state: Generated<'waiting' | 'erased' | 'withdrawn'>;
  requested_by: string;
  requested_at: Generated<string>;
  kept_until: string | null;
  closed_by: string | null;
  closed_at: string | null;
  content_hash: Buffer | null;
  row_counts: Generated<Json>;
}

export interface CustomerLegalHoldsTable {
  tenant_id: string;
  id: Generated<string>;
  customer_id: string;
  reason: string;
  set_by: string;
  set_at: Generated<string>;
  lift_reason: string | null;
  lifted_by: string | null;
  lifted_at: string | null;
}

export interface CustomerMergesTable {
  tenant_id: string;
  id: Generated<string>;
  survivor_id: string;
  merged_id: string;
  before: Json;
  moved: Json;
  version_after: Generated<number>;
  merged_by: string;
  merged_at: Generated<string>;
  undone_by: string | null;
  undone_at: string | null;
  merged_number: GeneratedAlways<string | null>;
  survivor_number: GeneratedAlways<string | null>;
}

export interface CustomerStatisticsTable {
  tenant_id: string;
  group_id: string | null;
  customer_count: number;
  with_contracts_count: number;
}

export interface CustomerStatisticsRecountTable {
  tenant_id: string;
  group_id: string;
  customer_count: number;
  with_contracts_count: number;
}

export interface CustomerTagsTable {
  tenant_id: string;
  customer_id: string;
  tag_id: number;
  given_at: Generated<string>;
  import_id: string | null;
}

export interface CustomersTable {
  tenant_id: string;
  id: Generated<string>;
  group_id: string | null;
  external_key: string | null;
  salutation: Generated<string>;
  title: Generated<string>;
  first_name: Generated<string>;
  last_name: string;
  company_name: Generated<string>;
  date_of_birth: string | null;
  email: string | null;
  phone_number: string | null;
  street: Generated<string>;
  postal_code: Generated<string>;
  city: Generated<string>;
  country: Generated<string>;
  iban: string | null;
  bic: string | null;
  knowledge: Generated<Json>;
  finances: Generated<Json>;
  aims: Generated<Json>;
  sustainability: Generated<Json>;
  profile_valid_until: string | null;
  is_blocked: Generated<boolean>;
  blocked_reason: string | null;
  deleted_at: string | null;
  retention_until: string | null;
  contract_count: Generated<number>;
  total_value: Generated<number>;
  sort_name: GeneratedAlways<string | null>;
  search_text: GeneratedAlways<string | null>;
  row_version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  spoken_name: GeneratedAlways<string | null>;
  is_inactive: Generated<boolean>;
  tax_identification_number: string | null;
  never_valued_count: Generated<number>;
}

export interface DashboardConfigsTable {
  tenant_id: string;
  id: Generated<string>;
  role_id: string | null;
  user_id: string | null;
  widgets: Generated<Json>;
  row_version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface DepotAnalysesTable {
  tenant_id: string;
  id: Generated<string>;
  guid_hash: Buffer;
  state: Generated<'open' | 'calculated' | 'submitted'>;
  answers: Generated<Json>;
  result: Json | null;
  consent_version: string | null;
  consented_at: string | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  expires_at: string;
  questionnaire_id: string;
  holdings: Generated<Json>;
  contact: Json | null;
  submitted_at: string | null;
  preregistration_id: string | null;
  row_version: Generated<number>;
  restrictions: Json | null;
}

export interface DepotAnalysisBankLinksTable {
  tenant_id: string;
  analysis_id: string;
  issuer_id: number;
  token_envelope: Json | null;
  expires_at: string;
  consent_version: string;
  consented_at: string;
}

export interface DepotAnalysisBankSignInsTable {
  tenant_id: string;
  id: Generated<string>;
  analysis_id: string;
}

export interface DepotOpeningsTable {
  tenant_id: string;
  id: Generated<string>;
  user_id: string;
  customer_id: string;
  issuer_id: number;
  tariff_id: string;
  client_request_id: string;
  request: Json;
  transaction_hash: Buffer;
  state: Generated<'sent' | 'opened' | 'refused'>;
  trader_depot_id: string | null;
  created_at: Generated<string>;
  settled_at: string | null;
}

export interface DevicesTable {
  tenant_id: string;
  id: Generated<string>;
  user_id: string;
  device_name: string | null;
  token_hash: Buffer;
  is_second_factor_remembered: Generated<boolean>;
  created_at: Generated<string>;
  last_used_at: Generated<string>;
  expires_at: string;
  revoked_at: string | null;
}

export interface DocumentReceiptsTable {
  tenant_id: string;
  document_id: string;
  read_by: string;
  read_at: string;
}

export interface DocumentSignaturesTable {
  tenant_id: string;
  document_id: string;
  signed_by: string;
  signer_name: string;
  signature_way: 'drawing' | 'typed' | 'passkey';
  statement: string;
  drawing: Json | null;
  passkey: Json | null;
  content_hash: Buffer;
  signed_at: string;
  seal: Buffer;
}

export interface DocumentSignersTable {
  tenant_id: string;
  id: Generated<string>;
  document_id: string;
  customer_id: string;
  asked_at: string;
  read_at: string | null;
  read_by: string | null;
  signed_at: string | null;
  signed_by: string | null;
  signer_name: string | null;
  signature_way: 'drawing' | 'typed' | 'passkey' | null;
  statement: string | null;
  drawing: Json | null;
  passkey: Json | null;
  content_hash: Buffer | null;
  seal: Buffer | null;
  declined_at: string | null;
}

export interface DocumentsTable {
  tenant_id: string;
  id: Generated<string>;
  customer_id: string | null;
  contract_id: string | null;
  consultation_id: string | null;
  document_type: string;
  title: string;
  file_name: string;
  media_type: string;
  byte_size: number;
  content_hash: Buffer;
  content: Buffer | null;
  state: Generated<'draft' | 'released' | 'signed' | 'archived'>;
  released_at: string | null;
  released_by: string | null;
  retention_until: string | null;
  created_by: string | null;
  row_version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  fund_id: number | null;
  stored_at: string | null;
}

export interface DraftsTable {
  tenant_id: string;
  user_id: string;
  draft_type: string;
  entity_key: string;
  step: string;
  data: Json;
  base_version: number | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  expires_at: Generated<string>;
  row_version: Generated<number>;
}

export interface ElementSubmissionsTable {
  tenant_id: string;
  id: Generated<string>;
  submission_number: GeneratedAlways<number>;
  contract_id: string;
  element_key: string;
  description_version: number;
  request: Json;
  created_by: string;
  created_at: Generated<string>;
}

export interface FundCategoriesTable {
  tenant_id: string;
  id: Generated<number>;
  category_name: string;
  category_color: string;
  sort_order: Generated<number>;
  row_version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface FundDistributionsTable {
  tenant_id: string;
  fund_id: number;
  ex_date: string;
  amount: number;
}

export interface FundFigureRunsTable {
  tenant_id: string;
  calculated_for: string | null;
  started_at: string;
  finished_at: string;
  fund_count: number;
  figure_count: number;
  ranked_count: number;
  peergroup_count: number;
  window_weeks: number;
}

export interface FundHoldingsTable {
  tenant_id: string;
  fund_id: number;
  group_id: string | null;
  contract_count: number;
  value: number;
  summed_at: string;
}

export interface FundKeyFiguresTable {
  tenant_id: string;
  fund_id: number;
  calculated_for: string;
  data_from: string;
  data_to: string;
  observations: number;
  is_proxy: Generated<boolean>;
  volatility: number | null;
  tracking_error: number | null;
  value_at_risk: number | null;
  vev: number | null;
  return_1y: number | null;
  return_3y: number | null;
  return_5y: number | null;
  sharpe_3y: number | null;
  sortino_3y: number | null;
  info_ratio_3y: number | null;
  mrar_3y: number | null;
  volatility_3y: number | null;
  max_drawdown_5y: number | null;
}

export interface FundMatricesTable {
  tenant_id: string;
  tariff_id: string;
  risk_type_id: number;
  risk_items_number: 3 | 5 | 7;
  use_quota: boolean;
}

export interface FundMatrixClassesTable {
  tenant_id: string;
  tariff_id: string;
  risk_class_id: number;
  upper_border: number;
  target: number;
  range: number;
  maximum_risk_indicator: number | null;
}

export interface FundMatrixItemsTable {
  tenant_id: string;
  tariff_id: string;
  risk_class_id: number;
  fund_id: number;
  fraction: number;
  sort_order: Generated<number>;
}

export interface FundMovementsTable {
  tenant_id: string;
  id: Generated<string>;
  contract_id: string;
  fund_id: number;
  movement_kind: 'purchase' | 'sale' | 'transferIn' | 'transferOut' | 'split';
  movement_day: string;
  acquired_day: string | null;
  quantity: number | null;
  factor: number | null;
  amount: number | null;
  movement_source: 'hand' | 'book' | 'order';
  import_id: string | null;
  trader_order_id: string | null;
  created_at: Generated<string>;
  booked_day: string | null;
  booked_kind: string | null;
  booked_quantity: number | null;
  booked_amount: number | null;
  booked_import_id: string | null;
  claimed_by_order_id: string | null;
}

export interface FundPricesTable {
  tenant_id: string;
  fund_id: number;
  price_date: string;
  price: number;
}

export interface FundRanksTable {
  tenant_id: string;
  fund_id: number;
  ranking_type_id: number;
  fund_rank: number | null;
  ranking_value: number | null;
  calculated_for: string;
}

export interface FundSeriesFindingsTable {
  tenant_id: string;
  fund_id: number;
  finding: 'spike' | 'split' | 'jump' | 'stale' | 'gap' | 'ended' | 'foreignCurrency';
  first_day: string;
  last_day: string;
}

export interface FundsTable {
  tenant_id: string;
  id: Generated<number>;
  isin: string;
  wkn: string | null;
  name: string;
  company_name: Generated<string>;
  peergroup_id: number | null;
  category_id: number | null;
  currency: Generated<string>;
  domicile: string | null;
  distribution_policy: 'ACC' | 'DIST' | null;
  launch_date: string | null;
  fund_status: Generated<'open' | 'softClosed' | 'closed' | 'merged' | 'liquidated'>;
  successor_fund_id: number | null;
  is_inactive: Generated<boolean>;
  is_etf: Generated<boolean>;
  is_savings_plan_capable: Generated<boolean>;
  is_guarantee_fund: Generated<boolean>;
  unit_decimals: Generated<number>;
  minimum_investment: number | null;
  minimum_order: number | null;
  minimum_savings_amount: number | null;
  ongoing_fee: number | null;
  ongoing_fee_date: string | null;
  management_fee: number | null;
  transaction_costs: number | null;
  entry_fee: number | null;
  exit_fee: number | null;
  performance_fee: number | null;
  has_performance_fee: boolean | null;
  distribution_fee: number | null;
  risk_indicator: number | null;
  risk_indicator_type: 'SRI' | 'SRRI' | 'internal' | null;
  is_risk_indicator_estimated: Generated<boolean>;
  volatility: number | null;
  equity_quota: number | null;
  recommended_holding_years: number | null;
  rating: number | null;
  rating_type: number | null;
  rating_date: string | null;
  sfdr_article: 6 | 8 | 9 | null;
  esg_rating: string | null;
  esg_performance_score: number | null;
  esg_climate_footprint: number | null;
  esg_industries: string | null;
  esg_sdg_impact: string | null;
  minimum_share_taxonomy: number | null;
  minimum_share_sustainable: number | null;
  considers_pai: boolean | null;
  mifid_r: 'Y' | 'N' | 'Neutral' | null;
  mifid_p: 'Y' | 'N' | 'P' | 'E' | 'Neutral' | null;
  target_market: Generated<Json>;
  kiid: string | null;
  kiid_date: string | null;
  factsheet: string | null;
  price: number | null;
  price_date: string | null;
  data_source: string | null;
  data_date: string | null;
  search_text: GeneratedAlways<string | null>;
  sort_name: GeneratedAlways<string | null>;
  row_version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  return_stress: number | null;
  return_unfavourable: number | null;
  return_moderate: number | null;
  return_favourable: number | null;
}

export interface GroupPermissionsTable {
  id: string;
  permission_name: string;
  sort_order: number;
}

export interface GroupPlacesTable {
  tenant_id: string;
  group_id: string;
  place: number;
  last_place: number;
  above: number[];
  sort_name: string;
  is_inactive: boolean;
  active_place: number | null;
  inactive_place: number | null;
}

export interface GroupUserStatisticsTable {
  tenant_id: string;
  group_id: string;
  user_count: number;
}

export interface GroupUsersTable {
  tenant_id: string;
  group_id: string;
  user_id: string;
  group_rights: Generated<string[]>;
  is_from_provider: Generated<boolean>;
}

export interface GroupsTable {
  tenant_id: string;
  id: Generated<string>;
  group_name: string;
  group_description: Generated<string>;
  is_inactive: Generated<boolean>;
  parent_group_id: string | null;
  row_version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  sort_name: GeneratedAlways<string>;
}

export interface GuaranteeTypesTable {
  id: number;
  guarantee_type_name: string;
}

export interface IdempotencyKeysTable {
  tenant_id: string;
  user_id: string;
  route: string;
  idempotency_key: string;
  request_hash: Buffer;
  state: Generated<'running' | 'done'>;
  status_code: number | null;
  body: Json | null;
  headers: Generated<Json>;
  created_at: Generated<string>;
  expires_at: Generated<string>;
}

export interface IdentityLinksTable {
  tenant_id: string;
  id: Generated<string>;
  user_id: string;
  issuer: string;
  subject: string;
  given_role_id: string | null;
  created_at: Generated<string>;
  last_used_at: string | null;
  role_before_id: string | null;
}

export interface IdentityProvidersTable {
  tenant_id: string;
  id: Generated<string>;
  issuer: string;
  client_id: string;
  client_secret_envelope: Json | null;
  button_text: string;
  is_active: Generated<boolean>;
  groups_claim: string | null;
  mappings: Generated<Json>;
  unknown_people: 'refuse' | 'create';
  default_role_id: string | null;
  accepts_factor: Generated<boolean>;
  factor_values: Generated<string[]>;
  tested_at: string | null;
  row_version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface ImportRowsTable {
  tenant_id: string;
  import_id: string;
  line_number: number;
  row_result: 'imported' | 'changed' | 'unchanged' | 'rejected';
  isin: string | null;
  reason_code: string | null;
  reason: string | null;
  details: Generated<Json>;
  column_name: Generated<string>;
  cell_value: string | null;
}

export interface ImportsTable {
  tenant_id: string;
  id: Generated<string>;
  import_type: 'funds' | 'prices' | 'csvHoldings' | 'xlsxHoldings' | 'mt535' | 'fints' | 'semt002' | 'gdv' | 'fundSelection' | 'universe';
  file_name: string;
  file_hash: Buffer;
  state: Generated<'parsed' | 'committed' | 'refused' | 'discarded'>;
  rows_imported: Generated<number>;
  rows_changed: Generated<number>;
  rows_unchanged: Generated<number>;
  rows_rejected: Generated<number>;
  refusal_reason: string | null;
  created_by: string | null;
  created_at: Generated<string>;
  committed_at: string | null;
  actor_name: string | null;
  rows_flagged: Generated<number>;
}

export interface InstallationSettingsTable {
  setting_key: string;
  setting_value: Json;
  updated_at: Generated<string>;
}

export interface InsurersTable {
  tenant_id: string;
  id: Generated<number>;
  insurer_name: string;
  short_name: Generated<string>;
  bafin_number: string | null;
  is_inactive: Generated<boolean>;
  row_version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface IssuersTable {
  tenant_id: string;
  id: Generated<number>;
  issuer_name: string;
  bank_id: string | null;
  bank_name: string | null;
  bic: string | null;
  insurer_id: number | null;
  has_trader: Generated<boolean>;
  trader_kind: Generated<'fints' | 'api' | 'file' | 'none'>;
  is_inactive: Generated<boolean>;
  row_version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  is_session_only: Generated<boolean>;
}

export interface JobChunksTable {
  tenant_id: string;
  job_id: string;
  id: GeneratedAlways<number>;
  lane: string;
  chunk_key: string;
  payload: Generated<Json>;
  size: Generated<number>;
  changed_count: Generated<number>;
  failed_count: Generated<number>;
  state: Generated<'queued' | 'running' | 'failed' | 'done' | 'dead' | 'cancelled'>;
  attempts: Generated<number>;
  run_at: Generated<string>;
  locked_until: string | null;
  locked_by: string | null;
  last_error: string | null;
  finished_at: string | null;
}

export interface JobLanesTable {
  tenant_id: string;
  job_id: string;
  lane: string;
  lane_name: string;
  error_code: string | null;
  error_message: string | null;
}

export interface JobProblemsTable {
  tenant_id: string;
  job_id: string;
  id: GeneratedAlways<number>;
  chunk_id: number | null;
  lane: string | null;
  code: string;
  message: string;
  contract_id: string | null;
  external_key: string | null;
  created_at: Generated<string>;
}

export interface JobsTable {
  tenant_id: string;
  id: Generated<string>;
  job_type: string;
  payload: Generated<Json>;
  state: Generated<'queued' | 'running' | 'split' | 'failed' | 'done' | 'dead'>;
  attempts: Generated<number>;
  maximum_attempts: Generated<number>;
  run_at: Generated<string>;
  locked_until: string | null;
  locked_by: string | null;
  progress: Generated<Json>;
  last_error: string | null;
  created_by: string | null;
  created_at: Generated<string>;
  finished_at: string | null;
  unique_key: string | null;
  cancelled_at: string | null;
  cancelled_by: string | null;
}

export interface KeptDeletionsTable {
  tenant_id: string;
  id: Generated<string>;
  user_id: string;
  object_type: string;
  object_id: string;
  parts: Json;
  deleted_at: Generated<string>;
  taken_back_at: string | null;
}

export interface KeyInformationHandoversTable {
  tenant_id: string;
  id: Generated<string>;
  contract_id: string;
  customer_id: string;
  fund_id: number;
  document_version: string;
  document_id: string | null;
  document_title: string;
  form: 'paper' | 'mail' | 'portal';
  handed_over_at: string;
  recorded_by: string;
  recorded_at: string;
}

export interface LoginThrottlesTable {
  throttle_kind: string;
  throttle_key: Buffer;
  window_started_at: string;
  failure_count: Generated<number>;
  blocked_until: string | null;
  updated_at: Generated<string>;
}

export interface MailOutboxTable {
  tenant_id: string;
  id: GeneratedAlways<number>;
  user_id: string | null;
  recipient: string;
  subject: string;
  body: string | null;
  state: Generated<'queued' | 'sending' | 'sent' | 'failed' | 'unclear'>;
  attempts: Generated<number>;
  created_at: Generated<string>;
  sent_at: string | null;
  last_error: string | null;
  seal_id: Generated<string>;
  body_envelope: Json | null;
  next_attempt_at: Generated<string>;
  locked_until: string | null;
}

export interface MailSettingsTable {
  tenant_id: string;
  id: Generated<string>;
  host: string;
  port: number;
  security: 'tls' | 'startTls' | 'none';
  user_name: string | null;
  password_envelope: Json | null;
  sender_address: string;
  sender_name: string;
  tested_at: string | null;
  row_version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface MessagesTable {
  tenant_id: string;
  id: Generated<string>;
  entry_number: GeneratedAlways<number>;
  customer_id: string;
  is_from_customer: boolean;
  sent_by: string;
  message_text: string;
  sent_at: string;
  read_at: string | null;
}

export interface NightSumsTable {
  tenant_id: string;
  part: number;
  group_id: string | null;
  fund_id: number | null;
  month: string | null;
  contract_count: number;
  amount: number;
}

export interface NoteMentionsTable {
  tenant_id: string;
  note_id: string;
  user_id: string;
}

export interface NotesTable {
  tenant_id: string;
  id: Generated<string>;
  entry_number: GeneratedAlways<number>;
  customer_id: string;
  contract_id: string | null;
  note_text: string;
  visibility: 'own' | 'group';
  created_by: string;
  created_at: string;
  edited_at: string | null;
  follow_up_day: string | null;
  follow_up_user_id: string | null;
  follow_up_done_at: string | null;
  follow_up_done_by: string | null;
  deleted_at: string | null;
  row_version: Generated<number>;
  updated_at: Generated<string>;
}

export interface NotificationEventsTable {
  tenant_id: string;
  id: GeneratedAlways<number>;
  notification_kind: string;
  happened: Generated<number>;
  target_type: string | null;
  target_id: string | null;
  group_id: string | null;
  is_house: Generated<boolean>;
  user_id: string | null;
  not_for: Generated<string[]>;
}

export interface NotificationSettingsTable {
  tenant_id: string;
  user_id: string;
  notification_kind: string;
  is_in_app: boolean;
  mail: 'none' | 'soon' | 'daily';
}

export interface NotificationsTable {
  tenant_id: string;
  id: Generated<string>;
  user_id: string;
  notification_kind: string;
  happened: number;
  happened_at: string;
  created_at: Generated<string>;
  target_type: 'task' | 'contract' | 'tariff' | 'job' | 'customer' | null;
  target_id: string | null;
  is_in_app: boolean;
  mail_due_at: string | null;
  mailed_at: string | null;
  read_at: string | null;
}

export interface OptimizationHintAnswersTable {
  optimization_hint_id: number;
  id: number;
  optimization_hint_answer_name: string;
}

export interface OptimizationHintsTable {
  id: number;
  hint_code: string;
  optimization_hint_name: string;
  optimization_hint_description: string;
  optimization_hint_is_extended: boolean;
}

export interface OrderRulesTable {
  tenant_id: string;
  approval_limit: number | null;
  row_version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface OwnAnswersTable {
  tenant_id: string;
  id: Generated<string>;
  customer_id: string;
  questionnaire_id: string;
  answers: Json;
  submitted_by: string;
  submitted_at: string;
  state: Generated<'waiting' | 'replaced' | 'confirmed'>;
  decided_by: string | null;
  decided_at: string | null;
}

export interface OwnShortcutsTable {
  tenant_id: string;
  user_id: string;
  object_type: 'customer' | 'contract' | 'fund' | 'tariff';
  object_id: string;
  favourite_since: string | null;
  opened_at: string | null;
}

export interface PasskeysTable {
  tenant_id: string;
  id: Generated<string>;
  user_id: string;
  credential_id: Buffer;
  public_key: Buffer;
  sign_count: Generated<number>;
  transports: Generated<string[]>;
  is_synced: boolean;
  passkey_name: string;
  created_at: Generated<string>;
  last_used_at: string | null;
}

export interface PeergroupCovariancesTable {
  tenant_id: string;
  peergroup_id: number;
  other_peergroup_id: number;
  covariance: number;
}

export interface PeergroupRisksTable {
  tenant_id: string;
  peergroup_id: number;
  volatility: number;
  value_at_risk: number;
  share_quota: number;
  expected_return: number | null;
  observations: number;
  data_from: string;
  data_to: string;
}

export interface PeergroupsTable {
  tenant_id: string;
  id: Generated<number>;
  peergroup_key: string;
  peergroup_name: string;
  category_id: number;
  colour: Generated<string>;
  equity_quota: Generated<number>;
  is_appraisal_smoothed: Generated<boolean>;
  is_inactive: Generated<boolean>;
  row_version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  is_money_market: Generated<boolean>;
  region: Generated<'' | 'world' | 'europe' | 'northAmerica' | 'japan' | 'asia' | 'emergingMarkets'>;
  sector: Generated<'' | 'broad' | 'technology' | 'health' | 'energy' | 'commodities' | 'realEstate'>;
}

export interface PermissionsTable {
  id: string;
  category: string;
  category_name: string;
  permission_name: string;
  sort_order: number;
}

export interface PlanApprovalsTable {
  tenant_id: string;
  planned_optimization_id: string;
  state: Generated<'waiting' | 'refused' | 'approved'>;
  requested_by: string;
  requested_at: string;
  request_note: string | null;
  decided_by: string | null;
  decided_at: string | null;
  decision_note: string | null;
  row_version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface PlannedOptimizationsTable {
  tenant_id: string;
  id: Generated<string>;
  contract_id: string;
  mode: 'keepPortfolio' | 'savingsPlanOnly' | 'necessary' | 'full';
  state: Generated<'draft' | 'checked' | 'waitingForClient' | 'waitingForApproval' | 'waitingForSecondFactor' | 'submitted' | 'confirmed' | 'partlyConfirmed' | 'rejected' | 'expired'>;
  risk_class_id: number | null;
  parameters: Generated<Json>;
  before_figures: Generated<Json>;
  after_figures: Generated<Json>;
  savings_plan_changes: Generated<Json>;
  costs: Generated<Json>;
  checks: Generated<Json>;
  transaction_hash: Buffer | null;
  created_by: string | null;
  expires_at: string;
  row_version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  input_hash: Buffer | null;
  portfolio_id: string | null;
  is_edited: Generated<boolean>;
  cash_before: Generated<number>;
  cash_after: Generated<number>;
  messages: Generated<Json>;
  editors: Generated<string[]>;
}

export interface PlannedTransactionsTable {
  tenant_id: string;
  planned_optimization_id: string;
  id: Generated<string>;
  action: 'buy' | 'sell' | 'switch';
  fund_id: number;
  from_fund_id: number | null;
  quantity: number;
  amount: number;
  fraction_before: number;
  fraction_after: number;
  reason: string;
  hint_ids: Generated<string[]>;
  sort_order: Generated<number>;
  isin: Generated<string>;
  price: number | null;
  fee: Generated<number>;
  switch_with_fund_id: number | null;
  hint_codes: Generated<string[]>;
}

export interface PlausibilityRulesTable {
  tenant_id: string;
  severities: Generated<Json>;
  row_version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface PortfolioEntriesTable {
  tenant_id: string;
  portfolio_id: string;
  id: Generated<string>;
  fund_id: number;
  quantity: number;
  price: number;
  price_date: string;
  value: number;
  fraction: number;
  cost_value: number | null;
  is_locked: Generated<boolean>;
  sort_order: Generated<number>;
}

export interface PortfoliosTable {
  tenant_id: string;
  id: Generated<string>;
  contract_id: string;
  valuation_date: string;
  is_current: Generated<boolean>;
  total_value: number;
  cash_value: Generated<number>;
  non_funds_value: Generated<number>;
  contributions_value: Generated<number>;
  reserve_value: Generated<number>;
  guarantee_fund_quantity: Generated<number>;
  risk_value: number | null;
  share_quota: number | null;
  paid_in: number | null;
}

export interface PreregistrationsTable {
  tenant_id: string;
  id: Generated<string>;
  guid_hash: Buffer;
  customer_id: string | null;
  group_id: string | null;
  invited_by: string;
  first_name: Generated<string>;
  last_name: string;
  email: string;
  phone_number: string | null;
  message: Generated<string>;
  status: Generated<'open' | 'started' | 'submitted' | 'expired' | 'revoked'>;
  identity_attempts_left: Generated<number>;
  answers: Generated<Json>;
  created_at: Generated<string>;
  expires_at: string;
  date_of_birth: string | null;
  consent_version: string | null;
  terms_version: string | null;
  submitted_at: string | null;
  row_version: Generated<number>;
  updated_at: Generated<string>;
  consent_withdrawn_at: string | null;
}

export interface PublicReportsTable {
  tenant_id: string;
  id: Generated<string>;
  report_type: 'depotAnalysisResult' | 'preregistrationConfirmation' | 'fundComparisonPublic' | 'costExamplePublic';
  guid_hash: Buffer;
  report_id_hash: Buffer;
  title: string;
  sections: Json;
  disclaimer: Generated<string>;
  created_by: string | null;
  created_at: Generated<string>;
  expires_at: string;
  max_uses: number | null;
  use_count: Generated<number>;
  revoked_at: string | null;
  fund_ids: Generated<number[]>;
  analysis_id: string | null;
  invitation_id: string | null;
  opening_hash: Buffer | null;
  opening_at: string | null;
}

export interface QuestionnaireAnswersTable {
  tenant_id: string;
  id: Generated<string>;
  questionnaire_id: string;
  contract_id: string | null;
  customer_id: string | null;
  answers: Json;
  created_by: string | null;
  created_at: Generated<string>;
  answered_on: string;
  result: Json | null;
  comment: Generated<string>;
}

export interface QuestionnairesTable {
  tenant_id: string;
  id: Generated<string>;
  questionnaire_key: string;
  version: number;
  questions: Json;
  created_at: Generated<string>;
  title: string;
  scoring: Json | null;
  state: Generated<'draft' | 'submitted' | 'published'>;
  published_from: string | null;
  editors: Generated<string[]>;
  submitted_by: string | null;
  submitted_at: string | null;
  approved_by: string | null;
  approved_at: string | null;
  row_version: Generated<number>;
  updated_at: Generated<string>;
  planned_from: string | null;
  comment: Generated<string>;
}

export interface RankingTypesTable {
  id: number;
  ranking_key: string;
  ranking_type_name: string;
}

export interface RatingTypesTable {
  id: number;
  rating_type_name: string;
}

export interface RecoveryCodesTable {
  tenant_id: string;
  id: Generated<string>;
  user_id: string;
  code_hash: Buffer;
  created_at: Generated<string>;
  used_at: string | null;
}

export interface RegistrationsTable {
  tenant_id: string;
  id: Generated<string>;
  token_hash: Buffer;
  first_name: string;
  last_name: string;
  email: string;
  date_of_birth: string | null;
  terms_version: string | null;
  state: Generated<'requested' | 'waiting'>;
  created_at: Generated<string>;
  confirmed_at: string | null;
  expires_at: string;
  depot_analysis_id: string | null;
}

export interface ReportUrlsTable {
  tenant_id: string;
  id: Generated<string>;
  report_id: string;
  token_hash: Buffer;
  created_for: string | null;
  created_at: Generated<string>;
  expires_at: string;
  used_at: string | null;
}

export interface ReportsTable {
  tenant_id: string;
  id: Generated<string>;
  report_type: string;
  contract_id: string | null;
  customer_id: string | null;
  tariff_id: string | null;
  document_id: string | null;
  parameters: Generated<Json>;
  created_by: string | null;
  created_at: Generated<string>;
  fund_id: number | null;
  data: Json | null;
  data_hash: Buffer | null;
}

export interface RiskAssessmentsTable {
  tenant_id: string;
  id: Generated<string>;
  contract_id: string;
  assessment_date: string;
  valid_until: string;
  risk_class_id: number | null;
  suggested_risk_class_id: number | null;
  risk_value: number | null;
  risk_type_id: number;
  questionnaire_version: Generated<number>;
  horizon_years: number | null;
  loss_capacity: 'none' | 'limited' | 'full' | null;
  knowledge: Generated<Json>;
  sustainability_kind: Generated<'none' | 'minimumShare' | 'pai'>;
  minimum_share_taxonomy: number | null;
  minimum_share_sustainable: number | null;
  pai_topics: Generated<string[]>;
  status: 'valid' | 'suggested' | 'superseded' | 'rejected';
  decided_by: string | null;
  decided_at: string | null;
  decision_comment: string | null;
  row_version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  questionnaire_answers_id: string | null;
  excluded_isins: Generated<string[]>;
  excluded_companies: Generated<string[]>;
  excluded_regions: Generated<string[]>;
  excluded_sectors: Generated<string[]>;
  was_asked: Generated<boolean>;
  asked_fields: string[] | null;
  experience: Generated<Json>;
  goal: string | null;
}

export interface RiskComponentsTable {
  tenant_id: string;
  component_id: string;
  kind: Generated<string>;
  risk_type_id: number;
  risk_items_number: 3 | 5 | 7;
  use_quota: Generated<boolean>;
}

export interface RiskItemsTable {
  tenant_id: string;
  component_id: string;
  risk_class_id: number;
  target: number;
  range: number;
  maximum_risk_indicator: number | null;
}

export interface RiskTypesTable {
  id: number;
  risk_type_name: string;
}

export interface RolePermissionsTable {
  tenant_id: string;
  role_id: string;
  permission_id: string;
}

export interface RolesTable {
  tenant_id: string;
  id: Generated<string>;
  role_key: string | null;
  role_name: string;
  is_inactive: Generated<boolean>;
  is_client_role: Generated<boolean>;
  row_version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface SavedViewDefaultsTable {
  tenant_id: string;
  user_id: string;
  screen_key: string;
  view_id: string;
}

export interface SavedViewsTable {
  tenant_id: string;
  id: Generated<string>;
  user_id: string;
  screen_key: string;
  saved_view_name: string;
  columns: string[] | null;
  filters: Generated<Json>;
  sort: string | null;
  density: 'comfortable' | 'compact' | null;
  group_id: string | null;
  row_version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  widths: Json | null;
}

export interface SavingsPlanEntriesTable {
  tenant_id: string;
  savings_plan_id: string;
  id: Generated<string>;
  fund_id: number;
  fraction: number;
  amount: number;
  sort_order: Generated<number>;
}

export interface SavingsPlansTable {
  tenant_id: string;
  id: Generated<string>;
  contract_id: string;
  valid_from: string;
  valid_to: string | null;
  contribution: number;
  contribution_interval: 1 | 4 | 6 | 12;
  dynamic_percent: Generated<number>;
}

export interface SecondFactorChallengesTable {
  tenant_id: string;
  id: Generated<string>;
  user_id: string;
  session_id: string | null;
  purpose: 'login' | 'plannedOptimization' | 'credentialChange' | 'depotCreate' | 'activation' | 'roleChange' | 'factorChange';
  state: Generated<'pending' | 'confirmed' | 'rejected' | 'expired' | 'superseded'>;
  token_provider_type: 'sms' | 'email' | 'totp' | 'passkey' | 'recoveryCode' | 'bankTan' | 'bankDecoupled' | 'bankPhoto' | null;
  token_provider_id: string | null;
  transaction_hash: Buffer | null;
  transactions: Generated<Json>;
  context: Generated<Json>;
  attempts_left: Generated<number>;
  created_at: Generated<string>;
  expires_at: string;
  confirmed_at: string | null;
}

export interface SelectedFundsTable {
  tenant_id: string;
  component_id: string;
  fund_id: number;
  sort_order: Generated<number>;
}

export interface SelectionComponentsTable {
  tenant_id: string;
  component_id: string;
  kind: Generated<string>;
  universe_component_id: string;
  is_manual: boolean;
  ranking_type_id: number;
  fund_shortlist_size: number;
  minimum_rank: number | null;
  allows_unrated: Generated<boolean>;
}

export interface SessionsTable {
  tenant_id: string;
  id: Generated<string>;
  user_id: string;
  client_type: 'web' | 'mobile';
  mac_key_envelope: Json;
  counter: Generated<number>;
  rotated_at: Generated<string>;
  created_at: Generated<string>;
  last_used_at: Generated<string>;
  idle_expires_at: string;
  absolute_expires_at: string;
  revoked_at: string | null;
  revoked_reason: 'logout' | 'userRevoked' | 'reuse' | 'passwordChanged' | 'factorChanged' | 'userInactive' | 'rightsChanged' | 'tooManySessions' | 'expired' | 'administrator' | 'provider' | 'unlinked' | null;
  second_factor_at: string | null;
  device_id: string | null;
  device_name: string | null;
  user_agent: string | null;
  ip_address: string | null;
  identity_link_id: string | null;
  provider_session_id: string | null;
  id_token_envelope: Json | null;
}

export interface SetupSkipsTable {
  tenant_id: string;
  step_key: string;
  skipped_by: string;
  created_at: Generated<string>;
}

export interface SignatureRequestsTable {
  tenant_id: string;
  document_id: string;
  requested_by: string;
  requested_at: string;
  declined_at: string | null;
}

export interface SmsCodesTable {
  tenant_id: string;
  id: Generated<string>;
  user_id: string;
  challenge_id: string | null;
  purpose: 'secondFactor' | 'activation' | 'phoneValidation' | 'resetPassword';
  phone_number: string;
  code_hash: Buffer;
  attempts_left: Generated<number>;
  created_at: Generated<string>;
  expires_at: string;
  used_at: string | null;
}

export interface SmsOutboxTable {
  tenant_id: string;
  id: GeneratedAlways<number>;
  user_id: string | null;
  phone_number: string;
  message_text: string;
  state: Generated<'queued' | 'sending' | 'sent' | 'failed'>;
  attempts: Generated<number>;
  created_at: Generated<string>;
  sent_at: string | null;
  last_error: string | null;
  seal_id: Generated<string>;
  text_envelope: Json | null;
  next_attempt_at: Generated<string>;
  locked_until: string | null;
  expires_at: Generated<string>;
}

export interface SmsSettingsTable {
  tenant_id: string;
  id: Generated<string>;
  url: string;
  sender: string | null;
  secret_envelope: Json;
  tested_at: string | null;
  row_version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface StoredContentsTable {
  tenant_id: string;
  document_id: string;
  state: 'moving' | 'stored' | 'deleting';
  content_hash: Buffer;
  byte_size: number;
  version_id: string | null;
  locked_until: string | null;
  due_at: string | null;
  attempts: Generated<number>;
  last_problem: string | null;
  failed_at: string | null;
  created_at: Generated<string>;
}

export interface TagsTable {
  tenant_id: string;
  id: Generated<number>;
  tag_name: string;
  colour: string;
  is_inactive: Generated<boolean>;
  row_version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  import_id: string | null;
}

export interface TariffHintAnswersTable {
  tenant_id: string;
  tariff_id: string;
  optimization_hint_id: number;
  answer_id: number;
}

export interface TariffImpactPartsTable {
  tenant_id: string;
  job_id: string;
  tariff_id: string;
  chunk_key: string;
  part: Json;
}

export interface TariffImpactsTable {
  tenant_id: string;
  job_id: string;
  tariff_id: string;
  version_number: number;
  compared_with: number | null;
  version_content: Json;
  inputs_hash: Buffer;
  stamp: string;
  book_stamp: string;
  result: Json | null;
  created_at: Generated<string>;
  finished_at: string | null;
}

export interface TariffPerformancePartsTable {
  tenant_id: string;
  job_id: string;
  chunk_key: string;
  part: Json;
}

export interface TariffPerformancesTable {
  tenant_id: string;
  job_id: string;
  tariff_id: string;
  performance_period: '1y' | '3y' | '5y';
  from_day: string;
  to_day: string;
  targets: Json;
  result: Json | null;
  created_at: Generated<string>;
  finished_at: string | null;
}

export interface TariffTypesTable {
  id: number;
  tariff_type_name: string;
  is_hybrid_tariff_type: boolean;
}

export interface TariffVersionsTable {
  tenant_id: string;
  id: Generated<string>;
  tariff_id: string;
  version_number: number;
  state: Generated<'draft' | 'submitted' | 'approved' | 'published' | 'superseded' | 'archived' | 'rejected'>;
  valid_from: string | null;
  valid_to: string | null;
  comment: Generated<string>;
  content: Json;
  last_edited_by: string | null;
  submitted_by: string | null;
  submitted_at: string | null;
  approved_by: string | null;
  approved_at: string | null;
  published_at: string | null;
  row_version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  editors: Generated<string[]>;
}

export interface TariffsTable {
  tenant_id: string;
  id: Generated<string>;
  name: string;
  description: Generated<string>;
  key: string;
  is_inactive: Generated<boolean>;
  is_default: Generated<boolean>;
  issuer_id: number;
  insurer_id: number | null;
  tariff_type_id: number;
  guaranteed_level: number | null;
  guaranteed_interest: number | null;
  is_guaranteed_level_customizable: Generated<boolean>;
  guarantee_type_id: number | null;
  guarantee_security_id: number | null;
  continuous_optimization: Generated<boolean>;
  optimization_interval: 1 | 4 | 6 | 12 | null;
  optimization_start: string | null;
  make_portfolio_adjustments_now: Generated<boolean>;
  min_securities_portfolio: Generated<number>;
  max_securities_portfolio: Generated<number>;
  min_security_fraction_portfolio: Generated<number>;
  max_security_fraction_portfolio: Generated<number>;
  min_security_value_portfolio: Generated<number>;
  max_security_value_portfolio: Generated<number>;
  min_securities_savings_plan: Generated<number>;
  max_securities_savings_plan: Generated<number>;
  min_security_fraction_savings_plan: Generated<number>;
  max_security_fraction_savings_plan: Generated<number>;
  min_security_value_savings_plan: Generated<number>;
  max_security_value_savings_plan: Generated<number>;
  component_risk_id: string | null;
  component_selection_id: string | null;
  component_allocation_id: string | null;
  component_universe_id: string | null;
  published_version_number: number | null;
  row_version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  gain_note_limit: number | null;
  risk_class_count: 3 | 5 | 7 | null;
  risk_type_id: number | null;
  use_quota: boolean | null;
  ranking_type_id: number | null;
  universe_fund_ids: number[] | null;
  universe_type_id: number | null;
  universe_maximum_risk_indicator: number | null;
  life_cycle: Json | null;
  highest_risk_indicator: number | null;
}

export interface TaskCountsTable {
  tenant_id: string;
  audience_id: string;
  task_type: string;
  severity: number;
  due_date: string | null;
  task_count: number;
  is_sum: Generated<boolean>;
}

export interface TaskCountsRecountTable {
  tenant_id: string;
  audience_id: string;
  task_type: string;
  severity: number;
  due_date: string;
  task_count: number;
}

export interface TenantsTable {
  tenant_id: string;
  tenant_key: string;
  tenant_name: string;
  is_inactive: Generated<boolean>;
  row_version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  requires_second_factor_for_admins: Generated<boolean>;
}

export interface TermsAgreementsTable {
  tenant_id: string;
  user_id: string;
  terms_version: string;
  agreed_at: string;
}

export interface TermsVersionsTable {
  tenant_id: string;
  id: Generated<string>;
  white_label_id: string;
  version: string;
  content: string;
  valid_from: string;
  asks_again: boolean;
  created_at: Generated<string>;
  created_by: string | null;
}

export interface TokenProvidersTable {
  tenant_id: string;
  id: Generated<string>;
  user_id: string;
  token_provider_type: 'sms' | 'email' | 'totp' | 'passkey' | 'bankTan' | 'bankDecoupled' | 'bankPhoto';
  description: Generated<string>;
  target: string | null;
  validated_at: string | null;
  created_at: Generated<string>;
}

export interface TraderCredentialsTable {
  tenant_id: string;
  id: Generated<string>;
  user_id: string;
  issuer_id: number;
  credential_type_name: Generated<string>;
  login_name: string | null;
  password_envelope: Json | null;
  status: Generated<'none' | 'valid' | 'mustUpdatePassword' | 'locked'>;
  logged_in_until: string | null;
  expires_at: string | null;
  row_version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  is_session_only: Generated<boolean>;
}

export interface TraderDepotReadersTable {
  tenant_id: string;
  trader_depot_id: string;
  user_id: string;
  seen_at: Generated<string>;
}

export interface TraderDepotsTable {
  tenant_id: string;
  id: Generated<string>;
  issuer_id: number;
  external_key: string;
  external_consumer_key: string | null;
  contract_id: string | null;
  customer_id: string | null;
  tariff_id: string | null;
  holder_name: Generated<string>;
  iban: string | null;
  bic: string | null;
  product_key: string | null;
  state: Generated<'new' | 'linked' | 'rejected' | 'ignored'>;
  total_value: number | null;
  last_refresh_at: string | null;
  row_version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  revision: string | null;
  valuation_date: string | null;
  dealt_with: Json | null;
}

export interface TraderOrdersTable {
  tenant_id: string;
  id: Generated<string>;
  contract_id: string;
  planned_optimization_id: string;
  client_order_id: Generated<string>;
  state: Generated<'prepared' | 'sent' | 'unknown' | 'confirmed' | 'partlyConfirmed' | 'refused'>;
  request: Generated<Json>;
  answer: Json | null;
  created_at: Generated<string>;
  sent_at: string | null;
  settled_at: string | null;
  user_id: string | null;
  issuer_id: number | null;
  external_key: string | null;
  signing_id: string | null;
  transaction_hash: Buffer | null;
  attempts: Generated<number>;
  next_check_at: string | null;
  last_fault: string | null;
  compared_at: string | null;
  differs: Generated<boolean>;
  are_movements_by_hand: Generated<boolean>;
}

export interface TrustedTariffKeysTable {
  tenant_id: string;
  fingerprint: string;
  key_name: string;
  added_by: string;
  created_at: Generated<string>;
}

export interface UniverseComponentsTable {
  tenant_id: string;
  component_id: string;
  kind: Generated<string>;
  is_manual: boolean;
  universe_type_id: number | null;
  maximum_risk_indicator: number | null;
}

export interface UniverseItemsTable {
  tenant_id: string;
  component_id: string;
  fund_id: number;
  sort_order: Generated<number>;
}

export interface UniverseTypesTable {
  id: number;
  universe_type_name: string;
}

export interface UserNameBlocksTable {
  tenant_id: string;
  from_name: string;
  from_id: string;
  user_count: number;
}

export interface UserStatisticsTable {
  tenant_id: string;
  role_id: string;
  is_inactive: boolean;
  user_count: number;
}

export interface UsersTable {
  tenant_id: string;
  id: Generated<string>;
  user_name: string;
  full_name: string;
  company: Generated<string>;
  phone_number: string | null;
  phone_validated_at: string | null;
  role_id: string;
  customer_id: string | null;
  is_inactive: Generated<boolean>;
  is_demo: Generated<boolean>;
  password_hash: string | null;
  password_changed_at: string | null;
  must_change_password: Generated<boolean>;
  last_login: string | null;
  totp_secret_envelope: Json | null;
  totp_confirmed_at: string | null;
  totp_last_step: Generated<number>;
  is_second_factor_required: Generated<boolean>;
  settings: Generated<Json>;
  row_version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  totp_pending_envelope: Json | null;
  totp_pending_at: string | null;
  search_text: GeneratedAlways<string>;
  identity_link_allowed_until: string | null;
  sort_name: GeneratedAlways<string>;
  terms_version: string | null;
  terms_accepted_at: string | null;
  registered_at: string | null;
  analysis_consent_version: string | null;
  analysis_consented_at: string | null;
}

export interface ViewingsTable {
  tenant_id: string;
  id: Generated<string>;
  session_id: string;
  user_id: string;
  viewed_user_id: string;
  started_at: string;
  ends_at: string;
  ended_at: string | null;
}

export interface WebhookDeliveriesTable {
  tenant_id: string;
  id: GeneratedAlways<number>;
  webhook_id: string;
  delivery_key: Generated<string>;
  event: string;
  occurred_at: string;
  object_type: string | null;
  object_id: string | null;
  state: Generated<'queued' | 'sending' | 'sent' | 'failed'>;
  attempts: Generated<number>;
  locked_until: string | null;
  status_code: number | null;
  last_error: string | null;
  created_at: Generated<string>;
  sent_at: string | null;
}

export interface WebhooksTable {
  tenant_id: string;
  id: Generated<string>;
  webhook_name: string;
  url: string;
  events: string[];
  secret_envelope: Json;
  is_inactive: Generated<boolean>;
  row_version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  failures: Generated<number>;
  paused_until: string | null;
}

export interface WhiteLabelConfigsTable {
  tenant_id: string;
  id: Generated<string>;
  application_title: string;
  favicon: string | null;
  shortcut_icons: Generated<Json>;
  logo: string | null;
  logo_dark: string | null;
  primary_colour: string;
  accent_colour: string;
  font_family: string | null;
  registration_mode: Generated<number>;
  languages: Generated<string[]>;
  support_phone: string | null;
  support_mail: string | null;
  imprint_url: string | null;
  privacy_url: string | null;
  terms_url: string | null;
  accessibility_statement_url: string | null;
  login_hint: string | null;
  oidc_providers: Generated<Json>;
  features: Generated<Json>;
  allowed_frame_ancestors: Generated<string[]>;
  is_default: Generated<boolean>;
  row_version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
}

export interface WhiteLabelHostsTable {
  tenant_id: string;
  host: string;
  white_label_id: string;
}

export interface WorkbenchChangesTable {
  tenant_id: string;
  id: GeneratedAlways<number>;
  subject_id: string | null;
}

export interface WorkbenchSettingsTable {
  tenant_id: string;
  hint_severity: Generated<number>;
  risk_open_points: Generated<number>;
  profile_open_days: Generated<number>;
  profile_close_days: Generated<number>;
  consultation_days: Generated<number>;
  row_version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  loss_percent: Generated<number>;
}

export interface WorkbenchTasksTable {
  tenant_id: string;
  id: Generated<string>;
  task_type: string;
  severity: number;
  customer_id: string | null;
  contract_id: string | null;
  group_id: string | null;
  due_date: string | null;
  assigned_user_id: string | null;
  status: Generated<'open' | 'snoozed' | 'done'>;
  snoozed_until: string | null;
  details: Generated<Json>;
  row_version: Generated<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  cause_key: string;
  cause_bits: Generated<number>;
  user_id: string | null;
  is_house: Generated<boolean>;
  not_for: Generated<string[]>;
  done_at: string | null;
  done_by: string | null;
  ended_at: string | null;
  audience_id: GeneratedAlways<string>;
}

export interface YearEndRowsTable {
  tenant_id: string;
  job_id: string;
  contract_id: string;
  position: number;
  result: 'created' | 'skipped';
  message: string | null;
  document_id: string | null;
  byte_size: Generated<number>;
  created_by: string;
  created_at: Generated<string>;
}

export interface Schema {
  activation_tokens: ActivationTokensTable;
  advice_changes: AdviceChangesTable;
  allocation_components: AllocationComponentsTable;
  allocation_items: AllocationItemsTable;
  allocation_peergroups: AllocationPeergroupsTable;
  allocation_relationships: AllocationRelationshipsTable;
  allocation_types: AllocationTypesTable;
  api_tokens: ApiTokensTable;
  audit_chain_heads: AuditChainHeadsTable;
  audit_entries: AuditEntriesTable;
  audit_proofs: AuditProofsTable;
  backups: BackupsTable;
  book_import_contracts: BookImportContractsTable;
  book_import_customers: BookImportCustomersTable;
  book_import_files: BookImportFilesTable;
  book_import_rows: BookImportRowsTable;
  book_imports: BookImportsTable;
  book_mappings: BookMappingsTable;
  component_editors: ComponentEditorsTable;
  components: ComponentsTable;
  consultation_contracts: ConsultationContractsTable;
  consultations: ConsultationsTable;
  continuous_plans: ContinuousPlansTable;
  contract_approval_rows: ContractApprovalRowsTable;
  contract_change_rows: ContractChangeRowsTable;
  contract_check_rows: ContractCheckRowsTable;
  contract_counts: ContractCountsTable;
  contract_counts_recount: ContractCountsRecountTable;
  contract_handover_rows: ContractHandoverRowsTable;
  contract_hints: ContractHintsTable;
  contract_holders: ContractHoldersTable;
  contract_notes: ContractNotesTable;
  contract_payments: ContractPaymentsTable;
  contract_pending_changes: ContractPendingChangesTable;
  contract_plan_rows: ContractPlanRowsTable;
  contract_release_rows: ContractReleaseRowsTable;
  contract_statistics: ContractStatisticsTable;
  contract_statistics_recount: ContractStatisticsRecountTable;
  contract_tags: ContractTagsTable;
  contracts: ContractsTable;
  contribution_sums: ContributionSumsTable;
  cost_models: CostModelsTable;
  customer_change_rows: CustomerChangeRowsTable;
  customer_consents: CustomerConsentsTable;
  customer_distinctions: CustomerDistinctionsTable;
  customer_erasures: CustomerErasuresTable;
  customer_legal_holds: CustomerLegalHoldsTable;
  customer_merges: CustomerMergesTable;
  customer_statistics: CustomerStatisticsTable;
  customer_statistics_recount: CustomerStatisticsRecountTable;
  customer_tags: CustomerTagsTable;
  customers: CustomersTable;
  dashboard_configs: DashboardConfigsTable;
  depot_analyses: DepotAnalysesTable;
  depot_analysis_bank_links: DepotAnalysisBankLinksTable;
  depot_analysis_bank_sign_ins: DepotAnalysisBankSignInsTable;
  depot_openings: DepotOpeningsTable;
  devices: DevicesTable;
  document_receipts: DocumentReceiptsTable;
  document_signatures: DocumentSignaturesTable;
  document_signers: DocumentSignersTable;
  documents: DocumentsTable;
  drafts: DraftsTable;
  element_submissions: ElementSubmissionsTable;
  fund_categories: FundCategoriesTable;
  fund_distributions: FundDistributionsTable;
  fund_figure_runs: FundFigureRunsTable;
  fund_holdings: FundHoldingsTable;
  fund_key_figures: FundKeyFiguresTable;
  fund_matrices: FundMatricesTable;
  fund_matrix_classes: FundMatrixClassesTable;
  fund_matrix_items: FundMatrixItemsTable;
  fund_movements: FundMovementsTable;
  fund_prices: FundPricesTable;
  fund_ranks: FundRanksTable;
  fund_series_findings: FundSeriesFindingsTable;
  funds: FundsTable;
  group_permissions: GroupPermissionsTable;
  group_places: GroupPlacesTable;
  group_user_statistics: GroupUserStatisticsTable;
  group_users: GroupUsersTable;
  groups: GroupsTable;
  guarantee_types: GuaranteeTypesTable;
  idempotency_keys: IdempotencyKeysTable;
  identity_links: IdentityLinksTable;
  identity_providers: IdentityProvidersTable;
  import_rows: ImportRowsTable;
  imports: ImportsTable;
  installation_settings: InstallationSettingsTable;
  insurers: InsurersTable;
  issuers: IssuersTable;
  job_chunks: JobChunksTable;
  job_lanes: JobLanesTable;
  job_problems: JobProblemsTable;
  jobs: JobsTable;
  kept_deletions: KeptDeletionsTable;
  key_information_handovers: KeyInformationHandoversTable;
  login_throttles: LoginThrottlesTable;
  mail_outbox: MailOutboxTable;
  mail_settings: MailSettingsTable;
  messages: MessagesTable;
  night_sums: NightSumsTable;
  note_mentions: NoteMentionsTable;
  notes: NotesTable;
  notification_events: NotificationEventsTable;
  notification_settings: NotificationSettingsTable;
  notifications: NotificationsTable;
  optimization_hint_answers: OptimizationHintAnswersTable;
  optimization_hints: OptimizationHintsTable;
  order_rules: OrderRulesTable;
  own_answers: OwnAnswersTable;
  own_shortcuts: OwnShortcutsTable;
  passkeys: PasskeysTable;
  peergroup_covariances: PeergroupCovariancesTable;
  peergroup_risks: PeergroupRisksTable;
  peergroups: PeergroupsTable;
  permissions: PermissionsTable;
  plan_approvals: PlanApprovalsTable;
  planned_optimizations: PlannedOptimizationsTable;
  planned_transactions: PlannedTransactionsTable;
  plausibility_rules: PlausibilityRulesTable;
  portfolio_entries: PortfolioEntriesTable;
  portfolios: PortfoliosTable;
  preregistrations: PreregistrationsTable;
  public_reports: PublicReportsTable;
  questionnaire_answers: QuestionnaireAnswersTable;
  questionnaires: QuestionnairesTable;
  ranking_types: RankingTypesTable;
  rating_types: RatingTypesTable;
  recovery_codes: RecoveryCodesTable;
  registrations: RegistrationsTable;
  report_urls: ReportUrlsTable;
  reports: ReportsTable;
  risk_assessments: RiskAssessmentsTable;
  risk_components: RiskComponentsTable;
  risk_items: RiskItemsTable;
  risk_types: RiskTypesTable;
  role_permissions: RolePermissionsTable;
  roles: RolesTable;
  saved_view_defaults: SavedViewDefaultsTable;
  saved_views: SavedViewsTable;
  savings_plan_entries: SavingsPlanEntriesTable;
  savings_plans: SavingsPlansTable;
  second_factor_challenges: SecondFactorChallengesTable;
  selected_funds: SelectedFundsTable;
  selection_components: SelectionComponentsTable;
  sessions: SessionsTable;
  setup_skips: SetupSkipsTable;
  signature_requests: SignatureRequestsTable;
  sms_codes: SmsCodesTable;
  sms_outbox: SmsOutboxTable;
  sms_settings: SmsSettingsTable;
  stored_contents: StoredContentsTable;
  tags: TagsTable;
  tariff_hint_answers: TariffHintAnswersTable;
  tariff_impact_parts: TariffImpactPartsTable;
  tariff_impacts: TariffImpactsTable;
  tariff_performance_parts: TariffPerformancePartsTable;
  tariff_performances: TariffPerformancesTable;
  tariff_types: TariffTypesTable;
  tariff_versions: TariffVersionsTable;
  tariffs: TariffsTable;
  task_counts: TaskCountsTable;
  task_counts_recount: TaskCountsRecountTable;
  tenants: TenantsTable;
  terms_agreements: TermsAgreementsTable;
  terms_versions: TermsVersionsTable;
  token_providers: TokenProvidersTable;
  trader_credentials: TraderCredentialsTable;
  trader_depot_readers: TraderDepotReadersTable;
  trader_depots: TraderDepotsTable;
  trader_orders: TraderOrdersTable;
  trusted_tariff_keys: TrustedTariffKeysTable;
  universe_components: UniverseComponentsTable;
  universe_items: UniverseItemsTable;
  universe_types: UniverseTypesTable;
  user_name_blocks: UserNameBlocksTable;
  user_statistics: UserStatisticsTable;
  users: UsersTable;
  viewings: ViewingsTable;
  webhook_deliveries: WebhookDeliveriesTable;
  webhooks: WebhooksTable;
  white_label_configs: WhiteLabelConfigsTable;
  white_label_hosts: WhiteLabelHostsTable;
  workbench_changes: WorkbenchChangesTable;
  workbench_settings: WorkbenchSettingsTable;
  workbench_tasks: WorkbenchTasksTable;
  year_end_rows: YearEndRowsTable;
}
