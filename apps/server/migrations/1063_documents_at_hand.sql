-- As in 0900, read less: only as many are looked for as are asked for, because documents of customers who are no more are left out
-- here already; whether a word is frequent is judged by a quarter of the titles; and whoever sees no group at all asks nothing.
create or replace function search_document_ids(p_search text, p_group_ids uuid[], p_without_group boolean, p_customer_id uuid, p_limit integer)
  returns table (id uuid)
  language plpgsql stable security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_indexscan = on set enable_indexonlyscan = on
  as $$
declare
  newest constant integer := 250;
  walked constant integer := 10000;
  condition text := document_title_condition(p_search);
  visible text := replace(search_scope_condition(p_group_ids, p_without_group), 'group_id', 'u.group_id') || ' and u.deleted_at is null';
  has_index_word boolean := exists (
    select from regexp_split_to_table(coalesce(p_search, ''), '[^[:alnum:]]+') as word where length(word) >= 3);
  hits integer;
  found uuid[];
begin
  if condition = 'false' then
    return;
  end if;
  if p_customer_id is not null then
    return query execute format(
      'select d.id from documents d where d.tenant_id = $1 and d.customer_id = $2 and %s order by d.created_at desc limit $3',
      condition) using app_tenant_id(), p_customer_id, p_limit;
    return;
  end if;
  if cardinality(p_group_ids) = 0 and not p_without_group then
    return;
  end if;
  execute format('select count(*) from (select title from documents where tenant_id = $1 and customer_id is not null
      order by created_at desc limit $2) d where %s', condition)
    into hits using app_tenant_id(), newest;
  if hits * 50 >= newest or not has_index_word then
    execute format(
      'select coalesce(array_agg(f.id order by f.created_at desc, f.id), ''{}'') from (
        select d.id, d.created_at from (select id, customer_id, title, created_at from documents
            where tenant_id = $1 and customer_id is not null order by created_at desc, id limit $2) d
          join customers u on u.tenant_id = $1 and u.id = d.customer_id
         where %s and %s order by d.created_at desc, d.id limit $3) f', condition, visible)
      into found using app_tenant_id(), walked, p_limit;
    if cardinality(found) >= p_limit or not has_index_word and (p_group_ids is null or hits * 50 < newest) then
      return query select unnest(found);
      return;
    end if;
    -- The newest of the house may all be of other groups: then the customers of hers are looked through.
    if p_group_ids is not null then
      return query execute format(
        'select d.id from customers u join documents d on d.tenant_id = $1 and d.customer_id = u.id
          where u.tenant_id = $1 and %s and %s order by d.created_at desc, d.id limit $2',
        condition, visible)
        using app_tenant_id(), p_limit;
      return;
    end if;
    -- A handful of the very newest made it look frequent: it is none, and the index names all that have it.
  end if;
  -- Only the bitmap of the trigrams is left to the planner, who takes rare words for frequent ones.
  perform set_config('enable_indexscan', 'off', true), set_config('enable_indexonlyscan', 'off', true);
  return query execute format(
    'with hit as materialized (select d.id, d.customer_id, d.created_at from documents d
        where d.tenant_id = $1 and d.customer_id is not null and %s)
     select hit.id from hit join customers u on u.tenant_id = $1 and u.id = hit.customer_id
      where %s order by hit.created_at desc, hit.id limit $2', condition, visible)
    using app_tenant_id(), p_limit;
end
$$;
