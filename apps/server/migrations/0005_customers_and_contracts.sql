-- Customers, contracts and what a contract consists of.
--
-- `contracts` is the hot table. It repeats what its list shows, filters and sorts (customer names,
-- group, values of the current portfolio, hints), so that a page of the list is one index range
-- and a few key look-ups. Triggers keep the copies; nothing else writes them.

create table customers (
  tenant_id uuid not null references tenants,
  id uuid not null default gen_random_uuid(),
  group_id uuid,
  external_key text check (external_key ~ '^[A-Za-z0-9_.-]{1,50}$'),
  salutation text not null default '' check (length(salutation) <= 20),
  title text not null default '' check (length(title) <= 50),
  first_name text not null default '' check (length(first_name) <= 200),
  last_name text not null check (is_not_blank(last_name) and length(last_name) <= 200),
  company_name text not null default '' check (length(company_name) <= 200),
  date_of_birth date check (date_of_birth >= '1900-01-01'),
  email text check (length(email) <= 200 and position('@' in email) > 1),
  phone_number text check (length(phone_number) <= 50),
  street text not null default '' check (length(street) <= 200),
  postal_code text not null default '' check (length(postal_code) <= 20),
  city text not null default '' check (length(city) <= 200),
  country text not null default 'DE' check (country ~ '^[A-Z]{2}$'),
  iban text check (is_valid_iban(iban)),
  bic text check (bic ~ '^[A-Z0-9]{8}([A-Z0-9]{3})?$'),
  knowledge jsonb not null default '[]' check (jsonb_typeof(knowledge) = 'array'),
  finances jsonb not null default '{}' check (jsonb_typeof(finances) = 'object'),
  aims jsonb not null default '{}' check (jsonb_typeof(aims) = 'object'),
  sustainability jsonb not null default '{"kind": "none"}' check (jsonb_typeof(sustainability) = 'object'),
  profile_valid_until date,
  is_blocked boolean not null default false,
  blocked_reason text check (length(blocked_reason) <= 2000),
  deleted_at timestamptz,
  retention_until date,
  -- kept by count_contracts(): contracts that are not deleted
  contract_count integer not null default 0 check (contract_count >= 0),
  total_value numeric(15,2) not null default 0,
  sort_name text generated always as (fold_text(last_name || ' ' || first_name) collate "C") stored,
  search_text text generated always as ((' ' || fold_text(
    last_name || ' ' || first_name || ' ' || company_name || ' ' || coalesce(external_key, '') || ' '
    || coalesce(email, ''))) collate "C") stored,
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, group_id) references groups (tenant_id, id)
);
create unique index customers_external_key on customers (tenant_id, external_key) where external_key is not null;
create index customers_sort_name on customers (tenant_id, sort_name, id) where deleted_at is null;
create index customers_group on customers (tenant_id, group_id, sort_name, id) where deleted_at is null;
create index customers_date_of_birth on customers (tenant_id, date_of_birth, id) where deleted_at is null;
create index customers_contract_count on customers (tenant_id, contract_count desc, id desc) where deleted_at is null;
create index customers_total_value on customers (tenant_id, total_value desc, id desc) where deleted_at is null;
create index customers_profile on customers (tenant_id, profile_valid_until, id) where deleted_at is null;
create index customers_retention on customers (tenant_id, retention_until) where deleted_at is not null;
create index customers_search on customers using gin (search_text gin_trgm_ops) with (fastupdate = off) where deleted_at is null;
alter table users add foreign key (tenant_id, customer_id) references customers (tenant_id, id);

