-- Consultations, documents, reports, planned optimisations, orders, questionnaires, drafts, saved
-- views, notifications, tasks and bank credentials.

create table consultations (
  tenant_id uuid not null references tenants,
  id uuid not null default gen_random_uuid(),
  customer_id uuid not null,
  consultation_kind text not null check (consultation_kind in ('initial', 'periodicReview', 'event', 'other')),
  place text not null default '' check (length(place) <= 200),
  initiative text not null check (initiative in ('customer', 'adviser')),
  participants text[] not null default '{}',
  started_at timestamptz not null,
  completed_at timestamptz,
  profile_snapshot jsonb not null default '{}',
  recommendations jsonb not null default '[]',
  reason_text text not null default '' check (length(reason_text) <= 5000),
  is_periodic_review_agreed boolean not null default false,
  addendum_to_id uuid,
  state text not null default 'draft' check (state in ('draft', 'completed', 'notPursued')),
  created_by uuid not null,
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, customer_id) references customers (tenant_id, id),
  foreign key (tenant_id, created_by) references users (tenant_id, id),
  foreign key (tenant_id, addendum_to_id) references consultations (tenant_id, id),
  check ((state = 'completed') = (completed_at is not null)),
  check (completed_at is null or completed_at >= started_at)
);
create index consultations_customer on consultations (tenant_id, customer_id, started_at desc, id);
create index consultations_created_by on consultations (tenant_id, created_by, started_at desc);
create index consultations_addendum on consultations (tenant_id, addendum_to_id) where addendum_to_id is not null;

create table consultation_contracts (
  tenant_id uuid not null,
  consultation_id uuid not null,
  contract_id uuid not null,
  primary key (tenant_id, consultation_id, contract_id),
  foreign key (tenant_id, consultation_id) references consultations (tenant_id, id) on delete cascade,
  foreign key (tenant_id, contract_id) references contracts (tenant_id, id)
);
create index consultation_contracts_contract on consultation_contracts (tenant_id, contract_id);

-- Completed consultations are evidence: corrections are addenda.
create function refuse_completed_consultation_change() returns trigger
  language plpgsql
  as $$
begin
  raise exception 'a completed consultation cannot be changed' using errcode = 'check_violation', constraint = 'consultations_immutable';
end
$$;
create trigger refuse_completed_change before update or delete on consultations for each row
  when (old.state = 'completed') execute function refuse_completed_consultation_change();

create table documents (
  tenant_id uuid not null references tenants,
  id uuid not null default gen_random_uuid(),
  customer_id uuid,
  contract_id uuid,
  consultation_id uuid,
  document_type text not null check (length(document_type) between 1 and 50),
  title text not null check (is_not_blank(title) and length(title) <= 200),
  file_name text not null check (is_not_blank(file_name) and length(file_name) <= 255),
  media_type text not null check (length(media_type) <= 100),
  byte_size bigint not null check (byte_size between 0 and 10485760),
  content_hash bytea not null check (length(content_hash) = 32),
  content bytea,
  state text not null default 'draft' check (state in ('draft', 'released', 'signed', 'archived')),
  released_at timestamptz,
  released_by uuid,
  retention_until date,
  created_by uuid,
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, customer_id) references customers (tenant_id, id),
  foreign key (tenant_id, contract_id) references contracts (tenant_id, id),
  foreign key (tenant_id, consultation_id) references consultations (tenant_id, id),
  foreign key (tenant_id, created_by) references users (tenant_id, id),
  foreign key (tenant_id, released_by) references users (tenant_id, id),
  check (content is null or octet_length(content) = byte_size)
);
create index documents_contract on documents (tenant_id, contract_id, created_at desc, id) where contract_id is not null;
create index documents_customer on documents (tenant_id, customer_id, created_at desc, id) where customer_id is not null;
create index documents_consultation on documents (tenant_id, consultation_id) where consultation_id is not null;
create index documents_recent on documents (tenant_id, created_at desc, id);

