-- Peer groups stand below fund categories, and until now only the demo had any: a new house begins with the usual ones.
create function add_usual_fund_categories(p_tenant_id uuid) returns void
  language sql
  as $$
  insert into fund_categories (tenant_id, category_name, category_color, sort_order)
  select p_tenant_id, c.category_name, c.category_color, c.sort_order
    from (values ('Aktien', '#1f6f8b', 0), ('Renten', '#5b8c5a', 1), ('Mischfonds', '#8a6fb0', 2),
      ('Immobilien', '#b07d3c', 3), ('Geldmarkt', '#7a8794', 4), ('Alternative', '#b4534b', 5))
      as c (category_name, category_color, sort_order)
   where not exists (select from fund_categories k where k.tenant_id = p_tenant_id);
$$;
revoke all on function add_usual_fund_categories(uuid) from public;
do $$
declare
  tenant uuid;
begin
  for tenant in select tenant_id from list_tenants() loop
    perform set_config('app.tenant_id', tenant::text, true);
    perform add_usual_fund_categories(tenant);
  end loop;
  perform set_config('app.tenant_id', '', true);
end
$$;
