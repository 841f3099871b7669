-- The only doors through row level security. Each function answers one narrow question before a
-- tenant is known; the caller then sets the tenant and reads on like everybody else.

grant select (tenant_id, tenant_key, tenant_name, is_inactive) on tenants to depotwerk_definer;
grant select (tenant_id, id, user_name, totp_confirmed_at) on users to depotwerk_definer;
grant select (tenant_id, id, user_id) on sessions to depotwerk_definer;
grant select (tenant_id, id, user_id) on second_factor_challenges to depotwerk_definer;
grant select (tenant_id, id, user_id, token_hash) on activation_tokens to depotwerk_definer;
grant select (tenant_id, id, user_id, token_hash) on api_tokens to depotwerk_definer;
grant select (tenant_id, id, token_hash) on report_urls to depotwerk_definer;
grant select (tenant_id, id, guid_hash) on depot_analyses to depotwerk_definer;
grant select (tenant_id, id, guid_hash) on preregistrations to depotwerk_definer;
grant select (tenant_id, white_label_id, host) on white_label_hosts to depotwerk_definer;
grant select (tenant_id, id, job_type, state, run_at, locked_until, created_at) on jobs to depotwerk_definer;
grant select (tenant_id, job_id, lane) on job_lanes to depotwerk_definer;
grant select (tenant_id, job_id, lane, state, run_at, locked_until) on job_chunks to depotwerk_definer;
grant select (tenant_id, id, guid_hash, report_id_hash) on public_reports to depotwerk_definer;
grant select (tenant_id) on trader_credentials to depotwerk_definer;
grant select (tenant_id, user_id, credential_id) on passkeys to depotwerk_definer;
grant select (tenant_id, id, is_default) on white_label_configs to depotwerk_definer;
grant select (tenant_id, issuer, client_id, is_active) on identity_providers to depotwerk_definer;
grant select (tenant_id) on workbench_changes to depotwerk_definer;
do $$
declare
  table_name text;
begin
    foreach table_name in array array['tenants', 'users', 'sessions', 'second_factor_challenges', 'activation_tokens',
    'api_tokens', 'report_urls', 'depot_analyses', 'preregistrations', 'white_label_hosts', 'jobs', 'job_lanes',
    'job_chunks', 'public_reports', 'trader_credentials', 'passkeys', 'white_label_configs', 'identity_providers',
    'workbench_changes']
  loop
    execute format('create policy definer_lookup on %I for select to depotwerk_definer using (true)', table_name);
  end loop;
end
$$;

create function find_login(p_user_name text) returns table (tenant_id uuid, user_id uuid)
  language sql stable security definer set search_path = public, pg_temp
  as $$
  select u.tenant_id, u.id from users u join tenants t on t.tenant_id = u.tenant_id
   where lower(u.user_name) = lower(p_user_name) and not t.is_inactive
  $$;

create function find_session(p_session_id uuid) returns table (tenant_id uuid, user_id uuid)
  language sql stable security definer set search_path = public, pg_temp
  as $$ select s.tenant_id, s.user_id from sessions s where s.id = p_session_id $$;

create function find_challenge(p_challenge_id uuid) returns table (tenant_id uuid, user_id uuid)
  language sql stable security definer set search_path = public, pg_temp
  as $$ select c.tenant_id, c.user_id from second_factor_challenges c where c.id = p_challenge_id $$;

create function find_activation_token(p_token_hash bytea) returns table (tenant_id uuid, id uuid, user_id uuid)
  language sql stable security definer set search_path = public, pg_temp
  as $$ select a.tenant_id, a.id, a.user_id from activation_tokens a where a.token_hash = p_token_hash $$;

create function find_api_token(p_token_hash bytea) returns table (tenant_id uuid, id uuid, user_id uuid)
  language sql stable security definer set search_path = public, pg_temp
  as $$ select a.tenant_id, a.id, a.user_id from api_tokens a where a.token_hash = p_token_hash $$;

create function find_passkey(p_credential_id bytea) returns table (tenant_id uuid, user_id uuid)
  language sql stable security definer set search_path = public, pg_temp
  as $$
  select p.tenant_id, p.user_id from passkeys p join tenants t on t.tenant_id = p.tenant_id
   where p.credential_id = p_credential_id and not t.is_inactive
  $$;

