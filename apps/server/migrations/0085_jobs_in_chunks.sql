-- Jobs over many things: a job is planned into chunks, which any number of processes work through.
--
-- A lane is a part of a job that goes at its own pace: one bank of a remote refresh. `split` is the
-- state of a job whose chunks are at work. Who works on something holds a lease (locked_until) that he
-- prolongs; when it runs out, somebody else takes over.

alter table jobs
  drop constraint jobs_state_check,
  add constraint jobs_state_check check (state in ('queued', 'running', 'split', 'failed', 'done', 'dead')),
  add column unique_key text check (length(unique_key) between 1 and 200);
comment on column jobs.unique_key is 'at most one job with this key is on its way';
create unique index jobs_unique_key on jobs (tenant_id, unique_key) where state not in ('done', 'dead');
create index jobs_split on jobs (tenant_id, id) where state = 'split';

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

select protect_tenant_table(name) from unnest(array['job_lanes', 'job_chunks', 'job_problems']::regclass[]) as name;

grant select (tenant_id, id, job_type, state, run_at, locked_until, created_at) on jobs to depotwerk_definer;
grant select (tenant_id, job_id, lane) on job_lanes to depotwerk_definer;
grant select (tenant_id, job_id, lane, state, run_at, locked_until) on job_chunks to depotwerk_definer;
create policy definer_lookup on jobs for select to depotwerk_definer using (true);
create policy definer_lookup on job_lanes for select to depotwerk_definer using (true);
create policy definer_lookup on job_chunks for select to depotwerk_definer using (true);

-- Where work waits, over all tenants: jobs to run (no lane), lanes with a chunk to work on. A hint only;
-- the worker sets the tenant and claims under row level security with skip locked.
create function find_waiting_work(p_job_types text[]) returns table (tenant_id uuid, job_id uuid, job_type text, lane text)
  language sql stable security definer set search_path = public, pg_temp
  as $$
  (select j.tenant_id, j.id, j.job_type, null::text from jobs j
    where j.job_type = any (p_job_types) and j.state in ('queued', 'failed') and j.run_at <= now()
    order by j.run_at, j.id limit 50)
  union all
  select j.tenant_id, j.id, j.job_type, null from jobs j
   where j.job_type = any (p_job_types) and j.state = 'running' and j.locked_until < now()
  union all
  -- all chunks are through, nobody has finished the job yet
  select j.tenant_id, j.id, j.job_type, null from jobs j
   where j.job_type = any (p_job_types) and j.state = 'split' and j.run_at <= now() and not exists (
     select from job_chunks c where c.tenant_id = j.tenant_id and c.job_id = j.id and c.state in ('queued', 'failed', 'running'))
  union all
  select j.tenant_id, j.id, j.job_type, l.lane from jobs j
    join job_lanes l on l.tenant_id = j.tenant_id and l.job_id = j.id
   where j.job_type = any (p_job_types) and j.state = 'split' and exists (
     select from job_chunks c where c.tenant_id = j.tenant_id and c.job_id = j.id and c.lane = l.lane
        and ((c.state in ('queued', 'failed') and c.run_at <= now()) or (c.state = 'running' and c.locked_until < now())))
  $$;

-- For the metrics of the operator: seconds the oldest work has been due, and how much there is.
create function measure_jobs() returns table (oldest_waiting_seconds double precision, open_jobs bigint, dead_jobs bigint)
  language sql stable security definer set search_path = public, pg_temp
  as $$
  select coalesce(extract(epoch from now() - least(
           (select min(j.run_at) from jobs j where j.state in ('queued', 'failed') and j.run_at <= now()),
           (select min(j.locked_until) from jobs j where j.state = 'running' and j.locked_until < now()),
           (select min(c.run_at) from jobs j join job_chunks c on c.tenant_id = j.tenant_id and c.job_id = j.id
             where j.state = 'split' and c.state in ('queued', 'failed') and c.run_at <= now()))), 0)::double precision,
         (select count(*) from jobs j where j.state in ('queued', 'failed', 'running', 'split')),
         (select count(*) from jobs j where j.state = 'dead')
  $$;

grant create on schema public to depotwerk_definer;
do $$
declare
  lookup regprocedure;
begin
  foreach lookup in array array['find_waiting_work(text[])', 'measure_jobs()']::regprocedure[] loop
    execute format('revoke execute on function %s from public', lookup);
    execute format('grant execute on function %s to depotwerk_app', lookup);
    execute format('alter function %s owner to depotwerk_definer', lookup);
  end loop;
end
$$;
revoke create on schema public from depotwerk_definer;
