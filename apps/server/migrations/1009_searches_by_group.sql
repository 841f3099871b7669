-- The searches go by the indexes of 1008: texts by words and group at once, names in their order by group.

-- Which groups the caller may see, as a condition the indexes of texts know; null = every group of the tenant. Above a hundred groups
-- each hit would be compared with every one of them: then it is looked up in the row.
create function search_text_scope(p_group_ids uuid[], p_without_group boolean) returns text
  language sql stable parallel safe
  as $$
  select case
    when p_group_ids is null or cardinality(p_group_ids) > 100 or (cardinality(p_group_ids) = 0 and not p_without_group)
      then search_scope_condition(p_group_ids, p_without_group)
    else format('array[coalesce(group_id, tenant_id)] && %L::uuid[]',
      case when p_without_group then p_group_ids || app_tenant_id() else p_group_ids end)
  end
  $$;

create or replace function search_customer_ids(p_search text, p_group_ids uuid[], p_without_group boolean, p_limit integer, p_offset integer default 0)
  returns table(id uuid, sort_position bigint)
  language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off
  as $$
begin
  return query execute format(
    'with hits as materialized (
       select id, sort_name from customers where tenant_id = $1 and deleted_at is null and %s and %s)
     select id, row_number() over (order by sort_name, id) from (
       select id, sort_name from hits order by sort_name, id limit $2 offset $3) page',
    search_condition(p_search), search_text_scope(p_group_ids, p_without_group))
    using app_tenant_id(), p_limit, p_offset;
end
$$;

create or replace function search_contract_ids(p_search text, p_group_ids uuid[], p_without_group boolean, p_limit integer)
  returns table(id uuid)
  language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off
  as $$
begin
  return query execute format(
    'select id from contracts where tenant_id = $1 and deleted_at is null and %s and %s limit $2',
    search_condition(p_search), search_text_scope(p_group_ids, p_without_group))
    using app_tenant_id(), p_limit;
end
$$;

create or replace function search_customers_ranked(p_search text, p_group_ids uuid[], p_without_group boolean, p_filter_groups uuid[], p_no_group_only boolean, p_not_in_group uuid, p_excluded_issuer integer, p_customer_id uuid, p_limit integer, p_offset integer)
  returns table(id uuid, sort_position bigint, total_hits integer)
  language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off
  as $$
declare
  maximum_hits constant integer := 1000;
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
  prefix_hits integer;
  spoken_hits integer;
  candidates uuid[];
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
    execute format('select coalesce(array_agg(c), ''{}'') from (select id as c from customers where %s and %s limit %s) hits',
      text_scope, search_condition(p_search), maximum_hits + 1)
      into candidates using app_tenant_id(), folded, folded_end;
    if cardinality(candidates) <= maximum_hits then
      return query execute format(
        'select id, row_number() over (order by hit_rank, sort_name, id), $4 from (
           select id, sort_name, case when %s then 1 when %s then 2 else 3 end as hit_rank
             from customers where tenant_id = $1 and id = any ($5)) ranked
          order by hit_rank, sort_name, id limit $6 offset $7', sorted, spoken)
        using app_tenant_id(), folded, folded_end, cardinality(candidates), candidates, p_limit, p_offset;
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
  return query execute format(
    'select id, $4 + row_number() over (order by sort_name, id), $5 from (
       select id, sort_name from customers where tenant_id = $1 and id = any ($6) and not (%s) and not (%s)
        order by sort_name, id limit $7 offset $4) page', sorted, spoken)
    using app_tenant_id(), folded, folded_end, greatest(0, p_offset - prefix_hits - spoken_hits)::bigint, maximum_hits + 1,
      candidates, remaining;
end
$$;
