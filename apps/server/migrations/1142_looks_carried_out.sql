-- Until 1130 a later day took the place of a proposal the bank had carried out, or had: its look is told as given up ever since, though
-- its orders were executed. It is what it was again. Where a plan changed by hand outlived its look, the look says so in its note and stays.
-- Row security shows an owner who is no superuser no row without a tenant: one house after the other.
do $$
declare
  tenant uuid;
begin
  for tenant in select tenant_id from tenants loop
    perform set_config('app.tenant_id', tenant::text, true);
    update continuous_plans k
       set state = case when k.decided_at is null then 'waiting' else 'released' end
      from planned_optimizations p
     where k.tenant_id = tenant and k.state = 'replaced' and k.decision_note is null
       and p.tenant_id = k.tenant_id and p.id = k.planned_optimization_id
       and p.state in ('submitted', 'confirmed', 'partlyConfirmed');
  end loop;
  perform set_config('app.tenant_id', '', true);
end
$$;
