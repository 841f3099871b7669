-- Text search. LIKE is not leakproof, so under row level security it could never use an index; these
-- functions run as depotwerk_definer, take the tenant from the transaction and the visible groups
-- from the caller, and return ids only. The caller joins them under its own policies, so a wrong
-- argument can never show a row of another tenant.
--
-- Sorting every hit of "müller" among a million customers by name costs as much as fetching them.
-- So names that start with the text come first, straight from an index in order; everything else
-- that contains it follows out of at most 1,000 candidates. Up to 1,000 hits the answer is complete
-- and its number exact; beyond that the caller is told "more than".

grant select (tenant_id, id, group_id, sort_name, search_text, deleted_at, spoken_name) on customers to depotwerk_definer;
grant select (tenant_id, id, group_id, customer_sort_name, search_text, contract_score, deleted_at, customer_id,
  issuer_id) on contracts to depotwerk_definer;
grant select (tenant_id, id, isin, wkn, sort_name, search_text, is_inactive) on funds to depotwerk_definer;
do $$
declare
  table_name text;
begin
  foreach table_name in array array['customers', 'contracts', 'funds']
  loop
    execute format('create policy definer_search on %I for select to depotwerk_definer using (true)', table_name);
  end loop;
end
$$;

-- One folded word as LIKE pattern: two letters mean the start of a word, more mean any part.
create function search_pattern(word text) returns text
  language sql immutable parallel safe strict
  as $$
  select case when length(word) < 3 then '% ' else '%' end
      || replace(replace(replace(word, '\', '\\'), '%', '\%'), '_', '\_') || '%'
  $$;

-- All words of a search text as ANDed conditions on search_text, safely quoted; false when there are none.
create function search_condition(p_search text) returns text
  language sql immutable parallel safe
  as $$
  select coalesce(string_agg(distinct format('search_text like %L', search_pattern(word)), ' and '), 'false')
    from unnest(string_to_array(fold_text(coalesce(p_search, '')), ' ')) as word
   where word <> ''
  $$;

-- Which groups the caller may see, as a condition; null = every group of the tenant.
create function search_scope_condition(p_group_ids uuid[], p_without_group boolean) returns text
  language sql immutable parallel safe
  as $$
  select case
    when p_group_ids is null and p_without_group then 'true'
    when p_group_ids is null then 'group_id is not null'
    when cardinality(p_group_ids) = 0 and not p_without_group then 'false'
    when p_without_group then format('(group_id = any (%L::uuid[]) or group_id is null)', p_group_ids)
    else format('group_id = any (%L::uuid[])', p_group_ids)
  end
  $$;

-- Ids of visible customers matching every word, by name; at most p_limit.
create function search_customer_ids(p_search text, p_group_ids uuid[], p_without_group boolean, p_limit integer, p_offset integer default 0)
  returns table (id uuid, sort_position bigint)
  language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off
  as $$
begin
  return query execute format(
    'with hits as materialized (
       select id, sort_name from customers where tenant_id = $1 and deleted_at is null and %s and %s)
     select id, row_number() over (order by sort_name, id) from (
       select id, sort_name from hits order by sort_name, id limit $2 offset $3) page',
    search_condition(p_search), search_scope_condition(p_group_ids, p_without_group))
    using app_tenant_id(), p_limit, p_offset;
end
$$;

-- How many visible customers match, counted up to p_limit.
create function count_customer_matches(p_search text, p_group_ids uuid[], p_without_group boolean, p_limit integer)
  returns bigint
  language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off
  as $$
declare
  matches bigint;
begin
  execute format(
    'select count(*) from (select 1 from customers where tenant_id = $1 and deleted_at is null and %s and %s limit $2) found',
    search_condition(p_search), search_scope_condition(p_group_ids, p_without_group))
    into matches using app_tenant_id(), p_limit;
  return matches;
end
$$;

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

-- Ids of visible contracts matching every word, at most p_limit, in no particular order: the list
-- sorts and filters them.
create function search_contract_ids(p_search text, p_group_ids uuid[], p_without_group boolean, p_limit integer)
  returns table (id uuid)
  language plpgsql stable security definer set search_path = public, pg_temp set enable_seqscan = off
  as $$
begin
  return query execute format(
    'select id from contracts where tenant_id = $1 and deleted_at is null and %s and %s limit $2',
    search_condition(p_search), search_scope_condition(p_group_ids, p_without_group))
    using app_tenant_id(), p_limit;
end
$$;

-- Funds: exact ISIN or WKN first, then names starting with the text, then all words.
create function search_fund_ids(p_search text, p_limit integer)
  returns table (id integer, match_rank integer)
  language plpgsql stable security definer set search_path = public, pg_temp
  as $$
begin
  return query execute format(
    'select id, case when isin = upper(btrim($3)) or wkn = upper(btrim($3)) then 1
                     when starts_with(sort_name, fold_text($3)) then 2 else 3 end as match_rank
       from funds where tenant_id = $1 and %s
      order by match_rank, sort_name, id limit $2', search_condition(p_search))
    using app_tenant_id(), p_limit, coalesce(p_search, '');
end
$$;

-- Typing errors word by word: every word of the search (three letters or more) must look like part of the fund's
-- text. One word after another can use the trigram index, the whole phrase could not match scattered words.
create function find_similar_fund_ids(p_search text, p_limit integer)
  returns table (id integer, similarity real)
  language plpgsql stable security definer
  set search_path = public, pg_temp
  set pg_trgm.word_similarity_threshold = 0.4
  as $$
declare
  words text[] := array(
    select distinct word from unnest(string_to_array(fold_text(coalesce(p_search, '')), ' ')) as word
     where length(word) >= 3 order by word limit 10);
  condition text;
  score text;
begin
  if cardinality(words) = 0 then
    return;
  end if;
  select string_agg(format('%L <%% f.search_text', word), ' and '),
         string_agg(format('word_similarity(%L, f.search_text)', word), ' + ')
    into condition, score from unnest(words) as word;
  return query execute format(
    'select f.id, ((%s) / %s)::real as similarity from funds f where f.tenant_id = $1 and %s
      order by similarity desc, f.sort_name, f.id limit $2', score, cardinality(words), condition)
    using app_tenant_id(), p_limit;
end
$$;

-- Handing a function to its owner role needs the right to create for that moment only.
grant create on schema public to depotwerk_definer;
do $$
declare
  lookup regprocedure;
begin
  foreach lookup in array array['count_customer_matches(text, uuid[], boolean, integer)',
    'find_similar_fund_ids(text, integer)',
    'search_contract_ids(text, uuid[], boolean, integer)',
    'search_customer_ids(text, uuid[], boolean, integer, integer)',
    'search_customers_ranked(text, uuid[], boolean, uuid[], boolean, uuid, integer, uuid, integer, integer)',
    'search_fund_ids(text, integer)']::regprocedure[]
  loop
    execute format('revoke execute on function %s from public', lookup);
    execute format('grant execute on function %s to depotwerk_app', lookup);
    execute format('alter function %s owner to depotwerk_definer', lookup);
  end loop;
end
$$;
revoke create on schema public from depotwerk_definer;
