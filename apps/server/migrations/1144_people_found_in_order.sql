-- What a search of people found comes as its page, in the order of their names: where they are few, the page of those an index of letters
-- names; where they are many, by one walk along the list that ends with the page, over an index that knows the text as well. Under row level
-- security neither could be planned: the condition is not leakproof, and the whole table was read for every first page. few_user_ids and
-- count_users_found are what released servers before this one ask.
create index users_found_in_order on users (tenant_id, sort_name, id) include (search_text);

-- Ids of the page, and how many are found in all, at most p_most + 1. Runs as depotwerk_definer, takes the tenant from the transaction and
-- answers ids only; the caller reads them under its own policies.
create function users_found(p_folded text, p_most integer, p_limit integer, p_offset integer, out ids uuid[], out total integer)
  language plpgsql stable security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_indexscan = off set enable_bitmapscan = on set enable_sort = off
  as $$
declare
  pattern text := '%' || replace(replace(replace(p_folded, '\', '\\'), '%', '\%'), '_', '\_') || '%';
begin
  if length(p_folded) >= 2 then
    execute format('select count(*)::int, (array_agg(id order by sort_name, id))[$3 + 1 : $3 + $4]
        from (select id, sort_name from users where tenant_id = $1 and %s limit $2) hits',
        case when length(p_folded) = 2 then format('letter_pairs(search_text) @> array[%L]', p_folded)
          else format('search_text like %L', pattern) end)
      into total, ids using app_tenant_id(), p_most + 1, p_offset, p_limit;
    if total <= p_most then
      return;
    end if;
  end if;
  -- Until the function ends.
  perform set_config('enable_indexscan', 'on', true), set_config('enable_bitmapscan', 'off', true);
  execute format('select array_agg(id) from (select id from users where tenant_id = $1 and search_text like %L
      order by sort_name, id limit $2 offset $3) hits', pattern)
    into ids using app_tenant_id(), p_limit, p_offset;
  -- One letter says nothing of how many there are.
  if total is null then
    execute format('select count(*)::int from (select from users where tenant_id = $1 and search_text like %L limit $2) hits', pattern)
      into total using app_tenant_id(), p_most + 1;
  end if;
end
$$;
revoke execute on function users_found(text, integer, integer, integer) from public;
grant execute on function users_found(text, integer, integer, integer) to depotwerk_app;
grant select (sort_name) on users to depotwerk_definer;
grant create on schema public to depotwerk_definer;
alter function users_found(text, integer, integer, integer) owner to depotwerk_definer;
revoke create on schema public from depotwerk_definer;
