-- What 0575, 0580 and 0670 did for the rows that were there: with an owner who is no superuser they met none, because row security
-- shows him no row without a tenant (houses and people he sees, as a member of the role that looks across tenants). Here the
-- tenant is set, one house after the other. 0691 is not among them: with such an owner it fails, or a superuser has run it.
do $$
declare
  tenant uuid;
begin
  for tenant in select tenant_id from tenants loop
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
    -- What the ledger lacks of the true numbers; one statement sees people and ledger of the same moment.
    insert into group_user_statistics
    select tenant, group_id, sum(number)
      from (select group_id, count(*) as number from group_users where tenant_id = tenant group by 1
            union all
            select group_id, -user_count from group_user_statistics where tenant_id = tenant) counted
     group by group_id having sum(number) <> 0;
  end loop;
  perform set_config('app.tenant_id', '', true);
end
$$;