create table reports (
  tenant_id uuid not null references tenants,
  id uuid not null default gen_random_uuid(),
  report_type text not null check (length(report_type) between 1 and 50),
  contract_id uuid,
  customer_id uuid,
  tariff_id uuid,
  document_id uuid,
  parameters jsonb not null default '{}',
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, contract_id) references contracts (tenant_id, id),
  foreign key (tenant_id, customer_id) references customers (tenant_id, id),
  foreign key (tenant_id, tariff_id) references tariffs (tenant_id, id),
  foreign key (tenant_id, document_id) references documents (tenant_id, id),
  foreign key (tenant_id, created_by) references users (tenant_id, id)
);
create index reports_contract on reports (tenant_id, contract_id, created_at desc) where contract_id is not null;
create index reports_customer on reports (tenant_id, customer_id, created_at desc) where customer_id is not null;
create index reports_recent on reports (tenant_id, created_at desc, id);

-- One-time addresses of reports: only the hash is stored.
create table report_urls (
  tenant_id uuid not null,
  id uuid not null default gen_random_uuid(),
  report_id uuid not null,
  token_hash bytea not null check (length(token_hash) = 32),
  created_for uuid,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, report_id) references reports (tenant_id, id) on delete cascade,
  foreign key (tenant_id, created_for) references users (tenant_id, id) on delete cascade
);
create unique index report_urls_hash on report_urls (token_hash);
create index report_urls_report on report_urls (tenant_id, report_id);

create table planned_optimizations (
  tenant_id uuid not null references tenants,
  id uuid not null default gen_random_uuid(),
  contract_id uuid not null,
  mode text not null check (mode in ('keepPortfolio', 'savingsPlanOnly', 'full')),
  state text not null default 'draft' check (state in ('draft', 'checked', 'waitingForClient', 'waitingForApproval',
    'waitingForSecondFactor', 'submitted', 'confirmed', 'partlyConfirmed', 'rejected', 'expired')),
  risk_class_id smallint check (risk_class_id between 1 and 7),
  parameters jsonb not null default '{}',
  before_figures jsonb not null default '{}',
  after_figures jsonb not null default '{}',
  savings_plan_changes jsonb not null default '[]',
  costs jsonb not null default '{}',
  checks jsonb not null default '[]',
  transaction_hash bytea check (length(transaction_hash) = 32),
  created_by uuid,
  expires_at timestamptz not null,
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, contract_id) references contracts (tenant_id, id) on delete cascade,
  foreign key (tenant_id, created_by) references users (tenant_id, id)
);
create unique index planned_optimizations_open on planned_optimizations (tenant_id, contract_id)
  where state in ('draft', 'checked', 'waitingForClient', 'waitingForApproval', 'waitingForSecondFactor', 'submitted');
create index planned_optimizations_contract on planned_optimizations (tenant_id, contract_id, created_at desc);

create table planned_transactions (
  tenant_id uuid not null,
  planned_optimization_id uuid not null,
  id uuid not null default gen_random_uuid(),
  action text not null check (action in ('buy', 'sell', 'switch')),
  fund_id integer not null,
  from_fund_id integer,
  quantity numeric(15,6) not null check (quantity >= 0),
  amount numeric(15,2) not null check (amount >= 0),
  fraction_before numeric(7,6) not null check (fraction_before between 0 and 1),
  fraction_after numeric(7,6) not null check (fraction_after between 0 and 1),
  reason text not null check (length(reason) <= 5000),
  hint_ids uuid[] not null default '{}',
  sort_order smallint not null default 0,
  primary key (tenant_id, planned_optimization_id, id),
  foreign key (tenant_id, planned_optimization_id) references planned_optimizations (tenant_id, id) on delete cascade,
  foreign key (tenant_id, fund_id) references funds (tenant_id, id),
  foreign key (tenant_id, from_fund_id) references funds (tenant_id, id),
  check ((action = 'switch') = (from_fund_id is not null))
);
create index planned_transactions_fund on planned_transactions (tenant_id, fund_id);

-- Orders at the bank. The client order id exists before anything is sent; one open execution per contract.
create table trader_orders (
  tenant_id uuid not null references tenants,
  id uuid not null default gen_random_uuid(),
  contract_id uuid not null,
  planned_optimization_id uuid not null,
  client_order_id uuid not null default gen_random_uuid(),
  state text not null default 'prepared' check (state in ('prepared', 'sent', 'unknown', 'confirmed', 'partlyConfirmed', 'refused')),
  request jsonb not null default '{}',
  answer jsonb,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  settled_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, contract_id) references contracts (tenant_id, id),
  foreign key (tenant_id, planned_optimization_id) references planned_optimizations (tenant_id, id)
);
create unique index trader_orders_client_order on trader_orders (client_order_id);
create unique index trader_orders_open on trader_orders (tenant_id, contract_id) where state in ('prepared', 'sent', 'unknown');
create index trader_orders_plan on trader_orders (tenant_id, planned_optimization_id);
create index trader_orders_contract on trader_orders (tenant_id, contract_id, created_at desc);

