-- Text search. LIKE is not leakproof, so under row level security it could never use an index; these
-- functions run as depotwerk_definer, take the tenant from the transaction and the visible groups
-- from the caller, and return ids only. The caller joins them under its own policies, so a wrong
-- argument can never show a row of another tenant.

alter table customers alter column search_text set statistics 1000;
alter table contracts alter column search_text set statistics 1000;

grant select (tenant_id, id, group_id, sort_name, search_text, deleted_at) on customers to depotwerk_definer;
grant select (tenant_id, id, group_id, customer_sort_name, search_text, contract_score, deleted_at) on contracts to depotwerk_definer;
grant select (tenant_id, id, isin, wkn, sort_name, search_text, is_inactive) on funds to depotwerk_definer;
create policy definer_search on customers for select to depotwerk_definer using (true);
create policy definer_search on contracts for select to depotwerk_definer using (true);
create policy definer_search on funds for select to depotwerk_definer using (true);

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
  language plpgsql stable security definer set search_path = public, pg_temp
  as $$
begin
  return query execute format(
    'select id, row_number() over (order by sort_name, id) from (
       select id, sort_name from customers
        where tenant_id = $1 and deleted_at is null and %s and %s
        order by sort_name, id limit $2 offset $3) found',
    search_condition(p_search), search_scope_condition(p_group_ids, p_without_group))
    using app_tenant_id(), p_limit, p_offset;
end
$$;

-- How many visible customers match, counted up to p_limit.
create function count_customer_matches(p_search text, p_group_ids uuid[], p_without_group boolean, p_limit integer)
  returns bigint
  language plpgsql stable security definer set search_path = public, pg_temp
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

-- Ids of visible contracts matching every word, at most p_limit, in no particular order: the list
-- sorts and filters them.
create function search_contract_ids(p_search text, p_group_ids uuid[], p_without_group boolean, p_limit integer)
  returns table (id uuid)
  language plpgsql stable security definer set search_path = public, pg_temp
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

grant create on schema public to depotwerk_definer;
do $$
declare
  search regprocedure;
begin
  foreach search in array array['search_customer_ids(text, uuid[], boolean, integer, integer)',
    'count_customer_matches(text, uuid[], boolean, integer)', 'search_contract_ids(text, uuid[], boolean, integer)',
    'search_fund_ids(text, integer)']::regprocedure[] loop
    execute format('revoke execute on function %s from public', search);
    execute format('grant execute on function %s to depotwerk_app', search);
    execute format('alter function %s owner to depotwerk_definer', search);
  end loop;
end
$$;
revoke create on schema public from depotwerk_definer;