create table contracts (
  tenant_id uuid not null references tenants,
  id uuid not null default gen_random_uuid(),
  customer_id uuid not null,
  group_id uuid,
  tariff_id uuid not null,
  tariff_version_id uuid,
  insurer_id integer,
  issuer_id integer not null,
  cost_model_id integer,
  external_key text not null check (is_not_blank(external_key) and length(external_key) <= 50),
  external_consumer_key text check (length(external_consumer_key) <= 50),
  start_date date not null,
  end_date date,
  use_etf boolean not null default false,
  is_linked boolean not null default false,
  beneficiary text not null default '' check (length(beneficiary) <= 200),
  guaranteed_level numeric(7,6) check (guaranteed_level between 0 and 1),
  -- score (engine, section 11)
  contract_score smallint check (contract_score between 0 and 100),
  score_risk smallint check (score_risk between 0 and 100),
  score_allocation smallint check (score_allocation between 0 and 100),
  score_quality smallint check (score_quality between 0 and 100),
  score_costs smallint check (score_costs between 0 and 100),
  score_savings_plan smallint check (score_savings_plan between 0 and 100),
  score_calculated_at timestamptz,
  -- risk: fractions in the measure of the tariff (volatility or equity quota)
  risk_class_id smallint check (risk_class_id between 1 and 7),
  risk_value numeric(8,6) check (risk_value >= 0),
  risk_target numeric(7,6) check (risk_target between 0 and 1),
  risk_band_low numeric(7,6) check (risk_band_low between 0 and 1),
  risk_band_high numeric(8,6) check (risk_band_high >= risk_band_low),
  risk_band_status text not null default 'unknown' check (risk_band_status in ('below', 'in', 'above', 'unknown')),
  risk_distance numeric(8,6) not null default 0 check (risk_distance >= 0),
  -- hints: kept by summarise_hints(); bit n-1 of the mask is hint n
  hint_count smallint not null default 0 check (hint_count >= 0),
  highest_hint_severity smallint check (highest_hint_severity between 0 and 2),
  hint_mask integer not null default 0,
  has_pending_changes boolean not null default false,
  last_check timestamptz,
  last_checked_by uuid,
  last_checked_by_name text check (length(last_checked_by_name) <= 200),
  last_consultation date,
  -- from the current portfolio: kept by copy_current_portfolio()
  valuation_date date,
  cash_value numeric(15,2) not null default 0,
  non_funds_value numeric(15,2) not null default 0,
  contributions_value numeric(15,2) not null default 0,
  reserve_value numeric(15,2) not null default 0,
  guarantee_fund_quantity numeric(15,6) not null default 0 check (guarantee_fund_quantity >= 0),
  total_value numeric(15,2) not null default 0,
  -- from the current savings plan: kept by copy_current_savings_plan()
  contribution numeric(15,2) check (contribution >= 0),
  contribution_interval smallint check (contribution_interval in (1, 4, 6, 12)),
  -- from the customer: kept by fill_contract_copies() and spread_customer_copies()
  customer_sort_name text collate "C" not null default '',
  search_text text collate "C" not null default '',
  deleted_at timestamptz,
  deletion_reason text check (length(deletion_reason) <= 2000),
  deleted_by uuid,
  retention_until date,
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, customer_id) references customers (tenant_id, id),
  foreign key (tenant_id, group_id) references groups (tenant_id, id),
  foreign key (tenant_id, tariff_id) references tariffs (tenant_id, id),
  foreign key (tenant_id, tariff_version_id) references tariff_versions (tenant_id, id),
  foreign key (tenant_id, insurer_id) references insurers (tenant_id, id),
  foreign key (tenant_id, issuer_id) references issuers (tenant_id, id),
  foreign key (tenant_id, cost_model_id) references cost_models (tenant_id, id),
  foreign key (tenant_id, last_checked_by) references users (tenant_id, id),
  foreign key (tenant_id, deleted_by) references users (tenant_id, id),
  check (end_date is null or end_date > start_date),
  check ((deleted_at is null) = (deletion_reason is null)),
  check ((contribution is null) = (contribution_interval is null))
) with (fillfactor = 90);
create unique index contracts_external_key on contracts (tenant_id, issuer_id, external_key) where deleted_at is null;
-- One index for each sort of the list; "empty" counts as lowest in both directions.
create index contracts_by_score on contracts (tenant_id, contract_score desc nulls last, id desc) where deleted_at is null;
create index contracts_by_value on contracts (tenant_id, total_value desc, id desc) where deleted_at is null;
create index contracts_by_cash_value on contracts (tenant_id, cash_value desc, id desc) where deleted_at is null;
create index contracts_by_customer_name on contracts (tenant_id, customer_sort_name, id) where deleted_at is null;
create index contracts_by_last_check on contracts (tenant_id, last_check desc nulls last, id desc) where deleted_at is null;
create index contracts_by_last_consultation on contracts (tenant_id, last_consultation desc nulls last, id desc) where deleted_at is null;
create index contracts_by_external_key on contracts (tenant_id, external_key collate "C", id) where deleted_at is null;
create index contracts_by_start_date on contracts (tenant_id, start_date desc, id desc) where deleted_at is null;
create index contracts_by_risk_distance on contracts (tenant_id, risk_distance desc, id desc) where deleted_at is null;
create index contracts_by_hint_count on contracts (tenant_id, hint_count desc, id desc) where deleted_at is null;
-- Advisers see few groups: the same for the two usual sorts within one group.
create index contracts_group_by_name on contracts (tenant_id, group_id, customer_sort_name, id) where deleted_at is null;
create index contracts_group_by_score on contracts (tenant_id, group_id, contract_score desc nulls last, id desc) where deleted_at is null;
-- Filters that leave little of a large stock, sorted by score.
create index contracts_tariff_by_score on contracts (tenant_id, tariff_id, contract_score desc nulls last, id desc) where deleted_at is null;
create index contracts_insurer_by_score on contracts (tenant_id, insurer_id, contract_score desc nulls last, id desc) where deleted_at is null;
create index contracts_pending_changes on contracts (tenant_id, contract_score desc nulls last, id desc) where has_pending_changes and deleted_at is null;
create index contracts_unlinked on contracts (tenant_id, issuer_id, id) where not is_linked and deleted_at is null;
create index contracts_customer on contracts (tenant_id, customer_id);
create index contracts_tariff_version on contracts (tenant_id, tariff_version_id) where tariff_version_id is not null;
create index contracts_cost_model on contracts (tenant_id, cost_model_id) where cost_model_id is not null;
create index contracts_last_checked_by on contracts (tenant_id, last_checked_by) where last_checked_by is not null;
create index contracts_retention on contracts (tenant_id, retention_until) where deleted_at is not null;
create index contracts_search on contracts using gin (search_text gin_trgm_ops) with (fastupdate = off) where deleted_at is null;

