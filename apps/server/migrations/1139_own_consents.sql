-- A customer gives and withdraws consents on her own side; who recorded a decision may have another account since. What a release
-- before records counts as an adviser's.
alter table customer_consents add column is_own boolean not null default false;

do $$
declare
  tenant uuid;
begin
  for tenant in select tenant_id from tenants loop
    perform set_config('app.tenant_id', tenant::text, true);
    update customer_consents x set is_own = true from users u
     where x.tenant_id = tenant and u.tenant_id = x.tenant_id and u.id = x.recorded_by and u.customer_id = x.customer_id;
  end loop;
  perform set_config('app.tenant_id', '', true);
end
$$;
