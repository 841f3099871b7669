-- The work list. Tasks come from rules over what the tables already know; a task belongs to one cause and lives as long
-- as its cause: ended_at is set when the cause is gone. "Done" by hand only hides it until the cause becomes another.

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
  -- names the cause within its kind: a contract, an order, a bank of a user
  cause_key text not null check (length(cause_key) between 1 and 200),
  -- what the cause consists of; a bit that is new brings back what was done by hand
  cause_bits integer not null default 0,
  -- whom it concerns alone
  user_id uuid,
  -- belongs to nobody's customer: seen by right alone
  is_house boolean not null default false,
  -- who must not do it, because it is his own work
  not_for uuid[] not null default '{}',
  done_at timestamptz,
  done_by uuid,
  ended_at timestamptz,
  audience_id uuid not null generated always as (coalesce(user_id, group_id,
    case when is_house then '00000000-0000-0000-0000-000000000001'::uuid else '00000000-0000-0000-0000-000000000000'::uuid end)) stored,
  primary key (tenant_id, id),
  foreign key (tenant_id, customer_id) references customers (tenant_id, id) on delete cascade,
  foreign key (tenant_id, contract_id) references contracts (tenant_id, id) on delete cascade,
  foreign key (tenant_id, group_id) references groups (tenant_id, id),
  foreign key (tenant_id, assigned_user_id) references users (tenant_id, id),
  check ((status = 'snoozed') = (snoozed_until is not null)),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade,
  foreign key (tenant_id, done_by) references users (tenant_id, id),
  check ((status = 'done') = (done_at is not null))
);
create index workbench_tasks_contract on workbench_tasks (tenant_id, contract_id) where contract_id is not null;
create index workbench_tasks_customer on workbench_tasks (tenant_id, customer_id) where customer_id is not null;
create unique index workbench_tasks_cause on workbench_tasks (tenant_id, task_type, cause_key) where ended_at is null;
create index workbench_tasks_order on workbench_tasks (tenant_id, severity desc, due_date, created_at, id)
  where ended_at is null and status <> 'done';
create index workbench_tasks_audience on workbench_tasks (tenant_id, audience_id, severity desc, due_date, created_at, id)
  where ended_at is null and status <> 'done';
create index workbench_tasks_assigned on workbench_tasks (tenant_id, assigned_user_id, severity desc, due_date)
  where assigned_user_id is not null;
create index workbench_tasks_user on workbench_tasks (tenant_id, user_id) where user_id is not null;
create index workbench_tasks_done_by on workbench_tasks (tenant_id, done_by) where done_by is not null;
create index workbench_tasks_group on workbench_tasks (tenant_id, group_id) where group_id is not null;
create index workbench_tasks_ended on workbench_tasks (tenant_id, ended_at) where ended_at is not null;

-- Thresholds of a house; without a row the defaults of the columns hold. A task opens at one and ends at another, so
-- that what swings around a border comes once.
create table workbench_settings (
  tenant_id uuid primary key references tenants,
  hint_severity smallint not null default 1 check (hint_severity between 0 and 2),
  risk_open_points numeric(4,1) not null default 1 check (risk_open_points between 0 and 50),
  profile_open_days smallint not null default 30 check (profile_open_days between 0 and 365),
  profile_close_days smallint not null default 45 check (profile_close_days between profile_open_days and 400),
  consultation_days smallint not null default 14 check (consultation_days between 0 and 365),
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- What the rules have to look at again: a contract, or without one what belongs to the house. Taken away once seen.
create table workbench_changes (
  tenant_id uuid not null references tenants,
  id bigint generated always as identity,
  subject_id uuid,
  primary key (tenant_id, id)
);

create function note_task_change() returns trigger
  language plpgsql
  as $$
declare
  changed record;
begin
  -- without context (owner, demo fill) the nightly look finds it
  if app_tenant_id() is null then
    return null;
  end if;
  if tg_op = 'DELETE' then changed := old; else changed := new; end if;
  if tg_argv[0] = 'contract' then
    insert into workbench_changes (tenant_id, subject_id) values (changed.tenant_id, changed.id);
  elsif tg_argv[0] = 'ofContract' then
    insert into workbench_changes (tenant_id, subject_id) values (changed.tenant_id, changed.contract_id);
  else
    insert into workbench_changes (tenant_id) values (changed.tenant_id);
  end if;
  return null;
end
$$;
create trigger note_task_insert after insert on contracts for each row execute function note_task_change('contract');
create trigger note_task_change after update on contracts for each row
  when ((old.hint_mask, old.highest_hint_severity, old.risk_band_status, old.risk_distance, old.has_pending_changes,
         old.deleted_at, old.end_date)
        is distinct from
        (new.hint_mask, new.highest_hint_severity, new.risk_band_status, new.risk_distance, new.has_pending_changes,
         new.deleted_at, new.end_date))
  execute function note_task_change('contract');
create trigger note_task_change after insert or update or delete on risk_assessments
  for each row execute function note_task_change('ofContract');
create trigger note_task_change after insert or update of state or delete on planned_optimizations
  for each row execute function note_task_change('ofContract');
create trigger note_task_change after insert or update of state, differs on trader_orders
  for each row execute function note_task_change('ofContract');
create trigger note_task_change after insert or update of state on documents for each row
  when (new.document_type in ('legalContract', 'signedContract') and new.contract_id is not null)
  execute function note_task_change('ofContract');
create trigger note_task_change after insert or update of state, contract_id, customer_id or delete on trader_depots
  for each row execute function note_task_change('house');
create trigger note_task_change after insert or update of status or delete on trader_credentials
  for each row execute function note_task_change('house');
create trigger note_task_change after insert or update of state or delete on tariff_versions
  for each row execute function note_task_change('house');
create trigger note_task_change after insert or update of state or delete on consultations
  for each row execute function note_task_change('house');
create trigger note_task_change after update of state on book_imports
  for each row execute function note_task_change('house');
create trigger note_task_change after update of state on jobs for each row
  when (old.state is distinct from new.state
    and (new.job_type = 'remoteRefresh' and new.state = 'done' or 'dead' in (old.state, new.state)))
  execute function note_task_change('house');

-- Tasks go with their customer from group to group at once, and end with customer or contract: nobody sees them meanwhile.
create function follow_customer_tasks() returns trigger
  language plpgsql
  as $$
begin
  update workbench_tasks t
     set group_id = new.group_id, ended_at = case when new.deleted_at is null then t.ended_at else now() end
   where t.tenant_id = new.tenant_id and t.customer_id = new.id and t.ended_at is null;
  return null;
end
$$;
create trigger follow_customer_tasks after update of group_id, deleted_at on customers for each row
  when ((old.group_id, old.deleted_at) is distinct from (new.group_id, new.deleted_at))
  execute function follow_customer_tasks();

create function end_contract_tasks() returns trigger
  language plpgsql
  as $$
begin
  update workbench_tasks t set ended_at = now()
   where t.tenant_id = new.tenant_id and t.contract_id = new.id and t.ended_at is null;
  return null;
end
$$;
create trigger end_contract_tasks after update of deleted_at on contracts for each row
  when (old.deleted_at is null and new.deleted_at is not null)
  execute function end_contract_tasks();

select track_row_version(name) from unnest(array['workbench_tasks', 'workbench_settings']::regclass[]) as name;
select protect_tenant_table(name) from unnest(array['workbench_tasks', 'workbench_changes']::regclass[]) as name;
select protect_tenant_table('workbench_settings', 'select, insert, update');
grant usage on all sequences in schema public to depotwerk_app;
