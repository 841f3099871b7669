-- Checking and planning: proposals, forms that were sent, what a check of many found, and when what processes keep is old.

create table planned_optimizations (
  tenant_id uuid not null references tenants,
  id uuid not null default gen_random_uuid(),
  contract_id uuid not null,
  mode text not null check (mode in ('keepPortfolio', 'savingsPlanOnly', 'necessary', 'full')),
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
  -- a plan is outdated when its input has another hash
  input_hash bytea check (length(input_hash) = 32),
  portfolio_id uuid,
  is_edited boolean not null default false,
  cash_before numeric(15,2) not null default 0,
  cash_after numeric(15,2) not null default 0,
  messages jsonb not null default '[]' check (jsonb_typeof(messages) = 'array'),
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
  isin text not null default '',
  price numeric(15,6) check (price > 0),
  fee numeric(15,2) not null default 0 check (fee >= 0),
  switch_with_fund_id integer,
  hint_codes text[] not null default '{}',
  primary key (tenant_id, planned_optimization_id, id),
  foreign key (tenant_id, planned_optimization_id) references planned_optimizations (tenant_id, id) on delete cascade,
  foreign key (tenant_id, fund_id) references funds (tenant_id, id),
  foreign key (tenant_id, from_fund_id) references funds (tenant_id, id),
  check ((action = 'switch') = (from_fund_id is not null))
);
create index planned_transactions_fund on planned_transactions (tenant_id, fund_id);
create index planned_transactions_from_fund on planned_transactions (tenant_id, from_fund_id) where from_fund_id is not null;

-- Forms the server describes: what was sent, with the version of the description it was made by.
create table element_submissions (
  tenant_id uuid not null,
  id uuid not null default gen_random_uuid(),
  submission_number bigint generated always as identity,
  contract_id uuid not null,
  element_key text not null check (element_key ~ '^[A-Za-z]{1,50}$'),
  description_version integer not null check (description_version >= 1),
  request jsonb not null check (jsonb_typeof(request) = 'object'),
  created_by uuid not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, contract_id) references contracts (tenant_id, id),
  foreign key (tenant_id, created_by) references users (tenant_id, id)
);
create index element_submissions_contract on element_submissions (tenant_id, contract_id, created_at desc);
create index element_submissions_created_by on element_submissions (tenant_id, created_by);

-- A submission is evidence of what the customer asked for.
create function refuse_submission_change() returns trigger
  language plpgsql
  as $$
begin
  raise exception 'a submission cannot be changed' using errcode = 'check_violation', constraint = 'element_submissions_immutable';
end
$$;
create trigger refuse_submission_change before update on element_submissions
  for each row execute function refuse_submission_change();
create trigger refuse_early_deletion before delete on element_submissions for each row
  when (retention_end(old.created_at) >= current_date) execute function refuse_submission_change();

-- Rows of a bulk check that changed or failed; every other contract of the job is unchanged.
create table contract_check_rows (
  tenant_id uuid not null,
  job_id uuid not null,
  contract_id uuid not null,
  result text not null check (result in ('changed', 'failed')),
  score_before smallint check (score_before between 0 and 100),
  score_after smallint check (score_after between 0 and 100),
  hint_count smallint check (hint_count >= 0),
  message text check (length(message) <= 500),
  primary key (tenant_id, job_id, contract_id),
  foreign key (tenant_id, job_id) references jobs (tenant_id, id) on delete cascade,
  foreign key (tenant_id, contract_id) references contracts (tenant_id, id) on delete cascade
);
create index contract_check_rows_contract on contract_check_rows (tenant_id, contract_id);

-- One row for every statement that changed fund data or tariffs: processes keep the tariff side of checks in memory
-- as long as these rows are the same. An insert-only ledger, so that writers never wait for each other.
create table advice_changes (
  tenant_id uuid not null references tenants,
  id bigint generated always as identity,
  primary key (tenant_id, id)
);

create function note_advice_change() returns trigger
  language plpgsql
  as $$
