-- A profile is asked of who holds contracts, not of each of them: her open tasks become one, with what somebody did about any of them, so that
-- nobody finds it begun anew. What a server of the release before opens beside it by contract ends when a server of this one looks there.
-- House by house, as the tables are protected.
do $$
declare
  tenant uuid;
begin
  for tenant in select tenant_id from tenants loop
    perform set_config('app.tenant_id', tenant::text, true);
    with asked as (
      select t.id, t.status, t.severity, t.assigned_user_id, h.customer_id, t.task_type,
             case when c.group_id is not distinct from u.group_id then u.id::text
                  else concat_ws(' ', u.id, c.group_id) end as cause_key
        from workbench_tasks t
        join contracts c on c.tenant_id = t.tenant_id and c.id = t.contract_id
        -- Whose profile is asked for: the missing one, or the first to end.
        cross join lateral (
          select x.customer_id from (
            select 0 as place, c.customer_id, a.id is null as is_missing, a.valid_until
              from (select) one left join risk_assessments a on a.tenant_id = c.tenant_id and a.contract_id = c.id and a.status = 'valid'
            union all
            select 1, o.customer_id, o.risk_class_id is null, o.valid_until from contract_holders o
             where o.tenant_id = c.tenant_id and o.contract_id = c.id) x
           order by case when t.task_type = 'profileMissing' then not x.is_missing end, x.valid_until nulls last, x.place, x.customer_id
           limit 1) h
        join customers u on u.tenant_id = t.tenant_id and u.id = h.customer_id
       where t.tenant_id = tenant and t.task_type in ('profileMissing', 'profileEnding') and t.ended_at is null),
    ranked as (
      select a.*, row_number() over same as place, max(a.severity) over (partition by a.task_type, a.cause_key) as gravest,
             first_value(a.assigned_user_id) over (partition by a.task_type, a.cause_key
               order by a.assigned_user_id is null, array_position(array['open', 'snoozed', 'done'], a.status), a.id) as owner
        from asked a
      window same as (partition by a.task_type, a.cause_key
        order by array_position(array['open', 'snoozed', 'done'], a.status), a.assigned_user_id is null, a.severity desc, a.id))
    update workbench_tasks t
       set ended_at = case when r.place > 1 then now() end,
           cause_key = case when r.place = 1 then r.cause_key else t.cause_key end,
           customer_id = case when r.place = 1 then r.customer_id else t.customer_id end,
           severity = case when r.place = 1 then r.gravest else t.severity end,
           assigned_user_id = case when r.place = 1 then r.owner else t.assigned_user_id end,
           -- Which contracts it was about is not told anew: none of them brings back what is done.
           cause_bits = case when r.place = 1 and t.task_type = 'profileMissing' then (1 << 30) - 1 else t.cause_bits end
      from ranked r where t.tenant_id = tenant and t.id = r.id;
  end loop;
  perform set_config('app.tenant_id', '', true);
end
$$;
