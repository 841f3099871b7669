-- What triggers keep: copies of portfolio, savings plan, hints and pending changes on the contract,
-- counts on the customer, and the statistics above the lists.

create function copy_current_portfolio() returns trigger
  language plpgsql
  as $$
begin
  update contracts k
     set valuation_date = p.valuation_date, cash_value = p.cash_value, non_funds_value = p.non_funds_value,
         contributions_value = p.contributions_value, reserve_value = p.reserve_value,
         guarantee_fund_quantity = p.guarantee_fund_quantity, total_value = p.total_value
    from changed p
   where p.is_current and k.tenant_id = p.tenant_id and k.id = p.contract_id
     and (k.valuation_date, k.cash_value, k.non_funds_value, k.contributions_value, k.reserve_value,
          k.guarantee_fund_quantity, k.total_value)
         is distinct from
         (p.valuation_date, p.cash_value, p.non_funds_value, p.contributions_value, p.reserve_value,
          p.guarantee_fund_quantity, p.total_value);
  return null;
end
$$;
create trigger copy_current_portfolio_insert after insert on portfolios
  referencing new table as changed for each statement execute function copy_current_portfolio();
create trigger copy_current_portfolio_update after update on portfolios
  referencing new table as changed for each statement execute function copy_current_portfolio();

create function copy_current_savings_plan() returns trigger
  language plpgsql
  as $$
begin
  update contracts k
     set contribution = plan.contribution, contribution_interval = plan.contribution_interval
    from (select distinct tenant_id, contract_id from changed) touched
    left join savings_plans plan
      on plan.tenant_id = touched.tenant_id and plan.contract_id = touched.contract_id and plan.valid_to is null
   where k.tenant_id = touched.tenant_id and k.id = touched.contract_id
     and (k.contribution, k.contribution_interval) is distinct from (plan.contribution, plan.contribution_interval);
  return null;
end
$$;
create trigger copy_current_savings_plan_insert after insert on savings_plans
  referencing new table as changed for each statement execute function copy_current_savings_plan();
create trigger copy_current_savings_plan_update after update on savings_plans
  referencing new table as changed for each statement execute function copy_current_savings_plan();
create trigger copy_current_savings_plan_delete after delete on savings_plans
  referencing old table as changed for each statement execute function copy_current_savings_plan();

-- A check writes the summary of a contract's hints together with its score; what triggers count is then the same
-- and needs no second version of the row.
create function summarise_hints() returns trigger
  language plpgsql
  as $$
begin
  -- lock first: two transactions changing hints of one contract must not each miss the other's
  perform 1 from contracts k
    where (k.tenant_id, k.id) in (select c.tenant_id, c.contract_id from changed c)
    order by k.tenant_id, k.id for no key update;
  update contracts k
     set hint_count = coalesce(s.hint_count, 0), highest_hint_severity = s.severity, hint_mask = coalesce(s.mask, 0)
    from (select distinct tenant_id, contract_id from changed) touched
    left join lateral (
      select count(distinct coalesce(h.finding_cause, h.id::text))::smallint as hint_count, max(h.severity) as severity,
             bit_or(1 << (h.optimization_hint_id - 1)) as mask
        from contract_hints h
       where h.tenant_id = touched.tenant_id and h.contract_id = touched.contract_id and h.state = 'open') s on true
   where k.tenant_id = touched.tenant_id and k.id = touched.contract_id
     and (k.hint_count, k.highest_hint_severity, k.hint_mask)
         is distinct from (coalesce(s.hint_count, 0::smallint), s.severity, coalesce(s.mask, 0));
  return null;
end
$$;
create trigger summarise_hints_insert after insert on contract_hints
  referencing new table as changed for each statement execute function summarise_hints();
create trigger summarise_hints_update after update on contract_hints
  referencing new table as changed for each statement execute function summarise_hints();
create trigger summarise_hints_delete after delete on contract_hints
  referencing old table as changed for each statement execute function summarise_hints();

create function flag_pending_changes() returns trigger
  language plpgsql
  as $$