-- What a contract's search finds: the customer's names and both numbers.
create function contract_search_text(last_name text, first_name text, company_name text, external_key text, external_consumer_key text)
  returns text
  language sql immutable parallel safe
  as $$ select (' ' || fold_text(last_name || ' ' || first_name || ' ' || company_name || ' ' || external_key || ' '
    || coalesce(external_consumer_key, ''))) collate "C" $$;

create function fill_contract_copies() returns trigger
  language plpgsql
  as $$
begin
  -- the lock keeps a rename that runs at the same time from missing this contract
  select c.group_id, c.sort_name,
         contract_search_text(c.last_name, c.first_name, c.company_name, new.external_key, new.external_consumer_key)
    into new.group_id, new.customer_sort_name, new.search_text
    from customers c where c.tenant_id = new.tenant_id and c.id = new.customer_id
     for no key update;
  return new;
end
$$;
create trigger fill_contract_copies before insert or update of customer_id, external_key, external_consumer_key on contracts
  for each row execute function fill_contract_copies();

create function spread_customer_copies() returns trigger
  language plpgsql
  as $$
begin
  update contracts k
     set group_id = new.group_id,
         customer_sort_name = new.sort_name,
         search_text = contract_search_text(new.last_name, new.first_name, new.company_name, k.external_key, k.external_consumer_key)
   where k.tenant_id = new.tenant_id and k.customer_id = new.id;
  return null;
end
$$;
create trigger spread_customer_copies after update of group_id, last_name, first_name, company_name on customers
  for each row
  when ((old.group_id, old.last_name, old.first_name, old.company_name)
        is distinct from (new.group_id, new.last_name, new.first_name, new.company_name))
  execute function spread_customer_copies();

