-- Where one tenant alone lives in the installation, every host is its own: a firm need not name its hosts.
grant select (tenant_id, id, is_default) on white_label_configs to depotwerk_definer;
create policy definer_lookup on white_label_configs for select to depotwerk_definer using (true);

create or replace function find_white_label(p_host text) returns table (tenant_id uuid, white_label_id uuid)
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
