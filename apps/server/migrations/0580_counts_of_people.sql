-- How many people have each role and each group, as ledgers like the other statistics: statement triggers append what a change
-- makes of the numbers, readers add up. Counting tens of thousands of people took longer than the page they stand on.
create table user_statistics (
  tenant_id uuid not null,
  role_id uuid not null,
  is_inactive boolean not null,
  user_count bigint not null
);
create index user_statistics_role on user_statistics (tenant_id, role_id);
create table group_user_statistics (
  tenant_id uuid not null,
  group_id uuid not null,
  user_count bigint not null
);
create index group_user_statistics_group on group_user_statistics (tenant_id, group_id);

create function compact_user_statistics(target_tenant uuid) returns void
  language plpgsql
  as $$
begin
  if not pg_try_advisory_xact_lock(hashtext('compact_user_statistics'), hashtext(target_tenant::text)) then
    return;
  end if;
  with removed as (delete from user_statistics where tenant_id = target_tenant returning *)
  insert into user_statistics
  select tenant_id, role_id, is_inactive, sum(user_count) from removed group by 1, 2, 3 having sum(user_count) <> 0;
  with removed as (delete from group_user_statistics where tenant_id = target_tenant returning *)
  insert into group_user_statistics
  select tenant_id, group_id, sum(user_count) from removed group by 1, 2 having sum(user_count) <> 0;
end
$$;

create function count_users() returns trigger
  language plpgsql
  as $$
begin
  if tg_op = 'INSERT' then
    insert into user_statistics select tenant_id, role_id, is_inactive, count(*) from added group by 1, 2, 3;
  elsif tg_op = 'DELETE' then
    insert into user_statistics select tenant_id, role_id, is_inactive, -count(*) from removed group by 1, 2, 3;
  else
    insert into user_statistics
    select tenant_id, role_id, is_inactive, sum(sign)
      from (select 1 as sign, tenant_id, role_id, is_inactive from added
            union all select -1, tenant_id, role_id, is_inactive from removed) both_sides
     group by 1, 2, 3 having sum(sign) <> 0;
  end if;
  if txid_current() % 256 = 0 then
    perform compact_user_statistics(app_tenant_id());
  end if;
  return null;
end
$$;
create trigger count_users_insert after insert on users
  referencing new table as added for each statement execute function count_users();
create trigger count_users_update after update on users
  referencing old table as removed new table as added for each statement execute function count_users();
create trigger count_users_delete after delete on users
  referencing old table as removed for each statement execute function count_users();

create function count_group_users() returns trigger
  language plpgsql
  as $$
begin
  if tg_op = 'INSERT' then
    insert into group_user_statistics select tenant_id, group_id, count(*) from added group by 1, 2;
  elsif tg_op = 'DELETE' then
    insert into group_user_statistics select tenant_id, group_id, -count(*) from removed group by 1, 2;
  else
    insert into group_user_statistics
    select tenant_id, group_id, sum(sign)
      from (select 1 as sign, tenant_id, group_id from added
            union all select -1, tenant_id, group_id from removed) both_sides
     group by 1, 2 having sum(sign) <> 0;
  end if;
  return null;
end
$$;
create trigger count_group_users_insert after insert on group_users
  referencing new table as added for each statement execute function count_group_users();
create trigger count_group_users_update after update on group_users
  referencing old table as removed new table as added for each statement execute function count_group_users();
create trigger count_group_users_delete after delete on group_users
  referencing old table as removed for each statement execute function count_group_users();

insert into user_statistics select tenant_id, role_id, is_inactive, count(*) from users group by 1, 2, 3;
insert into group_user_statistics select tenant_id, group_id, count(*) from group_users group by 1, 2;

select protect_tenant_table(name, 'select, insert, delete') from unnest(array['user_statistics',
  'group_user_statistics']::regclass[]) as name;
