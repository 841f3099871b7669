-- As list_tenants(), inactive ones among them: what must not be lost of a house that may come back.
create function list_all_tenants() returns table (tenant_id uuid, tenant_key text, tenant_name text)
  language sql stable security definer set search_path = public, pg_temp
  as $$ select t.tenant_id, t.tenant_key, t.tenant_name from tenants t order by t.tenant_key $$;
revoke execute on function list_all_tenants() from public;
grant create on schema public to depotwerk_definer;
alter function list_all_tenants() owner to depotwerk_definer;
revoke create on schema public from depotwerk_definer;
grant execute on function list_all_tenants() to depotwerk_app;