create table trader_credentials (
  tenant_id uuid not null references tenants,
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  issuer_id integer not null,
  credential_type_name text not null default 'Online-Banking' check (length(credential_type_name) <= 100),
  login_name text check (length(login_name) <= 100),
  password_envelope jsonb check (jsonb_typeof(password_envelope) = 'object'),
  status text not null default 'none' check (status in ('none', 'valid', 'mustUpdatePassword', 'locked')),
  logged_in_until timestamptz,
  expires_at timestamptz,
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade,
  foreign key (tenant_id, issuer_id) references issuers (tenant_id, id),
  check (status <> 'valid' or password_envelope is not null)
);
create unique index trader_credentials_issuer on trader_credentials (tenant_id, user_id, issuer_id);

create table questionnaires (
  tenant_id uuid not null references tenants,
  id uuid not null default gen_random_uuid(),
  questionnaire_key text not null check (questionnaire_key ~ '^[A-Za-z0-9_.-]{1,50}$'),
  version integer not null check (version >= 1),
  questions jsonb not null check (jsonb_typeof(questions) = 'array'),
  is_current boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, questionnaire_key, version)
);
create unique index questionnaires_current on questionnaires (tenant_id, questionnaire_key) where is_current;

create table questionnaire_answers (
  tenant_id uuid not null,
  id uuid not null default gen_random_uuid(),
  questionnaire_id uuid not null,
  contract_id uuid,
  customer_id uuid,
  answers jsonb not null check (jsonb_typeof(answers) = 'array'),
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, questionnaire_id) references questionnaires (tenant_id, id),
  foreign key (tenant_id, contract_id) references contracts (tenant_id, id) on delete cascade,
  foreign key (tenant_id, customer_id) references customers (tenant_id, id) on delete cascade,
  foreign key (tenant_id, created_by) references users (tenant_id, id),
  check (contract_id is not null or customer_id is not null)
);
create index questionnaire_answers_contract on questionnaire_answers (tenant_id, contract_id, created_at desc) where contract_id is not null;
create index questionnaire_answers_customer on questionnaire_answers (tenant_id, customer_id, created_at desc) where customer_id is not null;

-- Anonymous analyses and invitations: the guid is the secret, so only its hash is stored.
create table depot_analyses (
  tenant_id uuid not null references tenants,
  id uuid not null default gen_random_uuid(),
  guid_hash bytea not null check (length(guid_hash) = 32),
  state text not null default 'open' check (state in ('open', 'calculated', 'submitted')),
  answers jsonb not null default '{}',
  result jsonb,
  consent_version text check (length(consent_version) <= 50),
  consented_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (tenant_id, id)
);
create unique index depot_analyses_guid on depot_analyses (guid_hash);
create index depot_analyses_expiry on depot_analyses (expires_at);

create table preregistrations (
  tenant_id uuid not null references tenants,
  id uuid not null default gen_random_uuid(),
  guid_hash bytea not null check (length(guid_hash) = 32),
  customer_id uuid,
  group_id uuid,
  invited_by uuid not null,
  first_name text not null default '' check (length(first_name) <= 200),
  last_name text not null check (length(last_name) <= 200),
  email text not null check (length(email) <= 200),
  phone_number text check (length(phone_number) <= 50),
  message text not null default '' check (length(message) <= 5000),
  status text not null default 'open' check (status in ('open', 'started', 'submitted', 'expired', 'revoked')),
  identity_attempts_left smallint not null default 3 check (identity_attempts_left between 0 and 3),
  answers jsonb not null default '{}',
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, customer_id) references customers (tenant_id, id),
  foreign key (tenant_id, group_id) references groups (tenant_id, id),
  foreign key (tenant_id, invited_by) references users (tenant_id, id)
);
create unique index preregistrations_guid on preregistrations (guid_hash);
create index preregistrations_invited_by on preregistrations (tenant_id, invited_by, created_at desc);

