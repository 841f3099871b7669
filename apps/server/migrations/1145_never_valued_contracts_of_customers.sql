-- How many contracts of a customer nobody ever valued, kept as their number and sum are: a customer whose contracts are all valued and sum
-- to nothing is worth 0, and is sorted there; behind all others come those of whom nothing is known.
-- Readers go on; whoever writes a contract waits while those never valued are counted, and is counted by the new trigger.
-- rolls: waits at most two seconds, and the release before waits for a moment
lock table contracts in share row exclusive mode;
alter table customers add column never_valued_count integer not null default 0;
create or replace trigger bump_row_version before update on customers for each row
  when ((old.contract_count, old.total_value, old.never_valued_count)
    is not distinct from (new.contract_count, new.total_value, new.never_valued_count))
  execute function bump_row_version();

create or replace function count_contracts() returns trigger
  language plpgsql
  as $$
begin
  if tg_op = 'INSERT' then
    insert into contract_statistics
    select tenant_id, group_id, tariff_id, insurer_id, risk_class_id, count(*), sum(total_value), sum(cash_value),
           count(*) filter (where hint_count > 0), count(*) filter (where risk_band_status in ('below', 'above')),
           count(*) filter (where has_pending_changes), count(*) filter (where last_check is null),
           count(contract_score), coalesce(sum(contract_score), 0)
      from added where deleted_at is null group by 1, 2, 3, 4, 5;
    update customers c set contract_count = c.contract_count + d.contract_count, total_value = c.total_value + d.total_value,
        never_valued_count = c.never_valued_count + d.never_valued_count
      from (select tenant_id, customer_id, count(*) as contract_count, sum(total_value) as total_value,
                   count(*) filter (where valuation_date is null and total_value = 0) as never_valued_count
              from added where deleted_at is null group by 1, 2) d
     where c.tenant_id = d.tenant_id and c.id = d.customer_id;
  elsif tg_op = 'DELETE' then
    insert into contract_statistics
    select tenant_id, group_id, tariff_id, insurer_id, risk_class_id, -count(*), -sum(total_value), -sum(cash_value),
           -count(*) filter (where hint_count > 0), -count(*) filter (where risk_band_status in ('below', 'above')),
           -count(*) filter (where has_pending_changes), -count(*) filter (where last_check is null),
           -count(contract_score), -coalesce(sum(contract_score), 0)
      from removed where deleted_at is null group by 1, 2, 3, 4, 5;
    update customers c set contract_count = c.contract_count - d.contract_count, total_value = c.total_value - d.total_value,
        never_valued_count = c.never_valued_count - d.never_valued_count
      from (select tenant_id, customer_id, count(*) as contract_count, sum(total_value) as total_value,
                   count(*) filter (where valuation_date is null and total_value = 0) as never_valued_count
              from removed where deleted_at is null group by 1, 2) d
     where c.tenant_id = d.tenant_id and c.id = d.customer_id;
  else
    insert into contract_statistics
    select tenant_id, group_id, tariff_id, insurer_id, risk_class_id, sum(sign), sum(sign * total_value), sum(sign * cash_value),
           coalesce(sum(sign) filter (where hint_count > 0), 0),
           coalesce(sum(sign) filter (where risk_band_status in ('below', 'above')), 0),
           coalesce(sum(sign) filter (where has_pending_changes), 0),
           coalesce(sum(sign) filter (where last_check is null), 0),
           coalesce(sum(sign) filter (where contract_score is not null), 0),
           coalesce(sum(sign * contract_score), 0)
      from (select 1 as sign, added.* from added union all select -1, removed.* from removed) both_sides
     where deleted_at is null
     group by tenant_id, group_id, tariff_id, insurer_id, risk_class_id
    having sum(sign) <> 0 or sum(sign * total_value) <> 0 or sum(sign * cash_value) <> 0
        or coalesce(sum(sign) filter (where hint_count > 0), 0) <> 0
        or coalesce(sum(sign) filter (where risk_band_status in ('below', 'above')), 0) <> 0
        or coalesce(sum(sign) filter (where has_pending_changes), 0) <> 0
        or coalesce(sum(sign) filter (where last_check is null), 0) <> 0
        or coalesce(sum(sign) filter (where contract_score is not null), 0) <> 0
        or coalesce(sum(sign * contract_score), 0) <> 0;
    update customers c set contract_count = c.contract_count + d.contract_count, total_value = c.total_value + d.total_value,
        never_valued_count = c.never_valued_count + d.never_valued_count
      from (select tenant_id, customer_id, sum(sign) as contract_count, sum(sign * total_value) as total_value,
                   coalesce(sum(sign) filter (where valuation_date is null and total_value = 0), 0) as never_valued_count
              from (select 1 as sign, added.* from added union all select -1, removed.* from removed) both_sides
             where deleted_at is null group by tenant_id, customer_id
            having sum(sign) <> 0 or sum(sign * total_value) <> 0
                or coalesce(sum(sign) filter (where valuation_date is null and total_value = 0), 0) <> 0) d
     where c.tenant_id = d.tenant_id and c.id = d.customer_id;
  end if;
  if txid_current() % 256 = 0 then
    perform compact_statistics(app_tenant_id());
  end if;
  return null;
end
$$;

-- House by house, as the tables are protected. Only those never valued are read, by the index of 1106, and only their customers written.
do $$
declare
  tenant uuid;
begin
  for tenant in select tenant_id from tenants loop
    perform set_config('app.tenant_id', tenant::text, true);
    update customers c set never_valued_count = n.number
      from (select customer_id, count(*)::int as number from contracts
             where tenant_id = tenant and deleted_at is null and valuation_date is null and total_value_cents = 0 group by 1) n
     where c.tenant_id = tenant and c.id = n.customer_id;
  end loop;
  perform set_config('app.tenant_id', '', true);
end
$$;

-- That of 1124 stays for servers of the release before.
create index customers_by_value_known on customers
  (tenant_id, (case when total_value = 0 and never_valued_count > 0 then null else total_value end), id)
  where deleted_at is null;
