-- A page far down the list of people passed every entry of the index before it. How many people lie between two names is now kept: the
-- list by name is parted into blocks, a page begins in the block of its place. The numbers are a ledger like the other statistics:
-- statement triggers append what a change makes of them, readers add up.
create table user_name_blocks (
  tenant_id uuid not null,
  -- The first place of the block: everybody from here on, up to the next block. The first block of a house begins with nothing.
  from_name text collate "C" not null,
  from_id uuid not null,
  user_count bigint not null
);
create index user_name_blocks_from on user_name_blocks (tenant_id, from_name, from_id) include (user_count);

-- So many people make a block; one that holds more than twice as many is parted.
create function user_name_block_size() returns integer language sql immutable parallel safe as $$ select 1000 $$;

-- Parts a block that has grown. Nobody else may be writing names meanwhile: where somebody is, the block stays as it is until next time.
create function part_user_name_block(p_tenant uuid, p_from_name text, p_from_id uuid) returns void
  language plpgsql
  set search_path = public, pg_temp
  as $$
declare
  upto record;
begin
  if not pg_try_advisory_xact_lock(hashtext('user_name_blocks'), hashtext(p_tenant::text)) then
    return;
  end if;
  select b.from_name, b.from_id into upto from user_name_blocks b
   where b.tenant_id = p_tenant and (b.from_name, b.from_id) > (p_from_name, p_from_id)
   order by b.from_name, b.from_id limit 1;
  with people as (
    select u.sort_name, u.id, (row_number() over (order by u.sort_name, u.id) - 1) / user_name_block_size() as part from users u
     where u.tenant_id = p_tenant and (u.sort_name, u.id) >= (p_from_name, p_from_id)
       and (upto.from_id is null or (u.sort_name, u.id) < (upto.from_name, upto.from_id))
  ), parts as (
    select (array_agg(sort_name order by sort_name, id))[1] as from_name, (array_agg(id order by sort_name, id))[1] as from_id,
      count(*) as user_count
      from people where part > 0 group by part
  )
  insert into user_name_blocks
  select p_tenant, from_name, from_id, user_count from parts
  union all
  select p_tenant, p_from_name, p_from_id, -sum(user_count) from parts having sum(user_count) > 0;
end
$$;

create function count_user_names() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  as $$
declare
  grown record;
begin
  if tg_op = 'INSERT' then
    perform pg_advisory_xact_lock_shared(hashtext('user_name_blocks'), hashtext(tenant_id::text))
      from (select distinct tenant_id from added) tenants;
    insert into user_name_blocks
    select a.tenant_id, coalesce(b.from_name, ''), coalesce(b.from_id, '00000000-0000-0000-0000-000000000000'), count(*)
      from added a left join lateral (select from_name, from_id from user_name_blocks b
        where b.tenant_id = a.tenant_id and (b.from_name, b.from_id) <= (a.sort_name, a.id)
        order by b.from_name desc, b.from_id desc limit 1) b on true
     group by 1, 2, 3;
    -- Where a statement adds and changes people, this is the last of its triggers.
    for grown in
      select b.tenant_id, b.from_name, b.from_id from user_name_blocks b
       where (b.tenant_id, b.from_name, b.from_id) in (
         select a.tenant_id, c.from_name, c.from_id from (select * from added order by sort_name, id limit 1000) a
           cross join lateral (select from_name, from_id from user_name_blocks c
             where c.tenant_id = a.tenant_id and (c.from_name, c.from_id) <= (a.sort_name, a.id)
             order by c.from_name desc, c.from_id desc limit 1) c)
       group by 1, 2, 3 having sum(b.user_count) > 2 * user_name_block_size()
    loop
      perform part_user_name_block(grown.tenant_id, grown.from_name, grown.from_id);
    end loop;
    return null;
  end if;
  if tg_op = 'UPDATE' then
    if not exists (select from added a join removed r on r.tenant_id = a.tenant_id and r.id = a.id
                    where a.sort_name <> r.sort_name) then
      return null;
    end if;
    perform pg_advisory_xact_lock_shared(hashtext('user_name_blocks'), hashtext(tenant_id::text))
      from (select distinct tenant_id from added) tenants;
    insert into user_name_blocks
    select e.tenant_id, coalesce(b.from_name, ''), coalesce(b.from_id, '00000000-0000-0000-0000-000000000000'), sum(e.sign)
      from (select 1 as sign, tenant_id, sort_name, id from added
            union all select -1, tenant_id, sort_name, id from removed) e
      left join lateral (select from_name, from_id from user_name_blocks b
        where b.tenant_id = e.tenant_id and (b.from_name, b.from_id) <= (e.sort_name, e.id)
        order by b.from_name desc, b.from_id desc limit 1) b on true
     group by 1, 2, 3 having sum(e.sign) <> 0;
    return null;
  end if;
  perform pg_advisory_xact_lock_shared(hashtext('user_name_blocks'), hashtext(tenant_id::text))
    from (select distinct tenant_id from removed) tenants;
  insert into user_name_blocks
  select r.tenant_id, coalesce(b.from_name, ''), coalesce(b.from_id, '00000000-0000-0000-0000-000000000000'), -count(*)
    from removed r left join lateral (select from_name, from_id from user_name_blocks b
      where b.tenant_id = r.tenant_id and (b.from_name, b.from_id) <= (r.sort_name, r.id)
      order by b.from_name desc, b.from_id desc limit 1) b on true
   group by 1, 2, 3;
  return null;
