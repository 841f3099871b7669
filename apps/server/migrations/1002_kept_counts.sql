-- Numbers above lists and in tiles that were counted over every contract or task, kept as ledgers like those of 0009: each
-- statement appends its differences, readers add them up, so that no writer waits for another and a rollback takes its own
-- with it. What has been there before is added in 1003; until then nobody reads them.

-- How many contracts of a group have a hint, a score, or were checked last on a day.
create table contract_counts (
  tenant_id uuid not null,
  group_id uuid,
  measure text not null check (measure in ('hint', 'score', 'checked')),
  -- number of the hint; the score; the day of the last check in the house's zone as days since 0001-01-01, never: -1
  value integer not null,
  contract_count bigint not null,
  -- what compacting has added up; everything else was appended since
  is_sum boolean not null default false
);
create index contract_counts_group on contract_counts (tenant_id, measure, group_id, value) include (contract_count);
create index contract_counts_appended on contract_counts (tenant_id) where not is_sum;

create function counted_values(hint_mask integer, contract_score smallint, checked integer)
  returns table (measure text, value integer)
  language sql immutable parallel safe
  as $$
  select 'hint', bit + 1 from generate_series(0, 30) bit where hint_mask <> 0 and (hint_mask >> bit) & 1 = 1
  union all select 'score', contract_score::integer where contract_score is not null
  union all select 'checked', checked
$$;

-- The day of a moment in the house's zone, as contract_counts keeps it.
create function day_number(moment timestamptz) returns integer
  language sql immutable parallel safe
  as $$ select coalesce((moment at time zone 'Europe/Berlin')::date - date '0001-01-01', -1) $$;

create view contract_counts_recount with (security_invoker = true) as
  select c.tenant_id, c.group_id, v.measure, v.value, sum(c.contract_count)::bigint as contract_count
    from (select tenant_id, group_id, hint_mask, contract_score, day_number(last_check) as checked, count(*) as contract_count
            from contracts where deleted_at is null group by 1, 2, 3, 4, 5) c
   cross join lateral counted_values(c.hint_mask, c.contract_score, c.checked) v
   group by 1, 2, 3, 4;

-- What is the same before and after falls out before anything is spread: most changes of a contract count nothing here.
create function count_contract_values() returns trigger
  language plpgsql
  as $$
begin
  if tg_op = 'INSERT' then
    insert into contract_counts (tenant_id, group_id, measure, value, contract_count)
    select c.tenant_id, c.group_id, v.measure, v.value, sum(c.number)
      from (select tenant_id, group_id, hint_mask, contract_score, day_number(last_check) as checked, count(*) as number
              from added where deleted_at is null group by 1, 2, 3, 4, 5) c
     cross join lateral counted_values(c.hint_mask, c.contract_score, c.checked) v
     group by 1, 2, 3, 4;
  elsif tg_op = 'DELETE' then
    insert into contract_counts (tenant_id, group_id, measure, value, contract_count)
    select c.tenant_id, c.group_id, v.measure, v.value, sum(c.number)
      from (select tenant_id, group_id, hint_mask, contract_score, day_number(last_check) as checked, -count(*) as number
              from removed where deleted_at is null group by 1, 2, 3, 4, 5) c
     cross join lateral counted_values(c.hint_mask, c.contract_score, c.checked) v
     group by 1, 2, 3, 4;
  else
    insert into contract_counts (tenant_id, group_id, measure, value, contract_count)
    select c.tenant_id, c.group_id, v.measure, v.value, sum(c.number)
      from (select tenant_id, group_id, hint_mask, contract_score, day_number(last_check) as checked, sum(sign) as number
              from (select 1 as sign, tenant_id, group_id, hint_mask, contract_score, last_check from added where deleted_at is null
                    union all
                    select -1, tenant_id, group_id, hint_mask, contract_score, last_check from removed where deleted_at is null) both_sides
             group by 1, 2, 3, 4, 5 having sum(sign) <> 0) c
     cross join lateral counted_values(c.hint_mask, c.contract_score, c.checked) v
     group by 1, 2, 3, 4 having sum(c.number) <> 0;
  end if;
  return null;
end
$$;

-- Open tasks that are nobody's yet and for everybody of their group: nearly all of a large book. Those somebody has taken,
-- put aside, or that concern or exclude single people are counted one by one, by the index of 1004.
create table task_counts (
  tenant_id uuid not null,
  audience_id uuid not null,
  task_type text not null,
  severity smallint not null,
  due_date date,
  task_count bigint not null,
  is_sum boolean not null default false
);
create index task_counts_audience on task_counts (tenant_id, audience_id, task_type) include (severity, due_date, task_count);
create index task_counts_appended on task_counts (tenant_id) where not is_sum;

create view task_counts_recount with (security_invoker = true) as
  select t.tenant_id, t.audience_id, t.task_type, t.severity, t.due_date, count(*) as task_count
    from workbench_tasks t
   where t.ended_at is null and t.status = 'open' and t.assigned_user_id is null and t.user_id is null and t.not_for = '{}'
   group by 1, 2, 3, 4, 5;

create function count_tasks() returns trigger
  language plpgsql
  as $$
