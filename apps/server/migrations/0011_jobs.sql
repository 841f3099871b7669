-- Jobs over many things: a job is planned into chunks, which any number of processes work through.
--
-- A lane is a part of a job that goes at its own pace: one bank of a remote refresh. `split` is the
-- state of a job whose chunks are at work. Who works on something holds a lease (locked_until) that he
-- prolongs; when it runs out, somebody else takes over.

create table jobs (
  tenant_id uuid not null references tenants,
  id uuid not null default gen_random_uuid(),
  job_type text not null check (length(job_type) between 1 and 50),
  payload jsonb not null default '{}',
  state text not null default 'queued' check (state in ('queued', 'running', 'split', 'failed', 'done', 'dead')),
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
  unique_key text check (length(unique_key) between 1 and 200),
  primary key (tenant_id, id),
  foreign key (tenant_id, created_by) references users (tenant_id, id),
  check ((state = 'running') = (locked_until is not null))
);
comment on column jobs.unique_key is 'at most one job with this key is on its way';
create index jobs_waiting on jobs (tenant_id, run_at, id) where state in ('queued', 'failed');
create index jobs_leases on jobs (tenant_id, locked_until) where state = 'running';
create index jobs_recent on jobs (tenant_id, created_at desc, id);
create unique index jobs_unique_key on jobs (tenant_id, unique_key) where state not in ('done', 'dead');
create index jobs_split on jobs (tenant_id, id) where state = 'split';
create index jobs_dead on jobs (tenant_id, id) where state = 'dead';

create table job_lanes (
  tenant_id uuid not null,
  job_id uuid not null,
  lane text not null check (length(lane) <= 50),
  lane_name text not null check (length(lane_name) <= 200),
  -- why the lane as a whole gave up
  error_code text check (length(error_code) between 1 and 100),
  error_message text check (length(error_message) <= 2000),
  primary key (tenant_id, job_id, lane),
  foreign key (tenant_id, job_id) references jobs (tenant_id, id) on delete cascade
);

create table job_chunks (
  tenant_id uuid not null,
  job_id uuid not null,
  id bigint generated always as identity,
  lane text not null,
  -- names the chunk within its job, so that planning twice adds nothing
  chunk_key text not null check (length(chunk_key) between 1 and 200),
  payload jsonb not null default '{}',
  -- pieces of work in it, for the progress
  size integer not null default 1 check (size >= 0),
  changed_count integer not null default 0 check (changed_count >= 0),
  failed_count integer not null default 0 check (failed_count >= 0),
  state text not null default 'queued' check (state in ('queued', 'running', 'failed', 'done', 'dead')),
  attempts smallint not null default 0 check (attempts >= 0),
  run_at timestamptz not null default now(),
  locked_until timestamptz,
  locked_by text check (length(locked_by) <= 100),
  last_error text check (length(last_error) <= 5000),
  finished_at timestamptz,
  primary key (tenant_id, job_id, id),
  foreign key (tenant_id, job_id, lane) references job_lanes (tenant_id, job_id, lane) on delete cascade,
  check ((state = 'running') = (locked_until is not null))
);
create unique index job_chunks_key on job_chunks (tenant_id, job_id, chunk_key);
create index job_chunks_open on job_chunks (tenant_id, job_id, lane, id) where state in ('queued', 'failed', 'running');

-- Rows a job could not handle as they stand.
create table job_problems (
  tenant_id uuid not null,
  job_id uuid not null,
  id bigint generated always as identity,
  chunk_id bigint,
  lane text check (length(lane) <= 50),
  code text not null check (length(code) between 1 and 100),
  message text not null check (length(message) <= 2000),
  contract_id uuid,
  external_key text check (length(external_key) <= 100),
  created_at timestamptz not null default now(),
  primary key (tenant_id, job_id, id),
  foreign key (tenant_id, job_id) references jobs (tenant_id, id) on delete cascade
);

select protect_tenant_table(name) from unnest(array['jobs', 'job_lanes', 'job_chunks', 'job_problems']::regclass[]) as name;