create table drafts (
  tenant_id uuid not null,
  user_id uuid not null,
  draft_type text not null check (draft_type ~ '^[A-Za-z0-9-]{1,50}$'),
  entity_key text not null check (length(entity_key) between 1 and 100),
  step text not null check (length(step) <= 50),
  data jsonb not null check (pg_column_size(data) <= 2097152),
  base_version integer,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '90 days',
  primary key (tenant_id, user_id, draft_type, entity_key),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index drafts_expiry on drafts (expires_at);

create table saved_views (
  tenant_id uuid not null,
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  screen_key text not null check (length(screen_key) between 1 and 50),
  saved_view_name text not null check (is_not_blank(saved_view_name) and length(saved_view_name) <= 200),
  columns jsonb not null default '[]' check (jsonb_typeof(columns) = 'array'),
  filters jsonb not null default '{}' check (jsonb_typeof(filters) = 'object'),
  sort text not null default '' check (length(sort) <= 200),
  density text not null default 'normal' check (density in ('compact', 'normal', 'comfortable')),
  is_default boolean not null default false,
  is_shared boolean not null default false,
  group_id uuid,
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade,
  foreign key (tenant_id, group_id) references groups (tenant_id, id) on delete cascade,
  check (is_shared or group_id is null)
);
create unique index saved_views_name on saved_views (tenant_id, user_id, screen_key, lower(saved_view_name));
create unique index saved_views_default on saved_views (tenant_id, user_id, screen_key) where is_default;
create index saved_views_shared on saved_views (tenant_id, group_id, screen_key) where is_shared;

create table notifications (
  tenant_id uuid not null,
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  notification_type text not null check (length(notification_type) between 1 and 50),
  title text not null check (length(title) <= 200),
  body text not null default '' check (length(body) <= 5000),
  link text check (link like '/%' and length(link) <= 500),
  created_at timestamptz not null default now(),
  read_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index notifications_user on notifications (tenant_id, user_id, created_at desc, id);
create index notifications_unread on notifications (tenant_id, user_id) where read_at is null;

create table workbench_tasks (
  tenant_id uuid not null references tenants,
  id uuid not null default gen_random_uuid(),
  task_type text not null check (length(task_type) between 1 and 50),
  severity smallint not null check (severity between 0 and 2),
  customer_id uuid,
  contract_id uuid,
  group_id uuid,
  due_date date,
  assigned_user_id uuid,
  status text not null default 'open' check (status in ('open', 'snoozed', 'done')),
  snoozed_until date,
  details jsonb not null default '{}',
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, customer_id) references customers (tenant_id, id) on delete cascade,
  foreign key (tenant_id, contract_id) references contracts (tenant_id, id) on delete cascade,
  foreign key (tenant_id, group_id) references groups (tenant_id, id),
  foreign key (tenant_id, assigned_user_id) references users (tenant_id, id),
  check ((status = 'snoozed') = (snoozed_until is not null))
);
create index workbench_tasks_open on workbench_tasks (tenant_id, severity desc, due_date, id) where status <> 'done';
create index workbench_tasks_assigned on workbench_tasks (tenant_id, assigned_user_id, due_date) where status <> 'done';
create index workbench_tasks_contract on workbench_tasks (tenant_id, contract_id) where contract_id is not null;
create index workbench_tasks_customer on workbench_tasks (tenant_id, customer_id) where customer_id is not null;

create table dashboard_configs (
  tenant_id uuid not null references tenants,
  id uuid not null default gen_random_uuid(),
  role_id uuid,
  user_id uuid,
  widgets jsonb not null default '[]' check (jsonb_typeof(widgets) = 'array' and jsonb_array_length(widgets) <= 24),
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, role_id) references roles (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade,
  check (num_nonnulls(role_id, user_id) <= 1)
);
create unique index dashboard_configs_owner on dashboard_configs (tenant_id, role_id, user_id) nulls not distinct;

select track_row_version(name) from unnest(array['consultations', 'documents', 'planned_optimizations',
  'trader_credentials', 'saved_views', 'workbench_tasks', 'dashboard_configs']::regclass[]) as name;
select protect_tenant_table(name) from unnest(array['consultations', 'consultation_contracts', 'documents', 'reports',
  'report_urls', 'planned_optimizations', 'planned_transactions', 'trader_orders', 'trader_credentials',
  'questionnaires', 'questionnaire_answers', 'depot_analyses', 'preregistrations', 'drafts', 'saved_views',
  'notifications', 'workbench_tasks', 'dashboard_configs']::regclass[]) as name;