end
$$;
create trigger count_user_names_insert after insert on users
  referencing new table as added for each statement execute function count_user_names();
create trigger count_user_names_update after update on users
  referencing old table as removed new table as added for each statement execute function count_user_names();
create trigger count_user_names_delete after delete on users
  referencing old table as removed for each statement execute function count_user_names();

-- Blocks stay, also where nobody is left in one.
create or replace function compact_user_statistics(target_tenant uuid) returns void
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
  with removed as (delete from user_name_blocks where tenant_id = target_tenant returning *)
  insert into user_name_blocks
  select tenant_id, from_name, from_id, sum(user_count) from removed group by 1, 2, 3;
end
$$;

-- rolls: nobody else sees the table before this migration ends, and then its policy is back
alter table users no force row level security;
insert into user_name_blocks
select tenant_id, '', '00000000-0000-0000-0000-000000000000', count(*) from users group by 1;
select part_user_name_block(tenant_id, from_name, from_id) from user_name_blocks where user_count > 2 * user_name_block_size();
-- rolls: as it was before
alter table users force row level security;

select protect_tenant_table('user_name_blocks', 'select, insert, delete');

-- The people of a page of the list by name.
create function users_in_order(p_limit integer, p_offset integer, p_is_descending boolean) returns uuid[]
  language plpgsql stable
  set search_path = public, pg_temp set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off
  as $$
declare
  block record;
  first bigint := p_offset;
  number bigint := p_limit;
  before bigint := 0;
  is_reached boolean := false;
  found uuid[];
begin
  if p_is_descending then
    select coalesce(sum(user_count), 0) - p_offset - p_limit into first from user_name_blocks where tenant_id = app_tenant_id();
    number := p_limit + least(first, 0);
    first := greatest(first, 0);
  end if;
  if number <= 0 then
    return '{}';
  end if;
  for block in
    select from_name, from_id, sum(user_count)::bigint as number from user_name_blocks
     where tenant_id = app_tenant_id() group by from_name, from_id order by from_name, from_id
  loop
    is_reached := before + block.number > first;
    exit when is_reached;
    before := before + block.number;
  end loop;
  if not is_reached then
    return '{}';
  end if;
  select array_agg(id) into found
    from (select id from users
           where tenant_id = app_tenant_id() and (sort_name, id) >= (block.from_name, block.from_id)
           order by sort_name, id limit number offset first - before) page;
  return coalesce(found, '{}');
end
$$;
revoke execute on function users_in_order(integer, integer, boolean) from public;
grant execute on function users_in_order(integer, integer, boolean) to depotwerk_app;
