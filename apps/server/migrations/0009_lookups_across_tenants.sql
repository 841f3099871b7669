-- The only doors through row level security. Each function answers one narrow question before a
-- tenant is known; the caller then sets the tenant and reads on like everybody else.

grant select (tenant_id, tenant_key, tenant_name, is_inactive) on tenants to depotwerk_definer;
grant select (tenant_id, id, user_name) on users to depotwerk_definer;
grant select (tenant_id, id, user_id) on sessions to depotwerk_definer;
grant select (tenant_id, id, user_id) on second_factor_challenges to depotwerk_definer;
grant select (tenant_id, id, user_id, token_hash) on activation_tokens to depotwerk_definer;
grant select (tenant_id, id, user_id, token_hash) on api_tokens to depotwerk_definer;
grant select (tenant_id, id, token_hash) on report_urls to depotwerk_definer;
grant select (tenant_id, id, guid_hash) on depot_analyses to depotwerk_definer;
grant select (tenant_id, id, guid_hash) on preregistrations to depotwerk_definer;
grant select (tenant_id, white_label_id, host) on white_label_hosts to depotwerk_definer;

do $$
declare
  table_name text;
begin
  foreach table_name in array array['tenants', 'users', 'sessions', 'second_factor_challenges', 'activation_tokens',
    'api_tokens', 'report_urls', 'depot_analyses', 'preregistrations', 'white_label_hosts'] loop
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

create function find_report_url(p_token_hash bytea) returns table (tenant_id uuid, id uuid)
  language sql stable security definer set search_path = public, pg_temp
  as $$ select r.tenant_id, r.id from report_urls r where r.token_hash = p_token_hash $$;

create function find_depot_analysis(p_guid_hash bytea) returns table (tenant_id uuid, id uuid)
  language sql stable security definer set search_path = public, pg_temp
  as $$ select d.tenant_id, d.id from depot_analyses d where d.guid_hash = p_guid_hash $$;

create function find_preregistration(p_guid_hash bytea) returns table (tenant_id uuid, id uuid)
  language sql stable security definer set search_path = public, pg_temp
  as $$ select p.tenant_id, p.id from preregistrations p where p.guid_hash = p_guid_hash $$;

create function find_white_label(p_host text) returns table (tenant_id uuid, white_label_id uuid)
  language sql stable security definer set search_path = public, pg_temp
  as $$
  select h.tenant_id, h.white_label_id from white_label_hosts h join tenants t on t.tenant_id = h.tenant_id
   where h.host = lower(p_host) and not t.is_inactive
  $$;

create function list_tenants() returns table (tenant_id uuid, tenant_key text, tenant_name text)
  language sql stable security definer set search_path = public, pg_temp
  as $$ select t.tenant_id, t.tenant_key, t.tenant_name from tenants t where not t.is_inactive order by t.tenant_key $$;

-- Handing a function to its owner role needs the right to create for that moment only.
grant create on schema public to depotwerk_definer;
do $$
declare
  lookup regprocedure;
begin
  foreach lookup in array array['find_login(text)', 'find_session(uuid)', 'find_challenge(uuid)',
    'find_activation_token(bytea)', 'find_api_token(bytea)', 'find_report_url(bytea)', 'find_depot_analysis(bytea)',
    'find_preregistration(bytea)', 'find_white_label(text)', 'list_tenants()']::regprocedure[] loop
    execute format('revoke execute on function %s from public', lookup);
    execute format('grant execute on function %s to depotwerk_app', lookup);
    execute format('alter function %s owner to depotwerk_definer', lookup);
  end loop;
end
$$;
revoke create on schema public from depotwerk_definer;
