-- The tree of groups came as one answer of the whole house. Every group now knows its place in the order of the tree, so that a page of it
-- costs the same in every house. A change of the tree numbers it anew and writes those rows whose place is another; changes of one house
-- wait for each other.
create table group_places (
  tenant_id uuid not null,
  group_id uuid not null,
  -- From 0, without gaps; what hangs below a group stands behind it, to its last place.
  place integer not null,
  last_place integer not null,
  -- Places of the groups it hangs below, the topmost first.
  above integer[] not null,
  sort_name text collate "C" not null,
  is_inactive boolean not null,
  primary key (tenant_id, group_id)
);
create index group_places_place on group_places (tenant_id, place) include (group_id, sort_name, is_inactive);

create function place_groups(p_tenant uuid) returns void
  language plpgsql
  set search_path = public, pg_temp
  as $$
begin
  perform pg_advisory_xact_lock(hashtext('group_places'), hashtext(p_tenant::text));
  with recursive tree as (
    select g.id, '{}'::uuid[] as above, array[g.sort_name, g.id::text collate "C"] as way, g.sort_name, g.is_inactive
      from groups g where g.tenant_id = p_tenant and g.parent_group_id is null
    union all
    select g.id, t.above || g.parent_group_id, t.way || array[g.sort_name, g.id::text collate "C"], g.sort_name, g.is_inactive
      from tree t join groups g on g.tenant_id = p_tenant and g.parent_group_id = t.id
  ), placed as (
    select id, above, sort_name, is_inactive, (row_number() over (order by way) - 1)::integer as place from tree
  ), pairs as (
    select p.id, a.id as above_id, a.place as above_place
      from placed p cross join lateral unnest(p.above) member join placed a on a.id = member
  ), above as (
    select id, array_agg(above_place order by above_place) as places from pairs group by id
  ), below as (
    select above_id as id, count(*)::integer as number from pairs group by above_id
  )
  insert into group_places as kept (tenant_id, group_id, place, last_place, above, sort_name, is_inactive)
  select p_tenant, p.id, p.place, p.place + coalesce(b.number, 0), coalesce(a.places, '{}'), p.sort_name, p.is_inactive
    from placed p left join above a on a.id = p.id left join below b on b.id = p.id
  on conflict (tenant_id, group_id) do update
    set place = excluded.place, last_place = excluded.last_place, above = excluded.above, sort_name = excluded.sort_name,
      is_inactive = excluded.is_inactive
  where (kept.place, kept.last_place, kept.above, kept.sort_name, kept.is_inactive)
    is distinct from (excluded.place, excluded.last_place, excluded.above, excluded.sort_name, excluded.is_inactive);
  delete from group_places p where p.tenant_id = p_tenant
    and not exists (select from groups g where g.tenant_id = p.tenant_id and g.id = p.group_id);
end
$$;

create function note_group_places() returns trigger
  language plpgsql
  set search_path = public, pg_temp
  as $$
begin
  if tg_op = 'DELETE' then
    perform place_groups(tenant_id) from (select distinct tenant_id from removed) tenants;
  elsif tg_op = 'INSERT' then
    perform place_groups(tenant_id) from (select distinct tenant_id from added) tenants;
  else
    perform place_groups(tenant_id) from (
      select distinct a.tenant_id from added a join removed r on r.tenant_id = a.tenant_id and r.id = a.id
       where (a.sort_name, a.parent_group_id, a.is_inactive) is distinct from (r.sort_name, r.parent_group_id, r.is_inactive)) tenants;
  end if;
  return null;
end
$$;
create trigger note_group_places_insert after insert on groups
  referencing new table as added for each statement execute function note_group_places();
create trigger note_group_places_update after update on groups
  referencing old table as removed new table as added for each statement execute function note_group_places();
create trigger note_group_places_delete after delete on groups
  referencing old table as removed for each statement execute function note_group_places();

-- rolls: nobody else sees the table before this migration ends, and then its policy is back
alter table groups no force row level security;
select place_groups(tenant_id) from (select distinct tenant_id from groups) tenants;
-- rolls: as it was before
alter table groups force row level security;
select protect_tenant_table('group_places', 'select, insert, update, delete');