declare
  newest bigint;
begin
  -- without context (owner, demo fill) every tenant may be meant
  for newest in
    insert into advice_changes (tenant_id)
    select t.tenant_id from tenants t where app_tenant_id() is null or t.tenant_id = app_tenant_id()
    returning id
  loop
    if newest % 64 = 0 then
      delete from advice_changes where id < newest - 64 and tenant_id = app_tenant_id();
    end if;
  end loop;
  return null;
end
$$;
-- The wizards' risk data are kept in memory like the tariff side of checks: a change of them is noted as well.
create trigger note_advice_change after insert or update or delete on peergroup_risks
  for each statement execute function note_advice_change();
do $$
declare
  name text;
begin
  foreach name in array array['funds', 'fund_key_figures', 'fund_ranks', 'peergroups', 'peergroup_covariances',
    'fund_categories', 'risk_components', 'risk_items', 'universe_components', 'universe_items', 'selection_components',
    'selected_funds', 'allocation_components', 'allocation_peergroups', 'allocation_items', 'tariffs', 'tariff_versions',
    'tariff_hint_answers', 'fund_matrices', 'fund_matrix_classes', 'fund_matrix_items']
  loop
    execute format('create trigger note_advice_change after insert or update or delete on %I
      for each statement execute function note_advice_change()', name);
  end loop;
end
$$;

-- Key information filed with a fund is read by plans: what processes hold of the tariff side is old from then on. A
-- statement trigger with the new rows: reports, which are documents too, do not count.
create function note_fund_document() returns trigger
  language plpgsql
  as $$
begin
  insert into advice_changes (tenant_id)
  select distinct a.tenant_id from added a where a.fund_id is not null and a.document_type = 'kiid';
  return null;
end
$$;
create trigger note_fund_document after insert on documents
  referencing new table as added for each statement execute function note_fund_document();

-- One row for each version a job looks at. The content is kept as it was when the job was started, so that every chunk
-- compares the same two contents however often the draft is saved meanwhile.
create table tariff_impacts (
  tenant_id uuid not null,
  job_id uuid not null,
  tariff_id uuid not null,
  version_number integer not null,
  -- number of the version contracts followed; null = none
  compared_with integer,
  version_content jsonb not null check (jsonb_typeof(version_content) = 'object'),
  -- of all that checks read of both versions and of the funds
  inputs_hash bytea not null check (length(inputs_hash) = 32),
  -- of advice_changes: equal = the hash need not be computed again
  stamp text not null,
  -- sums of the tariff's contracts by class
  book_stamp text not null,
  result jsonb check (jsonb_typeof(result) = 'object'),
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (tenant_id, job_id, tariff_id),
  foreign key (tenant_id, job_id) references jobs (tenant_id, id) on delete cascade,
  foreign key (tenant_id, tariff_id) references tariffs (tenant_id, id) on delete cascade
);
create index tariff_impacts_newest on tariff_impacts (tenant_id, tariff_id, version_number, created_at desc);

-- What a chunk found; added up and gone when the job is done.
create table tariff_impact_parts (
  tenant_id uuid not null,
  job_id uuid not null,
  tariff_id uuid not null,
  chunk_key text not null check (length(chunk_key) <= 200),
  part jsonb not null check (jsonb_typeof(part) = 'object'),
  primary key (tenant_id, job_id, tariff_id, chunk_key),
  foreign key (tenant_id, job_id, tariff_id) references tariff_impacts (tenant_id, job_id, tariff_id) on delete cascade
);

select track_row_version(name) from unnest(array['planned_optimizations']::regclass[]) as name;
select protect_tenant_table(name) from unnest(array['planned_optimizations', 'planned_transactions',
  'contract_check_rows', 'tariff_impacts']::regclass[]) as name;
select protect_tenant_table(name, 'select, insert, delete') from unnest(array['element_submissions', 'advice_changes',
  'tariff_impact_parts']::regclass[]) as name;
