-- What 0575, 0580, 0670 and 0691 did for the rows that were there: with an owner who is no superuser they changed nothing, because
-- row security shows him no row without a tenant. Here the tenant is set one house after the other.
do $$
declare
  tenants uuid[];
  tenant uuid;
begin
  -- Houses that are inactive as well: only this role sees every one.
  execute 'set local role depotwerk_definer';
  execute 'select array_agg(tenant_id) from tenants' into tenants;
  execute 'reset role';
  foreach tenant in array coalesce(tenants, '{}') loop
    perform set_config('app.tenant_id', tenant::text, true);
    -- Where the update worked it left its own time or a later one; what somebody has saved since, with the switches before his eyes, stands.
    update white_label_configs w
       set features = case when m.invited then w.features || '{"preregistration": true}' else w.features end,
           languages = case when m.spoken then '{de,en}' else w.languages end
      from (select x.tenant_id, x.id,
                   x.updated_at < (select applied_at from schema_migrations where version = 575) as invited,
                   x.updated_at < (select applied_at from schema_migrations where version = 670) as spoken
              from white_label_configs x where x.tenant_id = tenant) m
     where w.tenant_id = m.tenant_id and w.id = m.id and (m.invited or m.spoken);
    -- What the ledgers lack of the true numbers; one statement sees people and ledger of the same moment.
    insert into user_statistics
    select tenant, role_id, is_inactive, sum(number)
      from (select role_id, is_inactive, count(*) as number from users where tenant_id = tenant group by 1, 2
            union all
            select role_id, is_inactive, -user_count from user_statistics where tenant_id = tenant) counted
     group by role_id, is_inactive having sum(number) <> 0;
    insert into group_user_statistics
    select tenant, group_id, sum(number)
      from (select group_id, count(*) as number from group_users where tenant_id = tenant group by 1
            union all
            select group_id, -user_count from group_user_statistics where tenant_id = tenant) counted
     group by group_id having sum(number) <> 0;
    update tariffs t set highest_risk_indicator = v.highest
      from (select tariff_id, least((content -> 'tariff' ->> 'maximumRiskIndicator')::smallint,
                     case when x.tariff_type_id = 5 then 5 end) as highest
              from tariff_versions s join tariffs x on x.tenant_id = s.tenant_id and x.id = s.tariff_id
             where s.tenant_id = tenant and s.state = 'published') v
     where t.tenant_id = tenant and t.id = v.tariff_id and t.highest_risk_indicator is null and v.highest is not null;
  end loop;
  perform set_config('app.tenant_id', '', true);
end
$$;
