-- A search of people looks up by their ids who are few; whoever is one of very many (the domain of the house's mail addresses) is found as
-- the list is read, in its order: tens of thousands of ids, looked up one after the other, took thirty times as long. Two letters have an
-- index of their own, as one of three letters knows nothing of fewer. search_user_ids is what released servers before this one ask.

-- Every two letters in a row of a text.
create function letter_pairs(p_text text) returns text[]
  language sql immutable strict parallel safe cost 1000
  as $$ select coalesce(array_agg(distinct substr(p_text, n, 2) collate "C"), '{}')
    from generate_series(1, length(p_text) - 1) n $$;

-- Ids of the people whose text contains what is searched, folded already; null for one letter and where they are more than p_limit. Runs as
-- depotwerk_definer, takes the tenant from the transaction and answers ids only; the caller reads them under its own policies.
create function few_user_ids(p_folded text, p_limit integer) returns uuid[]
  language plpgsql stable security definer
  set search_path = public, pg_temp set enable_seqscan = off set enable_indexscan = off set enable_bitmapscan = on
  as $$
declare
  found uuid[];
begin
  if length(p_folded) < 2 then
    return null;
  end if;
  execute format('select coalesce(array_agg(id), ''{}'') from (select id from users where tenant_id = $1 and %s limit $2) hits',
      case when length(p_folded) = 2 then format('letter_pairs(search_text) @> array[%L]', p_folded)
        else format('search_text like %L',
          '%' || replace(replace(replace(p_folded, '\', '\\'), '%', '\%'), '_', '\_') || '%') end)
    into found using app_tenant_id(), p_limit + 1;
  return case when cardinality(found) <= p_limit then found end;
end
$$;

-- How many people are found where they are many: the table is read as it lies, its policy is not asked for every row.
create function count_users_found(p_folded text) returns integer
  language plpgsql stable security definer set search_path = public, pg_temp
  as $$
declare
  found integer;
begin
  execute format('select count(*)::int from users where tenant_id = $1 and search_text like %L',
      '%' || replace(replace(replace(p_folded, '\', '\\'), '%', '\%'), '_', '\_') || '%')
    into found using app_tenant_id();
  return found;
end
$$;
revoke execute on function few_user_ids(text, integer), count_users_found(text) from public;
grant execute on function few_user_ids(text, integer), count_users_found(text) to depotwerk_app;
grant create on schema public to depotwerk_definer;
alter function few_user_ids(text, integer) owner to depotwerk_definer;
alter function count_users_found(text) owner to depotwerk_definer;
revoke create on schema public from depotwerk_definer;