create function find_identity_providers(p_issuer text, p_client_id text) returns table (tenant_id uuid)
  language sql stable security definer set search_path = public, pg_temp
  as $$
  select p.tenant_id from identity_providers p join tenants t on t.tenant_id = p.tenant_id
   where p.issuer = p_issuer and p.client_id = p_client_id and p.is_active and not t.is_inactive
  $$;

create function find_white_label(p_host text) returns table (tenant_id uuid, white_label_id uuid)
  language sql stable security definer set search_path = public, pg_temp
  as $$
  select h.tenant_id, h.white_label_id from white_label_hosts h join tenants t on t.tenant_id = h.tenant_id
   where h.host = lower(p_host) and not t.is_inactive
  union all
  select w.tenant_id, w.id from white_label_configs w
   where w.is_default and (select count(*) from tenants) = 1
     and exists (select from tenants t where t.tenant_id = w.tenant_id and not t.is_inactive)
     and not exists (select from white_label_hosts h where h.host = lower(p_host))
  $$;

create function list_tenants() returns table (tenant_id uuid, tenant_key text, tenant_name text)
  language sql stable security definer set search_path = public, pg_temp
  as $$ select t.tenant_id, t.tenant_key, t.tenant_name from tenants t where not t.is_inactive order by t.tenant_key $$;

-- Whether anybody exists in the whole installation: decides about the first administrator.
create function has_any_user() returns boolean
  language sql stable security definer set search_path = public, pg_temp
  as $$ select exists (select from users) $$;

create function has_sealed_secrets() returns boolean
  language sql stable security definer set search_path = public, pg_temp
  as $$
  select exists (select from sessions) or exists (select from users where totp_confirmed_at is not null)
    or exists (select from trader_credentials)
  $$;

create function find_report_url(p_token_hash bytea) returns table (tenant_id uuid, id uuid)
  language sql stable security definer set search_path = public, pg_temp
  as $$ select r.tenant_id, r.id from report_urls r where r.token_hash = p_token_hash $$;

create function find_public_report(p_hash bytea) returns table (tenant_id uuid, id uuid)
  language sql stable security definer set search_path = public, pg_temp
  as $$ select r.tenant_id, r.id from public_reports r where r.guid_hash = p_hash or r.report_id_hash = p_hash $$;

create function find_depot_analysis(p_guid_hash bytea) returns table (tenant_id uuid, id uuid)
  language sql stable security definer set search_path = public, pg_temp
  as $$ select d.tenant_id, d.id from depot_analyses d where d.guid_hash = p_guid_hash $$;

create function find_preregistration(p_guid_hash bytea) returns table (tenant_id uuid, id uuid)
  language sql stable security definer set search_path = public, pg_temp
  as $$ select p.tenant_id, p.id from preregistrations p where p.guid_hash = p_guid_hash $$;

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

create function find_task_changes() returns setof uuid
  language sql stable security definer set search_path = public, pg_temp
  as $$ select t.tenant_id from tenants t where not t.is_inactive
    and exists (select from workbench_changes c where c.tenant_id = t.tenant_id) $$;

-- Handing a function to its owner role needs the right to create for that moment only.
grant create on schema public to depotwerk_definer;
do $$
declare
  lookup regprocedure;
begin
  foreach lookup in array array['find_activation_token(bytea)',
    'find_api_token(bytea)',
    'find_challenge(uuid)',
    'find_depot_analysis(bytea)',
    'find_identity_providers(text, text)',
    'find_login(text)',
    'find_passkey(bytea)',
    'find_preregistration(bytea)',
    'find_public_report(bytea)',
    'find_report_url(bytea)',
    'find_session(uuid)',
    'find_task_changes()',
    'find_waiting_work(text[])',
    'find_white_label(text)',
    'has_any_user()',
    'has_sealed_secrets()',
    'list_tenants()',
    'measure_jobs()']::regprocedure[]
  loop
    execute format('revoke execute on function %s from public', lookup);
    execute format('grant execute on function %s to depotwerk_app', lookup);
    execute format('alter function %s owner to depotwerk_definer', lookup);
  end loop;
end
$$;
revoke create on schema public from depotwerk_definer;