begin
  if tg_op = 'INSERT' then
    insert into task_counts (tenant_id, audience_id, task_type, severity, due_date, task_count)
    select t.tenant_id, t.audience_id, t.task_type, t.severity, t.due_date, count(*)
      from added t
     where t.ended_at is null and t.status = 'open' and t.assigned_user_id is null and t.user_id is null and t.not_for = '{}'
     group by 1, 2, 3, 4, 5;
  elsif tg_op = 'DELETE' then
    insert into task_counts (tenant_id, audience_id, task_type, severity, due_date, task_count)
    select t.tenant_id, t.audience_id, t.task_type, t.severity, t.due_date, -count(*)
      from removed t
     where t.ended_at is null and t.status = 'open' and t.assigned_user_id is null and t.user_id is null and t.not_for = '{}'
     group by 1, 2, 3, 4, 5;
  else
    insert into task_counts (tenant_id, audience_id, task_type, severity, due_date, task_count)
    select t.tenant_id, t.audience_id, t.task_type, t.severity, t.due_date, sum(t.sign)
      from (select 1 as sign, added.* from added union all select -1, removed.* from removed) t
     where t.ended_at is null and t.status = 'open' and t.assigned_user_id is null and t.user_id is null and t.not_for = '{}'
     group by 1, 2, 3, 4, 5 having sum(t.sign) <> 0;
  end if;
  return null;
end
$$;

-- Only buckets something was appended to are written again: there are many days, and few of them change.
create function compact_counts(target_tenant uuid) returns void
  language plpgsql
  set search_path = public, pg_temp
  as $$
begin
  with appended as (
    delete from contract_counts where tenant_id = target_tenant and not is_sum returning group_id, measure, value, contract_count
  ), bucket as (
    select group_id, measure, value, sum(contract_count) as number from appended group by 1, 2, 3 having sum(contract_count) <> 0
  ), former as (
    delete from contract_counts k using bucket b
     where k.tenant_id = target_tenant and k.is_sum and k.measure = b.measure and k.value = b.value
       and k.group_id is not distinct from b.group_id
    returning k.group_id, k.measure, k.value, k.contract_count
  )
  insert into contract_counts (tenant_id, group_id, measure, value, contract_count, is_sum)
  select target_tenant, group_id, measure, value, sum(number), true
    from (select * from bucket union all select * from former) both_parts
   group by group_id, measure, value having sum(number) <> 0;

  with appended as (
    delete from task_counts where tenant_id = target_tenant and not is_sum
    returning audience_id, task_type, severity, due_date, task_count
  ), bucket as (
    select audience_id, task_type, severity, due_date, sum(task_count) as number from appended group by 1, 2, 3, 4 having sum(task_count) <> 0
  ), former as (
    delete from task_counts k using bucket b
     where k.tenant_id = target_tenant and k.is_sum and k.audience_id = b.audience_id and k.task_type = b.task_type
       and k.severity = b.severity and k.due_date is not distinct from b.due_date
    returning k.audience_id, k.task_type, k.severity, k.due_date, k.task_count
  )
  insert into task_counts (tenant_id, audience_id, task_type, severity, due_date, task_count, is_sum)
  select target_tenant, audience_id, task_type, severity, due_date, sum(number), true
    from (select * from bucket union all select * from former) both_parts
   group by audience_id, task_type, severity, due_date having sum(number) <> 0;
end
$$;

create or replace function compact_statistics(target_tenant uuid) returns boolean
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
  perform compact_counts(target_tenant);
  return true;
end
$$;

select protect_tenant_table(name, 'select, insert, delete') from unnest(array['contract_counts', 'task_counts']::regclass[]) as name;
grant select on contract_counts_recount, task_counts_recount to depotwerk_app;

-- What savings plans pay in each month, by group of the customers: summed once a day with fund_holdings, because a large book has
-- more plans than can be added up while somebody waits for a picture.
create table contribution_sums (
  tenant_id uuid not null,
  group_id uuid,
  month date not null,
  amount numeric(20,2) not null,
  summed_at timestamptz not null,
  unique nulls not distinct (tenant_id, month, group_id),
  foreign key (tenant_id, group_id) references groups (tenant_id, id) on delete cascade
);
create index contribution_sums_group on contribution_sums (tenant_id, group_id) where group_id is not null;

-- Sums of a part of the contracts, until the night's last part is through: of a fund, or of a month.
create table night_sums (
  tenant_id uuid not null references tenants,
  part smallint not null,
  group_id uuid,
  fund_id integer,
  month date,
  contract_count bigint not null,
  amount numeric(20,2) not null,
  check (num_nonnulls(fund_id, month) = 1)
);
create index night_sums_part on night_sums (tenant_id, part);
select protect_tenant_table(name) from unnest(array['contribution_sums', 'night_sums']::regclass[]) as name;

-- Last, so that writers wait for no more than the end of this file.
create trigger count_contract_values_insert after insert on contracts
  referencing new table as added for each statement execute function count_contract_values();
create trigger count_contract_values_update after update on contracts
  referencing old table as removed new table as added for each statement execute function count_contract_values();
create trigger count_contract_values_delete after delete on contracts
  referencing old table as removed for each statement execute function count_contract_values();
create trigger count_tasks_insert after insert on workbench_tasks
  referencing new table as added for each statement execute function count_tasks();
create trigger count_tasks_update after update on workbench_tasks
  referencing old table as removed new table as added for each statement execute function count_tasks();
create trigger count_tasks_delete after delete on workbench_tasks
  referencing old table as removed for each statement execute function count_tasks();