-- A page of the tree: groups whose name contains a text (folded already) and that have a state, as far as they are given, with what stands
-- above them. More than p_most hits of a text are not counted: is_exact is false then, and total p_most + 1.
create function groups_in_tree(p_folded text, p_is_inactive boolean, p_most integer, p_limit integer, p_offset integer,
    out ids uuid[], out total integer, out is_exact boolean)
  language plpgsql stable
  set search_path = public, pg_temp set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off
  as $$
declare
  pattern text := '%' || replace(replace(replace(p_folded, '\', '\\'), '%', '\%'), '_', '\_') || '%';
  counted integer := case when pattern is not null then greatest(p_most, p_offset + p_limit) + 1 end;
begin
  is_exact := true;
  if pattern is null and p_is_inactive is null then
    select coalesce(max(place) + 1, 0) into total from group_places where tenant_id = app_tenant_id();
    select coalesce(array_agg(group_id), '{}') into ids
      from (select group_id from group_places
             where tenant_id = app_tenant_id() and place >= p_offset and place < p_offset + p_limit order by place) page;
    return;
  end if;
  -- Of what stands above a hit, that is new which lies behind the hit before: the rest stands above that one as well.
  with hits as (
    select place, above, lag(place, 1, -1) over (order by place) as before
      from (select place, above from group_places
             where tenant_id = app_tenant_id() and pattern is null and is_inactive = p_is_inactive
            union all
            -- The index has the names: only hits are looked up.
            select hit.place, p.above
              from (select place from group_places
                     where tenant_id = app_tenant_id() and sort_name like pattern
                       and (p_is_inactive is null or is_inactive = p_is_inactive)
                     order by place limit counted) hit
              join group_places p on p.tenant_id = app_tenant_id() and p.place = hit.place) found
  ), shown as (
    select place, above, width_bucket(before, above) as known,
        1 + cardinality(above) - width_bucket(before, above) as number
      from hits
  ), summed as (
    select place, above, known, number, sum(number) over (order by place) as upto from shown
  ), page as (
    select unnest(above[known + 1 :] || place) as place from summed
     where upto > p_offset and upto - number < p_offset + p_limit
  )
  select (select coalesce(max(upto), 0) from summed), (select count(*) from summed) < coalesce(counted, 2147483647),
      array(select p.group_id
              from (select place from page order by place limit p_limit
                offset p_offset - coalesce((select min(upto - number) from summed where upto > p_offset), 0)) on_page
                join group_places p on p.tenant_id = app_tenant_id() and p.place = on_page.place order by p.place)
    into total, is_exact, ids;
  if not is_exact then
    total := p_most + 1;
  end if;
end
$$;
revoke execute on function groups_in_tree(text, boolean, integer, integer, integer) from public;
grant execute on function groups_in_tree(text, boolean, integer, integer, integer) to depotwerk_app;

-- A page of the active groups a group may hang below: neither itself nor what hangs below it. More than p_most of them are counted no
-- further than the page needs.
create function possible_parents(p_folded text, p_group uuid, p_most integer, p_limit integer, p_offset integer,
    out ids uuid[], out total integer)
  language plpgsql stable
  set search_path = public, pg_temp set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off
  as $$
declare
  pattern text := '%' || replace(replace(replace(p_folded, '\', '\\'), '%', '\%'), '_', '\_') || '%';
  own record;
begin
  select place, last_place into own from group_places where tenant_id = app_tenant_id() and group_id = p_group;
  select count(*), coalesce((array_agg(group_id order by place))[p_offset + 1 : p_offset + p_limit], '{}') into total, ids
    from (select group_id, place from group_places
           where tenant_id = app_tenant_id() and not is_inactive and (pattern is null or sort_name like pattern)
             and (own.place is null or place < own.place or place > own.last_place)
           order by place limit greatest(p_most, p_offset + p_limit) + 1) found;
end
$$;
revoke execute on function possible_parents(text, uuid, integer, integer, integer) from public;
grant execute on function possible_parents(text, uuid, integer, integer, integer) to depotwerk_app;
