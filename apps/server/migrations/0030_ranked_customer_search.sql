-- The search box for customers: hits ranked, bounded work however common the word is.
--
-- Sorting every hit of "müller" among a million customers by name costs as much as fetching them.
-- So names that start with the text come first, straight from an index in order; everything else
-- that contains it follows out of at most 1,000 candidates. Up to 1,000 hits the answer is complete
-- and its number exact; beyond that the caller is told "more than".

-- "anna mü" as people say it; sort_name has it the other way round.
alter table customers add column spoken_name text
  generated always as (fold_text(first_name || ' ' || last_name) collate "C") stored;
create index customers_spoken_name on customers (tenant_id, spoken_name, id) where deleted_at is null;
-- Empty counts as lowest in both directions, as in the contract list.
drop index customers_date_of_birth;
create index customers_date_of_birth on customers (tenant_id, date_of_birth desc nulls last, id desc) where deleted_at is null;
drop index customers_profile;
create index customers_profile on customers (tenant_id, profile_valid_until desc nulls last, id desc) where deleted_at is null;

grant select (spoken_name) on customers to depotwerk_definer;
grant select (tenant_id, customer_id, issuer_id, deleted_at) on contracts to depotwerk_definer;

-- Ids of visible customers for a search text, best first. total_hits is exact up to 1,000, and 1,001
-- stands for "more". The groups are what the caller may see; the other arguments narrow the choice.
create function search_customers_ranked(
  p_search text, p_group_ids uuid[], p_without_group boolean, p_filter_groups uuid[], p_no_group_only boolean,
  p_not_in_group uuid, p_excluded_issuer integer, p_customer_id uuid, p_limit integer, p_offset integer)
  returns table (id uuid, sort_position bigint, total_hits integer)
  language plpgsql stable security definer set search_path = public, pg_temp
  -- a limit makes the planner hope for hits on the first pages; a clustered name then costs a whole scan
  set enable_seqscan = off
  as $$
declare
  maximum_hits constant integer := 1000;
  folded text := fold_text(coalesce(p_search, ''));
  -- sorts behind every text that starts with `folded`
  folded_end text := folded || U&'\+10FFFF';
  scope text := 'tenant_id = $1 and deleted_at is null and ' || search_scope_condition(p_group_ids, p_without_group);
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
  end if;
  if p_no_group_only then
    scope := scope || ' and group_id is null';
  end if;
  if p_not_in_group is not null then
    scope := scope || format(' and group_id is distinct from %L::uuid', p_not_in_group);
  end if;
  if p_customer_id is not null then
    scope := scope || format(' and id = %L::uuid', p_customer_id);
  end if;
  if p_excluded_issuer is not null then
    scope := scope || format(' and not exists (select 1 from contracts k where k.tenant_id = $1 and k.customer_id = customers.id'
      ' and k.issuer_id = %L::integer and k.deleted_at is null)', p_excluded_issuer);
  end if;

  execute format('select count(*) from (select 1 from customers where %s and %s limit %s) hits', scope, sorted, maximum_hits + 1)
    into prefix_hits using app_tenant_id(), folded, folded_end;
  if prefix_hits <= maximum_hits then
    execute format('select coalesce(array_agg(c), ''{}'') from (select id as c from customers where %s and %s limit %s) hits',
      scope, search_condition(p_search), maximum_hits + 1)
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

grant create on schema public to depotwerk_definer;
do $$
declare
  search constant regprocedure := 'search_customers_ranked(text, uuid[], boolean, uuid[], boolean, uuid, integer, uuid, integer, integer)';
begin
  execute format('revoke execute on function %s from public', search);
  execute format('grant execute on function %s to depotwerk_app', search);
  execute format('alter function %s owner to depotwerk_definer', search);
end
$$;
revoke create on schema public from depotwerk_definer;
