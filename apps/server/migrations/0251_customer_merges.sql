-- Two customers who are one: everything moves to the one that stays; the other one stays as a hidden row, so that its
-- address leads on and the merge can be taken back.

create table customer_merges (
  tenant_id uuid not null references tenants,
  id uuid not null default gen_random_uuid(),
  survivor_id uuid not null,
  merged_id uuid not null check (merged_id <> survivor_id),
  -- both rows as they were, for taking it back
  before jsonb not null check (jsonb_typeof(before) = 'object'),
  -- ids of the rows that moved, by table
  moved jsonb not null check (jsonb_typeof(moved) = 'object'),
  -- version the survivor had afterwards: a later change keeps the merge from being taken back
  version_after integer not null default 0,
  merged_by uuid not null,
  merged_at timestamptz not null default now(),
  undone_by uuid,
  undone_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, survivor_id) references customers (tenant_id, id) on delete cascade,
  foreign key (tenant_id, merged_id) references customers (tenant_id, id) on delete cascade,
  foreign key (tenant_id, merged_by) references users (tenant_id, id),
  foreign key (tenant_id, undone_by) references users (tenant_id, id),
  check ((undone_at is null) = (undone_by is null))
);
create unique index customer_merges_merged on customer_merges (tenant_id, merged_id) where undone_at is null;
create index customer_merges_of_merged on customer_merges (tenant_id, merged_id);
create index customer_merges_survivor on customer_merges (tenant_id, survivor_id, merged_at desc);
create index customer_merges_merged_by on customer_merges (tenant_id, merged_by);
create index customer_merges_undone_by on customer_merges (tenant_id, undone_by) where undone_by is not null;

-- Pairs somebody has looked at and found to be two people; the smaller id comes first.
create table customer_distinctions (
  tenant_id uuid not null references tenants,
  first_id uuid not null,
  second_id uuid not null check (first_id < second_id),
  marked_by uuid not null,
  marked_at timestamptz not null default now(),
  primary key (tenant_id, first_id, second_id),
  foreign key (tenant_id, first_id) references customers (tenant_id, id) on delete cascade,
  foreign key (tenant_id, second_id) references customers (tenant_id, id) on delete cascade,
  foreign key (tenant_id, marked_by) references users (tenant_id, id)
);
create index customer_distinctions_second on customer_distinctions (tenant_id, second_id);
create index customer_distinctions_marked_by on customer_distinctions (tenant_id, marked_by);

select protect_tenant_table('customer_merges', 'select, insert, update');
select protect_tenant_table('customer_distinctions', 'select, insert, delete');

-- Evidence may change its owner when, and only when, a merge says that both are one.
create function is_merge_move(p_tenant uuid, p_from uuid, p_to uuid) returns boolean
  language sql stable
  as $$ select exists (select from customer_merges m where m.tenant_id = p_tenant and m.undone_at is null
    and ((m.merged_id = p_from and m.survivor_id = p_to) or (m.survivor_id = p_from and m.merged_id = p_to))) $$;

create or replace function refuse_completed_consultation_change() returns trigger
  language plpgsql
  as $$
declare
  probe consultations;
begin
  if tg_op = 'UPDATE' then
    probe := new;
    probe.customer_id := old.customer_id;
    probe.row_version := old.row_version;
    probe.updated_at := old.updated_at;
    probe.retention_until := old.retention_until;
    if probe is not distinct from old and is_merge_move(old.tenant_id, old.customer_id, new.customer_id) then
      return new;
    end if;
  end if;
  raise exception 'a completed consultation cannot be changed' using errcode = 'check_violation', constraint = 'consultations_immutable';
end
$$;

create or replace function refuse_document_change() returns trigger
  language plpgsql
  as $$
declare
  probe documents;
begin
  if tg_op = 'UPDATE' then
    probe := new;
    probe.customer_id := old.customer_id;
    probe.row_version := old.row_version;
    probe.updated_at := old.updated_at;
    if probe is not distinct from old and is_merge_move(old.tenant_id, old.customer_id, new.customer_id) then
      return new;
    end if;
  end if;
  raise exception 'the content of a document cannot be changed' using errcode = 'check_violation', constraint = 'documents_immutable';
end
$$;

create or replace function refuse_report_change() returns trigger
  language plpgsql
  as $$
declare
  probe reports;
begin
  if tg_op = 'UPDATE' then
    probe := new;
    probe.customer_id := old.customer_id;
    if probe is not distinct from old and is_merge_move(old.tenant_id, old.customer_id, new.customer_id) then
      return new;
    end if;
  end if;
  raise exception 'a report cannot be changed' using errcode = 'check_violation', constraint = 'reports_immutable';
end
$$;

-- Candidates for duplicates are found by these.
create index customers_by_mail on customers (tenant_id, lower(email)) where deleted_at is null and email is not null;
