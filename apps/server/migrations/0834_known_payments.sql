-- What valuations say was paid in is known, but for those of a contract of value that all say 0: by the rule that held until now nobody
-- knows it there.
-- Row security shows an owner who is no superuser no row without a tenant: one house after the other.
do $$
declare
  tenant uuid;
begin
  for tenant in select tenant_id from tenants loop
    perform set_config('app.tenant_id', tenant::text, true);
    update portfolios p set paid_in = p.contributions_value
      from (select contract_id from portfolios where tenant_id = tenant group by contract_id
             having not (bool_and(contributions_value = 0) and bool_or(total_value <> 0))) x
     where p.tenant_id = tenant and p.contract_id = x.contract_id;
  end loop;
  perform set_config('app.tenant_id', '', true);
end
$$;
