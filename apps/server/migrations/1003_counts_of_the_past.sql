-- What the ledgers of 1002 do not know: everything there was before them. Each statement adds the difference between a recount
-- and what was appended until then, both of one snapshot. A change is seen with its entries or without both, so that writers go
-- on meanwhile and nothing is counted twice or left out. House by house, as the tables are protected.
do $$
declare
  tenant uuid;
begin
  for tenant in select tenant_id from tenants loop
    perform set_config('app.tenant_id', tenant::text, true);
    insert into contract_counts (tenant_id, group_id, measure, value, contract_count, is_sum)
    select tenant, group_id, measure, value, sum(number), true
      from (select group_id, measure, value, contract_count as number from contract_counts_recount where tenant_id = tenant
            union all
            select group_id, measure, value, -contract_count from contract_counts where tenant_id = tenant) both_sides
     group by group_id, measure, value having sum(number) <> 0;
    insert into task_counts (tenant_id, audience_id, task_type, severity, due_date, task_count, is_sum)
    select tenant, audience_id, task_type, severity, due_date, sum(number), true
      from (select audience_id, task_type, severity, due_date, task_count as number from task_counts_recount where tenant_id = tenant
            union all
            select audience_id, task_type, severity, due_date, -task_count from task_counts where tenant_id = tenant) both_sides
     group by audience_id, task_type, severity, due_date having sum(number) <> 0;
  end loop;
  perform set_config('app.tenant_id', '', true);
end
$$;