-- Copies are not edits: the version moves only when a person's or bank's entry changes.
create trigger bump_row_version before update on contracts for each row
  when ((old.customer_id, old.tariff_id, old.tariff_version_id, old.insurer_id, old.issuer_id, old.cost_model_id,
         old.external_key, old.external_consumer_key, old.start_date, old.end_date, old.use_etf, old.is_linked,
         old.beneficiary, old.guaranteed_level, old.risk_class_id, old.last_check, old.last_checked_by,
         old.last_consultation, old.deleted_at)
        is distinct from
        (new.customer_id, new.tariff_id, new.tariff_version_id, new.insurer_id, new.issuer_id, new.cost_model_id,
         new.external_key, new.external_consumer_key, new.start_date, new.end_date, new.use_etf, new.is_linked,
         new.beneficiary, new.guaranteed_level, new.risk_class_id, new.last_check, new.last_checked_by,
         new.last_consultation, new.deleted_at))
  execute function bump_row_version();
create trigger bump_row_version before update on customers for each row
  when ((old.contract_count, old.total_value) is not distinct from (new.contract_count, new.total_value))
  execute function bump_row_version();

create table portfolios (
  tenant_id uuid not null,
  id uuid not null default gen_random_uuid(),
  contract_id uuid not null,
  valuation_date date not null,
  is_current boolean not null default false,
  total_value numeric(15,2) not null,
  cash_value numeric(15,2) not null default 0,
  non_funds_value numeric(15,2) not null default 0,
  contributions_value numeric(15,2) not null default 0,
  reserve_value numeric(15,2) not null default 0,
  guarantee_fund_quantity numeric(15,6) not null default 0 check (guarantee_fund_quantity >= 0),
  risk_value numeric(8,6) check (risk_value >= 0),
  share_quota numeric(7,6) check (share_quota between 0 and 1),
  primary key (tenant_id, id),
  foreign key (tenant_id, contract_id) references contracts (tenant_id, id) on delete cascade,
  -- cash value is the fund value of the contract (glossary: Fondsguthaben)
  check (total_value = cash_value + non_funds_value + reserve_value)
);
create index portfolios_contract on portfolios (tenant_id, contract_id, valuation_date);
create unique index portfolios_current on portfolios (tenant_id, contract_id) where is_current;

create table portfolio_entries (
  tenant_id uuid not null,
  portfolio_id uuid not null,
  id uuid not null default gen_random_uuid(),
  fund_id integer not null,
  quantity numeric(15,6) not null check (quantity >= 0),
  price numeric(15,6) not null check (price > 0),
  price_date date not null,
  value numeric(15,2) not null check (value = round(quantity * price, 2)),
  fraction numeric(7,6) not null check (fraction between 0 and 1),
  cost_value numeric(15,2) not null default 0,
  is_locked boolean not null default false,
  sort_order smallint not null default 0,
  primary key (tenant_id, portfolio_id, id),
  foreign key (tenant_id, portfolio_id) references portfolios (tenant_id, id) on delete cascade,
  foreign key (tenant_id, fund_id) references funds (tenant_id, id)
);
create index portfolio_entries_fund on portfolio_entries (tenant_id, fund_id, portfolio_id);

create table savings_plans (
  tenant_id uuid not null,
  id uuid not null default gen_random_uuid(),
  contract_id uuid not null,
  valid_from date not null,
  valid_to date,
  contribution numeric(15,2) not null check (contribution >= 0),
  contribution_interval smallint not null check (contribution_interval in (1, 4, 6, 12)),
  dynamic_percent numeric(7,6) not null default 0 check (dynamic_percent between 0 and 1),
  primary key (tenant_id, id),
  foreign key (tenant_id, contract_id) references contracts (tenant_id, id) on delete cascade,
  check (valid_to is null or valid_to >= valid_from)
);
create unique index savings_plans_contract on savings_plans (tenant_id, contract_id, valid_from);
create unique index savings_plans_current on savings_plans (tenant_id, contract_id) where valid_to is null;

