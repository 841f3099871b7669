-- Documents are found by their title from an index, as everything else that is searched (decision 0004). Titles are not folded:
-- fold_text takes forty microseconds a title, LIKE two, and a column of folded titles would rewrite the table of all files.
-- Instead a word is looked for as it was typed, with its umlauts spelled out, and with spelled out umlauts joined.
--
-- Most titles begin alike ("Depotübersicht …"): of a million hits the index would have to fetch every one to find the newest.
-- So the newest documents are looked at first, and the index is asked for what is rare among them.
create index documents_search on documents using gin (title gin_trgm_ops) with (fastupdate = off) where customer_id is not null;

-- Every word of the search as a condition on d.title, safely quoted; false when there are none.
create function document_title_condition(p_search text) returns text
  language sql immutable parallel safe
  as $$
  select coalesce(string_agg(distinct (
      select '(' || string_agg(distinct format('d.title ilike %L', '%'
          || replace(replace(replace(spelled, '\', '\\'), '%', '\%'), '_', '\_') || '%'), ' or ') || ')'
        from unnest(array[word,
          replace(replace(replace(replace(word, 'ae', 'ä'), 'oe', 'ö'), 'ue', 'ü'), 'ss', 'ß'),
          replace(replace(replace(replace(word, 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'ß', 'ss')]) as spelled
         -- Two letters have no trigram: the index would have to be read as a whole.
         where spelled = word or length(spelled) >= 3), ' and '), 'false')
    from regexp_split_to_table(lower(coalesce(p_search, '')), '\s+') as word
   where word ~ '[[:alnum:]]'
  $$;

-- Ids of documents of visible customers with all words in their title, newest first where they are many; at most p_limit.
-- p_customer_id = only his. Before "many" is said of a word, it stands in one of fifty of the newest documents.
create function search_document_ids(p_search text, p_group_ids uuid[], p_without_group boolean, p_customer_id uuid, p_limit integer)
  returns table (id uuid)
  language plpgsql stable security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_indexscan = on set enable_indexonlyscan = on
  as $$
declare
  newest constant integer := 1000;
  walked constant integer := 10000;
  condition text := document_title_condition(p_search);
  visible text := search_scope_condition(p_group_ids, p_without_group);
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
  execute format('select count(*) from (select title from documents where tenant_id = $1 and customer_id is not null
      order by created_at desc limit $2) d where %s', condition)
    into hits using app_tenant_id(), newest;
  if hits * 50 >= newest or not has_index_word then
    execute format(
      'select coalesce(array_agg(f.id order by f.created_at desc), ''{}'') from (
        select d.id, d.created_at from (select id, customer_id, title, created_at from documents
            where tenant_id = $1 and customer_id is not null order by created_at desc limit $2) d
          join customers u on u.tenant_id = $1 and u.id = d.customer_id
         where %s and %s order by d.created_at desc limit $3) f', condition, replace(visible, 'group_id', 'u.group_id'))
      into found using app_tenant_id(), walked, p_limit;
    if p_group_ids is null or hits * 50 < newest or cardinality(found) >= least(p_limit, 20) then
      return query select unnest(found);
      return;
    end if;
    -- The newest of the house may all be of other groups: then the customers of hers are looked through.
    return query execute format(
      'select d.id from customers u join documents d on d.tenant_id = $1 and d.customer_id = u.id
        where u.tenant_id = $1 and %s and %s order by d.created_at desc limit $2',
      condition, replace(visible, 'group_id', 'u.group_id'))
      using app_tenant_id(), p_limit;
    return;
  end if;
  -- Only the bitmap of the trigrams is left to the planner, who takes rare words for frequent ones.
  perform set_config('enable_indexscan', 'off', true), set_config('enable_indexonlyscan', 'off', true);
  return query execute format(
    'with hit as materialized (select d.id, d.customer_id, d.created_at from documents d
        where d.tenant_id = $1 and d.customer_id is not null and %s)
     select hit.id from hit join customers u on u.tenant_id = $1 and u.id = hit.customer_id
      where %s order by hit.created_at desc limit $2', condition, replace(visible, 'group_id', 'u.group_id'))
    using app_tenant_id(), p_limit;
end
$$;
revoke execute on function search_document_ids(text, uuid[], boolean, uuid, integer) from public;
grant execute on function search_document_ids(text, uuid[], boolean, uuid, integer) to depotwerk_app;
grant create on schema public to depotwerk_definer;
alter function search_document_ids(text, uuid[], boolean, uuid, integer) owner to depotwerk_definer;
revoke create on schema public from depotwerk_definer;
