-- Data protection of customers: consents with their versions, legal holds, erasure with retention. What must be kept is
-- refused by the database itself, whoever asks.

-- FinVermV: ten years after the end of the year. Mirrored by retentionEndOf() of packages/domain/src/customers/retention.ts.
create function retention_end(instant timestamptz) returns date
  language sql immutable parallel safe strict
  as $$ select make_date(extract(year from (instant at time zone 'UTC'))::int + 10, 12, 31) $$;

-- A decision is only ever followed by another one: nothing but the owner changes, when two customers become one.
create table customer_consents (
  tenant_id uuid not null references tenants,
  id uuid not null default gen_random_uuid(),
  entry_number bigint generated always as identity,
  customer_id uuid not null,
  consent_kind text not null check (consent_kind in ('dataProcessing', 'mail', 'phone', 'sharing')),
  decision text not null check (decision in ('given', 'withdrawn')),
  text_version text not null check (is_not_blank(text_version) and length(text_version) <= 50),
  consent_text text not null default '' check (length(consent_text) <= 5000),
  decided_on date not null check (decided_on >= '1990-01-01'),
  recorded_by uuid not null,
  recorded_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, customer_id) references customers (tenant_id, id) on delete cascade,
  foreign key (tenant_id, recorded_by) references users (tenant_id, id)
);
create index customer_consents_customer on customer_consents (tenant_id, customer_id, entry_number desc);
create index customer_consents_recorded_by on customer_consents (tenant_id, recorded_by);

create table customer_legal_holds (
  tenant_id uuid not null references tenants,
  id uuid not null default gen_random_uuid(),
  customer_id uuid not null,
  reason text not null check (is_not_blank(reason) and length(reason) <= 2000),
  set_by uuid not null,
  set_at timestamptz not null default now(),
  lift_reason text check (lift_reason is null or (is_not_blank(lift_reason) and length(lift_reason) <= 2000)),
  lifted_by uuid,
  lifted_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, customer_id) references customers (tenant_id, id) on delete cascade,
  foreign key (tenant_id, set_by) references users (tenant_id, id),
  foreign key (tenant_id, lifted_by) references users (tenant_id, id),
  check (num_nulls(lift_reason, lifted_by, lifted_at) in (0, 3))
);
create unique index customer_legal_holds_open on customer_legal_holds (tenant_id, customer_id) where lifted_at is null;
create index customer_legal_holds_customer on customer_legal_holds (tenant_id, customer_id, set_at desc);
create index customer_legal_holds_set_by on customer_legal_holds (tenant_id, set_by);
create index customer_legal_holds_lifted_by on customer_legal_holds (tenant_id, lifted_by) where lifted_by is not null;

-- A request to erase, and once it is done its receipt. It refers to no customer, so that it outlives him.
create table customer_erasures (
  tenant_id uuid not null references tenants,
  id uuid not null default gen_random_uuid(),
  customer_id uuid not null,
  group_id uuid,
  basis text not null check (basis in ('noLongerNeeded', 'consentWithdrawn', 'objection', 'unlawful')),
  state text not null default 'waiting' check (state in ('waiting', 'erased', 'withdrawn')),
  requested_by uuid not null,
  requested_at timestamptz not null default now(),
  -- last day something has to be kept; null = nothing has
  kept_until date,
  closed_by uuid,
  closed_at timestamptz,
  content_hash bytea check (length(content_hash) = 32),
  row_counts jsonb not null default '{}' check (jsonb_typeof(row_counts) = 'object'),
  primary key (tenant_id, id),
  foreign key (tenant_id, requested_by) references users (tenant_id, id),
  foreign key (tenant_id, closed_by) references users (tenant_id, id),
  check ((state = 'waiting') = (closed_at is null)),
  check ((state = 'erased') = (content_hash is not null))
);
create unique index customer_erasures_waiting on customer_erasures (tenant_id, customer_id) where state = 'waiting';
create index customer_erasures_recent on customer_erasures (tenant_id, requested_at desc, id);
create index customer_erasures_requested_by on customer_erasures (tenant_id, requested_by);
create index customer_erasures_closed_by on customer_erasures (tenant_id, closed_by) where closed_by is not null;

select protect_tenant_table('customer_consents', 'select, insert');
grant update (customer_id) on customer_consents to depotwerk_app;
select protect_tenant_table('customer_legal_holds', 'select, insert, update');
select protect_tenant_table('customer_erasures', 'select, insert, update');

-- A receipt is final.
create function refuse_receipt_change() returns trigger
  language plpgsql
  as $$
begin
  raise exception 'a receipt of an erasure cannot be changed' using errcode = 'check_violation', constraint = 'customer_erasures_final';
end
$$;
create trigger refuse_change before update or delete on customer_erasures for each row
  when (old.state <> 'waiting') execute function refuse_receipt_change();

-- Completed consultations are kept as long as the law wants, and can be erased then.
alter table consultations
  add column retention_until date generated always as (retention_end(coalesce(completed_at, started_at))) stored;
drop trigger refuse_completed_change on consultations;
create trigger refuse_completed_change before update on consultations for each row
  when (old.state = 'completed') execute function refuse_completed_consultation_change();
create trigger refuse_early_deletion before delete on consultations for each row
  when (old.state = 'completed' and old.retention_until >= current_date)
  execute function refuse_completed_consultation_change();

drop trigger refuse_submission_change on element_submissions;
create trigger refuse_submission_change before update on element_submissions
  for each row execute function refuse_submission_change();
create trigger refuse_early_deletion before delete on element_submissions for each row
  when (retention_end(old.created_at) >= current_date) execute function refuse_submission_change();
grant delete on element_submissions, depot_openings to depotwerk_app;

-- A hold stops every erasure, also the nightly one of single documents and contracts.
create function refuse_deletion_on_hold() returns trigger
  language plpgsql
  as $$
declare
  owner uuid;
begin
  if tg_table_name = 'customers' then owner := old.id; else owner := old.customer_id; end if;
  if exists (select from customer_legal_holds h
      where h.tenant_id = old.tenant_id and h.customer_id = owner and h.lifted_at is null) then
    raise exception 'a legal hold keeps the data of the customer' using errcode = 'check_violation', constraint = 'customers_legal_hold';
  end if;
  return old;
end
$$;
create trigger refuse_deletion_on_hold before delete on customers for each row execute function refuse_deletion_on_hold();
create trigger refuse_deletion_on_hold before delete on contracts for each row execute function refuse_deletion_on_hold();
create trigger refuse_deletion_on_hold before delete on consultations for each row execute function refuse_deletion_on_hold();
create trigger refuse_deletion_on_hold before delete on documents for each row
  when (old.customer_id is not null) execute function refuse_deletion_on_hold();