-- No sum rule here: a bank may deliver a plan that does not sum to 100 %, which hint H16 reports.
create table savings_plan_entries (
  tenant_id uuid not null,
  savings_plan_id uuid not null,
  id uuid not null default gen_random_uuid(),
  fund_id integer not null,
  fraction numeric(7,6) not null check (fraction between 0 and 1),
  amount numeric(15,2) not null check (amount >= 0),
  sort_order smallint not null default 0,
  primary key (tenant_id, savings_plan_id, id),
  foreign key (tenant_id, savings_plan_id) references savings_plans (tenant_id, id) on delete cascade,
  foreign key (tenant_id, fund_id) references funds (tenant_id, id)
);
create unique index savings_plan_entries_once on savings_plan_entries (tenant_id, savings_plan_id, fund_id);
create index savings_plan_entries_fund on savings_plan_entries (tenant_id, fund_id, savings_plan_id);

create table risk_assessments (
  tenant_id uuid not null,
  id uuid not null default gen_random_uuid(),
  contract_id uuid not null,
  assessment_date date not null,
  valid_until date not null,
  risk_class_id smallint check (risk_class_id between 1 and 7),
  suggested_risk_class_id smallint check (suggested_risk_class_id between 1 and 7),
  risk_value numeric(8,6) check (risk_value >= 0),
  risk_type_id smallint not null references risk_types,
  questionnaire_version integer not null default 1 check (questionnaire_version >= 1),
  horizon_years smallint check (horizon_years between 0 and 100),
  loss_capacity text check (loss_capacity in ('none', 'limited', 'full')),
  knowledge jsonb not null default '[]' check (jsonb_typeof(knowledge) = 'array'),
  sustainability_kind text not null default 'none' check (sustainability_kind in ('none', 'minimumShare', 'pai')),
  minimum_share_taxonomy numeric(7,6) check (minimum_share_taxonomy between 0 and 1),
  minimum_share_sustainable numeric(7,6) check (minimum_share_sustainable between 0 and 1),
  pai_topics text[] not null default '{}',
  status text not null check (status in ('valid', 'suggested', 'superseded', 'rejected')),
  decided_by uuid,
  decided_at timestamptz,
  decision_comment text check (length(decision_comment) <= 2000),
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, contract_id) references contracts (tenant_id, id) on delete cascade,
  foreign key (tenant_id, decided_by) references users (tenant_id, id),
  check (valid_until >= assessment_date),
  check (status <> 'suggested' or suggested_risk_class_id is not null),
  check (status <> 'valid' or risk_class_id is not null)
);
comment on column risk_assessments.status is 'stored decision; "expired" is valid with valid_until in the past, computed on reading';
create index risk_assessments_contract on risk_assessments (tenant_id, contract_id, assessment_date desc, id);
create unique index risk_assessments_valid on risk_assessments (tenant_id, contract_id) where status = 'valid';
create unique index risk_assessments_suggested on risk_assessments (tenant_id, contract_id) where status = 'suggested';
create index risk_assessments_expiry on risk_assessments (tenant_id, valid_until) where status = 'valid';

create table contract_hints (
  tenant_id uuid not null,
  id uuid not null default gen_random_uuid(),
  contract_id uuid not null,
  optimization_hint_id smallint not null references optimization_hints,
  title text not null check (is_not_blank(title) and length(title) <= 200),
  text text not null check (length(text) <= 5000),
  severity smallint not null check (severity between 0 and 2),
  scope text not null check (scope in ('portfolio', 'savingsPlan', 'contract')),
  fund_ids integer[] not null default '{}',
  peergroup_id integer,
  actual numeric(14,6),
  target numeric(14,6),
  range numeric(14,6),
  suggested_fund_ids integer[] not null default '{}',
  created_at timestamptz not null default now(),
  state text not null default 'open' check (state in ('open', 'dismissed', 'accepted', 'done')),
  dismissed_reason text check (length(dismissed_reason) <= 2000),
  state_changed_by uuid,
  state_changed_at timestamptz,
  row_version integer not null default 1,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, contract_id) references contracts (tenant_id, id) on delete cascade,
  foreign key (tenant_id, peergroup_id) references peergroups (tenant_id, id),
  foreign key (tenant_id, state_changed_by) references users (tenant_id, id),
  check ((state = 'dismissed') = (dismissed_reason is not null))
);
create index contract_hints_contract on contract_hints (tenant_id, contract_id, severity desc, optimization_hint_id);
create index contract_hints_open on contract_hints (tenant_id, optimization_hint_id, contract_id) where state = 'open';

