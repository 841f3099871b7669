-- As in 1009, with two differences. Hits are ranked by what was read when they were found: reading a thousand once more by their ids
-- took four times as many blocks as finding them. And words that very many have are not looked for in the index of texts, which names
-- every row that has them before the first is read: rows are read as they come until enough are found. The planner cannot choose that:
-- statistics of protected columns are kept from it.

-- Whether a tenth of the rows meet a condition, judged by some sixty pages; a small table is never worth the question.
create function is_frequent(p_table regclass, p_condition text) returns boolean
  language plpgsql stable
  as $$
declare
  pages real := (select relpages from pg_class where oid = p_table);
  frequent boolean;
begin
  if pages < 640 then
    return false;
  end if;
  execute format('select count(*) >= 200 and count(*) filter (where %s) * 10 >= count(*) from %s
      tablesample system ($2) repeatable (1) where tenant_id = $1 and deleted_at is null', p_condition, p_table)
    into frequent using app_tenant_id(), 6400 / pages;
  return frequent;
end
$$;

create or replace function search_contract_ids(p_search text, p_group_ids uuid[], p_without_group boolean, p_limit integer)
  returns table(id uuid)
  language plpgsql stable security definer
  set search_path = public, pg_temp set enable_seqscan = off set enable_bitmapscan = on
  as $$
declare
  walked constant integer := 10000;
  condition text := search_condition(p_search);
  found uuid[];
begin
  if p_limit <= 1000 and is_frequent('contracts', condition) then
    perform set_config('enable_bitmapscan', 'off', true);
    execute format('select array_agg(k) from (select k from (select id as k, search_text from contracts
        where tenant_id = $1 and deleted_at is null and %s limit %s) near where %s limit $2) hits',
      search_scope_condition(p_group_ids, p_without_group), walked, condition)
      into found using app_tenant_id(), p_limit;
    perform set_config('enable_bitmapscan', 'on', true);
    if cardinality(found) >= p_limit then
      return query select unnest(found);
      return;
    end if;
  end if;
  return query execute format(
    'select id from contracts where tenant_id = $1 and deleted_at is null and %s and %s limit $2',
    condition, search_text_scope(p_group_ids, p_without_group))
    using app_tenant_id(), p_limit;
end
$$;

create or replace function search_customers_ranked(p_search text, p_group_ids uuid[], p_without_group boolean, p_filter_groups uuid[], p_no_group_only boolean, p_not_in_group uuid, p_excluded_issuer integer, p_customer_id uuid, p_limit integer, p_offset integer)
  returns table(id uuid, sort_position bigint, total_hits integer)
  language plpgsql stable security definer
  set search_path = public, pg_temp set enable_seqscan = off set enable_bitmapscan = on
  as $$
declare
  maximum_hits constant integer := 1000;
  walked constant integer := 10000;
  condition text := search_condition(p_search);
  folded text := fold_text(coalesce(p_search, ''));
  -- sorts behind every text that starts with `folded`
  folded_end text := folded || U&'\+10FFFF';
  house constant text := 'tenant_id = $1 and deleted_at is null and ';
  scope text := house || search_scope_condition(p_group_ids, p_without_group);
  -- the same for the index of texts
  text_scope text := house || search_text_scope(p_group_ids, p_without_group);
  narrowed text := '';
  sorted constant text := 'sort_name >= $2 and sort_name < $3';
  spoken constant text := 'spoken_name >= $2 and spoken_name < $3';
  hits constant text := 'select coalesce(array_agg(c), ''{}''), array_agg(n), array_agg(r) from (
      select id as c, sort_name as n, case when %s then 1 when %s then 2 else 3 end as r from %s where %s limit %s) hits';
  prefix_hits integer;
  spoken_hits integer;
  candidates uuid[];
  candidate_names text[];
  candidate_ranks integer[];
  remaining integer;
  found integer;
