-- Audit, jobs, outgoing messages, idempotency.

-- Insert only: the application role may neither change nor delete what it recorded.
create table audit_entries (
  tenant_id uuid not null references tenants,
  id bigint generated always as identity,
  occurred_at timestamptz not null default clock_timestamp(),
  actor_kind text not null check (actor_kind in ('user', 'system', 'anonymous', 'mobile', 'api')),
  actor_user_id uuid,
  session_id uuid,
  action text not null check (is_not_blank(action) and length(action) <= 100),
  object_type text check (length(object_type) <= 50),
  object_id text check (length(object_id) <= 100),
  group_id uuid,
  before_hash bytea check (length(before_hash) = 32),
  after_hash bytea check (length(after_hash) = 32),
  details jsonb not null default '{}',
  result text not null check (result in ('done', 'refused', 'failed')),
  chain_day date not null,
  previous_hash bytea check (length(previous_hash) = 32),
  entry_hash bytea not null check (length(entry_hash) = 32),
  primary key (tenant_id, id)
);
-- no foreign keys to users, sessions, groups: the record outlives what it speaks of
create index audit_entries_time on audit_entries (tenant_id, occurred_at desc, id desc);
create index audit_entries_object on audit_entries (tenant_id, object_type, object_id, occurred_at desc);
create index audit_entries_actor on audit_entries (tenant_id, actor_user_id, occurred_at desc);
create index audit_entries_chain on audit_entries (tenant_id, chain_day, id);
create function refuse_audit_change() returns trigger
  language plpgsql
  as $$
begin
  raise exception 'audit entries are never changed' using errcode = 'insufficient_privilege';
end
$$;
create trigger refuse_audit_change before update or delete on audit_entries
  for each row execute function refuse_audit_change();
create trigger refuse_audit_truncate before truncate on audit_entries
  for each statement execute function refuse_audit_change();

-- The last hash of a tenant's day; its row lock orders the writers of the chain.
create table audit_chain_heads (
  tenant_id uuid not null references tenants,
  chain_day date not null,
  last_entry_id bigint,
  last_hash bytea check (length(last_hash) = 32),
  primary key (tenant_id, chain_day)
);

create table jobs (
  tenant_id uuid not null references tenants,
  id uuid not null default gen_random_uuid(),
  job_type text not null check (length(job_type) between 1 and 50),
  payload jsonb not null default '{}',
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'dead')),
  attempts smallint not null default 0 check (attempts >= 0),
  maximum_attempts smallint not null default 10 check (maximum_attempts >= 1),
  run_at timestamptz not null default now(),
  locked_until timestamptz,
  locked_by text check (length(locked_by) <= 100),
  progress jsonb not null default '{}',
  last_error text check (length(last_error) <= 5000),
  created_by uuid,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, created_by) references users (tenant_id, id),
  check ((state = 'running') = (locked_until is not null))
);
create index jobs_waiting on jobs (tenant_id, run_at, id) where state in ('queued', 'failed');
create index jobs_leases on jobs (tenant_id, locked_until) where state = 'running';
create index jobs_recent on jobs (tenant_id, created_at desc, id);

create table mail_outbox (
  tenant_id uuid not null references tenants,
  id bigint generated always as identity,
  user_id uuid,
  recipient text not null check (length(recipient) <= 200),
  subject text not null check (length(subject) <= 200),
  body text not null check (length(body) <= 20000),
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed')),
  attempts smallint not null default 0,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  last_error text,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index mail_outbox_queued on mail_outbox (tenant_id, id) where state = 'queued';

create table webhooks (
  tenant_id uuid not null references tenants,
  id uuid not null default gen_random_uuid(),
  webhook_name text not null check (is_not_blank(webhook_name) and length(webhook_name) <= 200),
  url text not null check (url like 'https://%' and length(url) <= 2000),
  events text[] not null check (cardinality(events) >= 1),
  secret_envelope jsonb not null check (jsonb_typeof(secret_envelope) = 'object'),
  is_inactive boolean not null default false,
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id)
);

create table idempotency_keys (
  tenant_id uuid not null references tenants,
  user_id uuid not null,
  route text not null check (length(route) between 1 and 200),
  idempotency_key text not null check (length(idempotency_key) between 1 and 100),
  request_hash bytea not null check (length(request_hash) = 32),
  state text not null default 'running' check (state in ('running', 'done')),
  status_code smallint check (status_code between 100 and 599),
  body jsonb,
  headers jsonb not null default '{}',
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '7 days',
  primary key (tenant_id, user_id, route, idempotency_key),
  check ((state = 'done') = (status_code is not null))
);
create index idempotency_keys_expiry on idempotency_keys (expires_at);

-- Installation-wide facts no tenant owns, such as the size and seed of the demo world. No secrets.
create table installation_settings (
  setting_key text primary key check (length(setting_key) between 1 and 100),
  setting_value jsonb not null,
  updated_at timestamptz not null default now()
);

select track_row_version('webhooks');
select protect_tenant_table('audit_entries', 'select, insert');
select protect_tenant_table('audit_chain_heads', 'select, insert, update');
select protect_tenant_table(name) from unnest(array['jobs', 'mail_outbox', 'webhooks', 'idempotency_keys']::regclass[]) as name;
grant select, insert, update on installation_settings to depotwerk_app;
grant usage on all sequences in schema public to depotwerk_app;