create table contract_pending_changes (
  tenant_id uuid not null,
  id uuid not null default gen_random_uuid(),
  contract_id uuid not null,
  field_name text not null check (length(field_name) between 1 and 100),
  description text not null check (length(description) <= 2000),
  our_value jsonb,
  bank_value jsonb,
  created_at timestamptz not null default now(),
  processed_at timestamptz,
  processed_by uuid,
  was_kept boolean,
  primary key (tenant_id, id),
  foreign key (tenant_id, contract_id) references contracts (tenant_id, id) on delete cascade,
  foreign key (tenant_id, processed_by) references users (tenant_id, id),
  check ((processed_at is null) = (was_kept is null))
);
create index contract_pending_changes_contract on contract_pending_changes (tenant_id, contract_id);

create table contract_notes (
  tenant_id uuid not null,
  id uuid not null default gen_random_uuid(),
  contract_id uuid not null,
  note_text text not null check (is_not_blank(note_text) and length(note_text) <= 5000),
  visibility text not null check (visibility in ('own', 'group')),
  created_by uuid not null,
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, contract_id) references contracts (tenant_id, id) on delete cascade,
  foreign key (tenant_id, created_by) references users (tenant_id, id)
);
create index contract_notes_contract on contract_notes (tenant_id, contract_id, created_at desc);
create index contract_notes_created_by on contract_notes (tenant_id, created_by);

-- A depot as the bank reports it; without contract it is "new".
create table trader_depots (
  tenant_id uuid not null,
  id uuid not null default gen_random_uuid(),
  issuer_id integer not null,
  external_key text not null check (is_not_blank(external_key) and length(external_key) <= 50),
  external_consumer_key text check (length(external_consumer_key) <= 50),
  contract_id uuid,
  customer_id uuid,
  tariff_id uuid,
  holder_name text not null default '' check (length(holder_name) <= 200),
  iban text check (is_valid_iban(iban)),
  bic text check (bic ~ '^[A-Z0-9]{8}([A-Z0-9]{3})?$'),
  product_key text check (length(product_key) <= 50),
  state text not null default 'new' check (state in ('new', 'linked', 'rejected', 'ignored')),
  total_value numeric(15,2),
  last_refresh_at timestamptz,
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, issuer_id) references issuers (tenant_id, id),
  foreign key (tenant_id, contract_id) references contracts (tenant_id, id),
  foreign key (tenant_id, customer_id) references customers (tenant_id, id),
  foreign key (tenant_id, tariff_id) references tariffs (tenant_id, id),
  check ((state = 'linked') = (contract_id is not null))
);
create unique index trader_depots_external_key on trader_depots (tenant_id, issuer_id, external_key);
create unique index trader_depots_contract on trader_depots (tenant_id, contract_id) where contract_id is not null;
create index trader_depots_new on trader_depots (tenant_id, issuer_id, id) where state <> 'linked';
create index trader_depots_customer on trader_depots (tenant_id, customer_id) where customer_id is not null;

select track_row_version(name) from unnest(array['risk_assessments', 'contract_hints', 'contract_notes',
  'trader_depots']::regclass[]) as name;
select protect_tenant_table(name) from unnest(array['customers', 'contracts', 'portfolios', 'portfolio_entries',
  'savings_plans', 'savings_plan_entries', 'risk_assessments', 'contract_hints', 'contract_pending_changes',
  'contract_notes', 'trader_depots']::regclass[]) as name;
