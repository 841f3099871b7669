-- What was left of the tree of groups to grow with the house (1171): the filter of states read every hit of the house to count what stands
-- above them, and a search passed every name. Every group now knows its place among those each state keeps (the hits and what stands
-- above them), so that such a page is read like one of the whole tree; and names have an index of their pairs of letters.
alter table group_places
  -- From 0, without gaps, among the groups that are active or have an active one below; null where it is none of them.
  add column active_place integer,
  -- The same of inactive ones.
  add column inactive_place integer;
create index group_places_active on group_places (tenant_id, active_place) include (group_id) where active_place is not null;
create index group_places_inactive on group_places (tenant_id, inactive_place) include (group_id) where inactive_place is not null;
create index group_places_letter_pairs on group_places using gin (letter_pairs(sort_name)) with (fastupdate = off);

create or replace function place_groups(p_tenant uuid) returns void
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
    select p.id, a.id as above_id, a.place as above_place, p.is_inactive
      from placed p cross join lateral unnest(p.above) member join placed a on a.id = member
  ), above as (
    select id, array_agg(above_place order by above_place) as places from pairs group by id
  ), below as (
    select above_id as id, count(*)::integer as number, bool_or(not is_inactive) as has_active, bool_or(is_inactive) as has_inactive
      from pairs group by above_id
  ), kept as (
    select p.id, p.place, p.place + coalesce(b.number, 0) as last_place, p.sort_name, p.is_inactive,
        not p.is_inactive or coalesce(b.has_active, false) as by_active, p.is_inactive or coalesce(b.has_inactive, false) as by_inactive
      from placed p left join below b on b.id = p.id
  ), numbered as (
    select k.*,
        case when by_active then (count(*) filter (where by_active) over (order by place) - 1)::integer end as active_place,
        case when by_inactive then (count(*) filter (where by_inactive) over (order by place) - 1)::integer end as inactive_place
      from kept k
  )
  insert into group_places as known
    (tenant_id, group_id, place, last_place, above, sort_name, is_inactive, active_place, inactive_place)
  select p_tenant, n.id, n.place, n.last_place, coalesce(a.places, '{}'), n.sort_name, n.is_inactive, n.active_place, n.inactive_place
    from numbered n left join above a on a.id = n.id
  on conflict (tenant_id, group_id) do update
    set place = excluded.place, last_place = excluded.last_place, above = excluded.above, sort_name = excluded.sort_name,
      is_inactive = excluded.is_inactive, active_place = excluded.active_place, inactive_place = excluded.inactive_place
  where (known.place, known.last_place, known.above, known.sort_name, known.is_inactive, known.active_place, known.inactive_place)
    is distinct from (excluded.place, excluded.last_place, excluded.above, excluded.sort_name, excluded.is_inactive,
      excluded.active_place, excluded.inactive_place);
  delete from group_places p where p.tenant_id = p_tenant
    and not exists (select from groups g where g.tenant_id = p.tenant_id and g.id = p.group_id);
end
$$;

-- rolls: nobody else sees the tables before this migration ends, and then their policies are back
alter table groups no force row level security;
-- rolls: as above
alter table group_places no force row level security;
select place_groups(tenant_id) from (select distinct tenant_id from groups) tenants;
-- rolls: as it was before
alter table groups force row level security;
-- rolls: as it was before
alter table group_places force row level security;

-- Places of the groups whose name contains a text (folded already) and that have a state, as far as it is given, in order and no more than
-- p_most; what lies from one place to another is left out. Letters that every fifth of the first groups has are not asked of the index, and
-- where all are like that the names are passed in order. Runs as depotwerk_definer, takes the tenant from the transaction and answers
-- places only.
create function group_places_found(p_folded text, p_is_inactive boolean, p_without_from integer, p_without_to integer, p_most integer)
  returns integer[]
  language plpgsql stable security definer
  set search_path = public, pg_temp set enable_seqscan = off set enable_bitmapscan = off
  as $$