begin
  perform 1 from contracts k
    where (k.tenant_id, k.id) in (select c.tenant_id, c.contract_id from changed c)
    order by k.tenant_id, k.id for no key update;
  update contracts k
     set has_pending_changes = flag.is_pending
    from (select distinct tenant_id, contract_id from changed) touched
    cross join lateral (select exists (
      select 1 from contract_pending_changes p
       where p.tenant_id = touched.tenant_id and p.contract_id = touched.contract_id and p.processed_at is null) as is_pending) flag
   where k.tenant_id = touched.tenant_id and k.id = touched.contract_id and k.has_pending_changes <> flag.is_pending;
  return null;
end
$$;
create trigger flag_pending_changes_insert after insert on contract_pending_changes
  referencing new table as changed for each statement execute function flag_pending_changes();
create trigger flag_pending_changes_update after update on contract_pending_changes
  referencing new table as changed for each statement execute function flag_pending_changes();
create trigger flag_pending_changes_delete after delete on contract_pending_changes
  referencing old table as changed for each statement execute function flag_pending_changes();

-- Statistics are a ledger: each statement appends its differences, readers sum them. So writers
-- never wait for each other on a popular row. compact_statistics() replaces many entries by their
-- sum now and then; readers see the ledger before or after that, never between.
create table contract_statistics (
  tenant_id uuid not null,
  group_id uuid,
  tariff_id uuid not null,
  insurer_id integer,
  risk_class_id smallint,
  contract_count bigint not null,
  total_value numeric(20,2) not null,
  cash_value numeric(20,2) not null,
  with_hints_count bigint not null,
  risk_out_of_band_count bigint not null,
  pending_changes_count bigint not null,
  not_checked_count bigint not null,
  scored_count bigint not null,
  score_sum bigint not null
);
create index contract_statistics_group on contract_statistics (tenant_id, group_id);

create table customer_statistics (
  tenant_id uuid not null,
  group_id uuid,
  customer_count bigint not null,
  with_contracts_count bigint not null
);
create index customer_statistics_group on customer_statistics (tenant_id, group_id);

-- The bucket sums of a set of contracts; deleted ones count nothing.
create view contract_statistics_recount with (security_invoker = true) as
  select tenant_id, group_id, tariff_id, insurer_id, risk_class_id,
         count(*) as contract_count, sum(total_value) as total_value, sum(cash_value) as cash_value,
         count(*) filter (where hint_count > 0) as with_hints_count,
         count(*) filter (where risk_band_status in ('below', 'above')) as risk_out_of_band_count,
         count(*) filter (where has_pending_changes) as pending_changes_count,
         count(*) filter (where last_check is null) as not_checked_count,
         count(contract_score) as scored_count, coalesce(sum(contract_score), 0) as score_sum
    from contracts
   where deleted_at is null
   group by tenant_id, group_id, tariff_id, insurer_id, risk_class_id;

create view customer_statistics_recount with (security_invoker = true) as
  select tenant_id, group_id, count(*) as customer_count, count(*) filter (where contract_count > 0) as with_contracts_count
    from customers
   where deleted_at is null
   group by tenant_id, group_id;

-- Every so often one statement tidies up; never under stricter isolation, where it could fail.
create function compact_statistics(target_tenant uuid) returns boolean
  language plpgsql
  set search_path = public, pg_temp
  as $$
begin
  if current_setting('transaction_isolation') <> 'read committed'
     or not pg_try_advisory_xact_lock(hashtextextended('compact_statistics:' || target_tenant, 0)) then
    return false;
  end if;
  with removed as (
    delete from contract_statistics where tenant_id = target_tenant returning *
  )
  insert into contract_statistics
  select tenant_id, group_id, tariff_id, insurer_id, risk_class_id, sum(contract_count), sum(total_value), sum(cash_value),
         sum(with_hints_count), sum(risk_out_of_band_count), sum(pending_changes_count), sum(not_checked_count),
         sum(scored_count), sum(score_sum)
    from removed group by tenant_id, group_id, tariff_id, insurer_id, risk_class_id
  having sum(contract_count) <> 0;
  with removed as (
    delete from customer_statistics where tenant_id = target_tenant returning *
  )
  insert into customer_statistics
  select tenant_id, group_id, sum(customer_count), sum(with_contracts_count)
    from removed group by tenant_id, group_id
  having sum(customer_count) <> 0;
  return true;
end
$$;