begin
  if folded = '' then
    return;
  end if;
  if p_filter_groups is not null then
    scope := scope || format(' and group_id = any (%L::uuid[])', p_filter_groups);
    text_scope := text_scope || ' and ' || search_text_scope(p_filter_groups, false);
  end if;
  if p_no_group_only then
    narrowed := narrowed || ' and group_id is null';
    text_scope := text_scope || ' and ' || search_text_scope('{}', true);
  end if;
  if p_not_in_group is not null then
    narrowed := narrowed || format(' and group_id is distinct from %L::uuid', p_not_in_group);
  end if;
  if p_customer_id is not null then
    narrowed := narrowed || format(' and id = %L::uuid', p_customer_id);
  end if;
  if p_excluded_issuer is not null then
    narrowed := narrowed || format(' and not exists (select 1 from contracts k where k.tenant_id = $1 and k.customer_id = customers.id'
      ' and k.issuer_id = %L::integer and k.deleted_at is null)', p_excluded_issuer);
  end if;
  scope := scope || narrowed;
  text_scope := text_scope || narrowed;

  execute format('select count(*) from (select 1 from customers where %s and %s limit %s) hits', scope, sorted, maximum_hits + 1)
    into prefix_hits using app_tenant_id(), folded, folded_end;
  if prefix_hits <= maximum_hits then
    if is_frequent('customers', condition) then
      perform set_config('enable_bitmapscan', 'off', true);
      execute format(hits, sorted, spoken, format('(select id, sort_name, spoken_name, search_text from customers where %s limit %s) near',
          scope, walked), condition, maximum_hits + 1)
        into candidates, candidate_names, candidate_ranks using app_tenant_id(), folded, folded_end;
      perform set_config('enable_bitmapscan', 'on', true);
    end if;
    if coalesce(cardinality(candidates), 0) <= maximum_hits then
      execute format(hits, sorted, spoken, 'customers', text_scope || ' and ' || condition, maximum_hits + 1)
        into candidates, candidate_names, candidate_ranks using app_tenant_id(), folded, folded_end;
    end if;
    if cardinality(candidates) <= maximum_hits then
      return query select c, row_number() over (order by r, n collate "C", c), cardinality(candidates)
          from unnest(candidates, candidate_names, candidate_ranks) as hit (c, n, r)
         order by r, n collate "C", c limit p_limit offset p_offset;
      return;
    end if;
  end if;

  -- More than 1,000: the ordered ranges first, one after the other.
  return query execute format(
    'select id, $4 + row_number() over (order by sort_name, id), $5 from (
       select id, sort_name from customers where %s and %s order by sort_name, id limit $6 offset $4) page',
    scope, sorted)
    using app_tenant_id(), folded, folded_end, p_offset::bigint, maximum_hits + 1, p_limit;
  get diagnostics found = row_count;
  remaining := p_limit - found;
  if remaining <= 0 or prefix_hits > maximum_hits then
    return;
  end if;
  return query execute format(
    'select id, $4 + row_number() over (order by spoken_name, id), $5 from (
       select id, spoken_name from customers where %s and %s and not (%s)
        order by spoken_name, id limit $6 offset $4) page', scope, spoken, sorted)
    using app_tenant_id(), folded, folded_end, greatest(0, p_offset - prefix_hits)::bigint, maximum_hits + 1, remaining;
  get diagnostics found = row_count;
  remaining := remaining - found;
  if remaining <= 0 then
    return;
  end if;
  execute format('select count(*) from (select 1 from customers where %s and %s and not (%s) limit %s) hits',
      scope, spoken, sorted, maximum_hits + 1)
    into spoken_hits using app_tenant_id(), folded, folded_end;
  if spoken_hits > maximum_hits then
    return;
  end if;
  return query select c, p_offset + row_number() over (order by n collate "C", c), maximum_hits + 1 from (
      select c, n from unnest(candidates, candidate_names, candidate_ranks) as hit (c, n, r)
       where r = 3 order by n collate "C", c limit remaining offset greatest(0, p_offset - prefix_hits - spoken_hits)) page;
end
$$;