declare
  pattern text := '%' || replace(replace(replace(p_folded, '\', '\\'), '%', '\%'), '_', '\_') || '%';
  sample constant integer := 50;
  first text[];
  rare text[];
  found integer[];
begin
  select array_agg(sort_name) into first
    from (select sort_name from group_places where tenant_id = app_tenant_id() order by place limit sample) groups;
  select array_agg(pair) into rare from unnest(letter_pairs(p_folded)) pair
   where (select count(*) from unnest(first) name where position(pair in name) > 0) * 5 < cardinality(first);
  if rare is not null then
    perform set_config('enable_indexscan', 'off', true), set_config('enable_indexonlyscan', 'off', true),
      set_config('enable_bitmapscan', 'on', true);
    select array_agg(place) into found
      from (select place from group_places
             where tenant_id = app_tenant_id() and letter_pairs(sort_name) @> rare and sort_name like pattern
               and (p_is_inactive is null or is_inactive = p_is_inactive)
               and (p_without_from is null or place < p_without_from or place > p_without_to)
             order by place limit p_most) hits;
    perform set_config('enable_indexscan', 'on', true), set_config('enable_indexonlyscan', 'on', true),
      set_config('enable_bitmapscan', 'off', true);
  else
    select array_agg(place) into found
      from (select place from group_places
             where tenant_id = app_tenant_id() and sort_name like pattern and (p_is_inactive is null or is_inactive = p_is_inactive)
               and (p_without_from is null or place < p_without_from or place > p_without_to)
             order by place limit p_most) hits;
  end if;
  return coalesce(found, '{}');
end
$$;
revoke execute on function group_places_found(text, boolean, integer, integer, integer) from public;
grant execute on function group_places_found(text, boolean, integer, integer, integer) to depotwerk_app;
grant select on group_places to depotwerk_definer;
-- Without it the database would compare every name of the tree before it asks an index of letters.
create policy definer_search on group_places for select to depotwerk_definer using (true);
grant create on schema public to depotwerk_definer;
alter function group_places_found(text, boolean, integer, integer, integer) owner to depotwerk_definer;
revoke create on schema public from depotwerk_definer;

create or replace function groups_in_tree(p_folded text, p_is_inactive boolean, p_most integer, p_limit integer, p_offset integer,
    out ids uuid[], out total integer, out is_exact boolean)
  language plpgsql stable
  set search_path = public, pg_temp set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off
  as $$
declare
  counted integer := greatest(p_most, p_offset + p_limit) + 1;
begin
  is_exact := true;
  if p_folded is null and p_is_inactive is null then
    select coalesce(max(place) + 1, 0) into total from group_places where tenant_id = app_tenant_id();
    select coalesce(array_agg(group_id), '{}') into ids
      from (select group_id from group_places
             where tenant_id = app_tenant_id() and place >= p_offset and place < p_offset + p_limit order by place) page;
    return;
  end if;
  if p_folded is null and p_is_inactive then
    select coalesce(max(inactive_place) + 1, 0) into total from group_places
     where tenant_id = app_tenant_id() and inactive_place is not null;
    select coalesce(array_agg(group_id), '{}') into ids
      from (select group_id from group_places
             where tenant_id = app_tenant_id() and inactive_place >= p_offset and inactive_place < p_offset + p_limit
             order by inactive_place) page;
    return;
  end if;
  if p_folded is null then
    select coalesce(max(active_place) + 1, 0) into total from group_places where tenant_id = app_tenant_id() and active_place is not null;
    select coalesce(array_agg(group_id), '{}') into ids
      from (select group_id from group_places
             where tenant_id = app_tenant_id() and active_place >= p_offset and active_place < p_offset + p_limit
             order by active_place) page;
    return;
  end if;
  -- Of what stands above a hit, that is new which lies behind the hit before: the rest stands above that one as well.
  with hits as (
    select p.place, p.above, lag(p.place, 1, -1) over (order by p.place) as before
      from unnest(group_places_found(p_folded, p_is_inactive, null, null, counted)) hit
        join group_places p on p.tenant_id = app_tenant_id() and p.place = hit
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
  select (select coalesce(max(upto), 0) from summed), (select count(*) from summed) < counted,
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

create or replace function possible_parents(p_folded text, p_group uuid, p_most integer, p_limit integer, p_offset integer,
    out ids uuid[], out total integer)
  language plpgsql stable
  set search_path = public, pg_temp set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off
  as $$
declare
  counted integer := greatest(p_most, p_offset + p_limit) + 1;
  own record;
  found integer[];
begin
  select place, last_place into own from group_places where tenant_id = app_tenant_id() and group_id = p_group;
  if p_folded is null then
    select count(*), coalesce((array_agg(group_id order by place))[p_offset + 1 : p_offset + p_limit], '{}') into total, ids
      from (select group_id, place from group_places
             where tenant_id = app_tenant_id() and not is_inactive
               and (own.place is null or place < own.place or place > own.last_place)
             order by place limit counted) found;
    return;
  end if;
  found := group_places_found(p_folded, false, own.place, own.last_place, counted);
  total := cardinality(found);
  ids := array(select group_id from group_places
    where tenant_id = app_tenant_id() and place = any (found[p_offset + 1 : p_offset + p_limit]) order by place);
end
$$;