create function count_contracts() returns trigger
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
    update customers c set contract_count = c.contract_count + d.contract_count, total_value = c.total_value + d.total_value
      from (select tenant_id, customer_id, count(*) as contract_count, sum(total_value) as total_value
              from added where deleted_at is null group by 1, 2) d
     where c.tenant_id = d.tenant_id and c.id = d.customer_id;
  elsif tg_op = 'DELETE' then
    insert into contract_statistics
    select tenant_id, group_id, tariff_id, insurer_id, risk_class_id, -count(*), -sum(total_value), -sum(cash_value),
           -count(*) filter (where hint_count > 0), -count(*) filter (where risk_band_status in ('below', 'above')),
           -count(*) filter (where has_pending_changes), -count(*) filter (where last_check is null),
           -count(contract_score), -coalesce(sum(contract_score), 0)
      from removed where deleted_at is null group by 1, 2, 3, 4, 5;
    update customers c set contract_count = c.contract_count - d.contract_count, total_value = c.total_value - d.total_value
      from (select tenant_id, customer_id, count(*) as contract_count, sum(total_value) as total_value
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
    update customers c set contract_count = c.contract_count + d.contract_count, total_value = c.total_value + d.total_value
      from (select tenant_id, customer_id, sum(sign) as contract_count, sum(sign * total_value) as total_value
              from (select 1 as sign, added.* from added union all select -1, removed.* from removed) both_sides
             where deleted_at is null group by tenant_id, customer_id
            having sum(sign) <> 0 or sum(sign * total_value) <> 0) d
     where c.tenant_id = d.tenant_id and c.id = d.customer_id;
  end if;
  if txid_current() % 256 = 0 then
    perform compact_statistics(app_tenant_id());
  end if;
  return null;
end
$$;
create trigger count_contracts_insert after insert on contracts
  referencing new table as added for each statement execute function count_contracts();
create trigger count_contracts_update after update on contracts
  referencing old table as removed new table as added for each statement execute function count_contracts();
create trigger count_contracts_delete after delete on contracts
  referencing old table as removed for each statement execute function count_contracts();

create function count_customers() returns trigger
  language plpgsql
  as $$
begin
  if tg_op = 'INSERT' then
    insert into customer_statistics
    select tenant_id, group_id, count(*), count(*) filter (where contract_count > 0)
      from added where deleted_at is null group by 1, 2;
  elsif tg_op = 'DELETE' then
    insert into customer_statistics
    select tenant_id, group_id, -count(*), -count(*) filter (where contract_count > 0)
      from removed where deleted_at is null group by 1, 2;
  else
    insert into customer_statistics
    select tenant_id, group_id, sum(sign), coalesce(sum(sign) filter (where contract_count > 0), 0)
      from (select 1 as sign, added.* from added union all select -1, removed.* from removed) both_sides
     where deleted_at is null
     group by tenant_id, group_id
    having sum(sign) <> 0 or coalesce(sum(sign) filter (where contract_count > 0), 0) <> 0;
  end if;
  return null;
end
$$;
create trigger count_customers_insert after insert on customers
  referencing new table as added for each statement execute function count_customers();
create trigger count_customers_update after update on customers
  referencing old table as removed new table as added for each statement execute function count_customers();
create trigger count_customers_delete after delete on customers
  referencing old table as removed for each statement execute function count_customers();

-- What lies in each fund, by group of the customers: summed once a day, because adding up every holding of a large book
-- takes longer than anybody waits for a picture.
create table fund_holdings (
  tenant_id uuid not null,
  fund_id integer not null,
  group_id uuid,
  contract_count bigint not null check (contract_count >= 0),
  value numeric(20,2) not null,
  summed_at timestamptz not null,
  unique nulls not distinct (tenant_id, fund_id, group_id),
  foreign key (tenant_id, fund_id) references funds (tenant_id, id) on delete cascade,
  foreign key (tenant_id, group_id) references groups (tenant_id, id) on delete cascade
);
create index fund_holdings_group on fund_holdings (tenant_id, group_id) where group_id is not null;

select protect_tenant_table(name, 'select, insert, delete') from unnest(array['contract_statistics',
  'customer_statistics']::regclass[]) as name;
select protect_tenant_table('fund_holdings');
grant select on contract_statistics_recount, customer_statistics_recount to depotwerk_app;
