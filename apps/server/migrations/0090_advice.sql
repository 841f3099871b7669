-- Checking and planning: decisions on hints, limits the hints compare with, what a plan was made from.

-- What was noted when a hint was dismissed or accepted; of a dismissal it equals the reason.
alter table contract_hints add column state_note text check (length(state_note) <= 2000);

-- Fingerprint of the last check's result: a check that finds the same writes nothing.
alter table contracts add column check_fingerprint bigint;

-- H19: limit of the weighted and of a single risk indicator by class. H21: gain worth a note. Null = not configured.
alter table risk_items add column maximum_risk_indicator smallint check (maximum_risk_indicator between 1 and 7);
alter table fund_matrix_classes add column maximum_risk_indicator smallint check (maximum_risk_indicator between 1 and 7);
alter table tariffs add column gain_note_limit numeric(15,2) check (gain_note_limit >= 0);

-- A plan is outdated when its input has another hash.
alter table planned_optimizations
  add column input_hash bytea check (length(input_hash) = 32),
  add column portfolio_id uuid,
  add column is_edited boolean not null default false,
  add column cash_before numeric(15,2) not null default 0,
  add column cash_after numeric(15,2) not null default 0,
  add column messages jsonb not null default '[]' check (jsonb_typeof(messages) = 'array');
alter table planned_transactions
  add column isin text not null default '',
  add column price numeric(15,6) check (price > 0),
  add column fee numeric(15,2) not null default 0 check (fee >= 0),
  add column switch_with_fund_id integer,
  add column hint_codes text[] not null default '{}';

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

select protect_tenant_table('contract_check_rows');
select protect_tenant_table('advice_changes', 'select, insert, delete');
grant usage on all sequences in schema public to depotwerk_app;
