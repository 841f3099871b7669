-- As in 1063, but of several words only those the newest titles hardly have are looked up in the index of titles: "Depotübersicht 4711" read
-- every document with the first word, in both of its spellings, for the few with the second. And whose documents they are is asked of the
-- newest hits first, a hundred at a time, instead of every hit: a number of three figures stands in thousands of titles. Two letters that
-- none of the newest titles has are looked up in the index of pairs, where the newest 10,000 were read for nothing.
-- The pairs are those of every spelling of a word, as in document_title_condition(): "öl" finds the "Oel" beside the "Öl".
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
  by_pairs text := (
    select string_agg((
        select '(' || string_agg(distinct format('letter_pairs(lower(d.title)) @> %L::text[]', letter_pairs(spelled)), ' or ') || ')'
          from unnest(umlaut_spellings(word)) as spelled
         -- The spellings that document_title_condition() looks for.
         where spelled = word or length(spelled) >= 3), ' and ')
      from regexp_split_to_table(lower(coalesce(p_search, '')), '\s+') as word
     where word ~ '[[:alnum:]]' and length(word) >= 2);
  titles text[];
  hits integer;
  word text;
  rare text;
  found uuid[];
  hit_ids uuid[];
  owner_ids uuid[];
  first integer := 1;
  size integer := 100;
  given integer := 0;
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
  execute 'select array_agg(title) from (select title from documents where tenant_id = $1 and customer_id is not null
      order by created_at desc limit $2) d'
    into titles using app_tenant_id(), newest;
  execute format('select count(*) from unnest($1) as d(title) where %s', condition) into hits using titles;
  if hits * 50 >= newest or not has_index_word and (hits > 0 or by_pairs is null) then
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
  foreach word in array regexp_split_to_array(lower(p_search), '\s+') loop
    -- What has no three letters in a row would have the index read as a whole.
    continue when word !~ '[[:alnum:]]{3}';
    execute format('select count(*) from unnest($1) as d(title) where %s', document_title_condition(word)) into hits using titles;
    if hits * 50 < newest then
      rare := concat_ws(' and ', rare, document_title_condition(word));
    end if;
  end loop;
  if not has_index_word then
    rare := by_pairs;
  end if;
  -- Only the bitmap of an index of letters is left to the planner, who takes rare words for frequent ones.
  perform set_config('enable_indexscan', 'off', true), set_config('enable_indexonlyscan', 'off', true);
  -- Every word of its own may be frequent, and all of them together are not.
  execute format(
    'with looked_up as materialized (select d.id, d.customer_id, d.created_at, d.title from documents d
        where d.tenant_id = $1 and d.customer_id is not null and %s)
     select array_agg(d.id order by d.created_at desc, d.id), array_agg(d.customer_id order by d.created_at desc, d.id)
       from looked_up d where %s', coalesce(rare, condition), condition)
    into hit_ids, owner_ids using app_tenant_id();
  perform set_config('enable_indexscan', 'on', true);
  while first <= cardinality(hit_ids) and given < p_limit loop
    -- By the id of each, not by all customers of her groups.
    execute format(
      'select coalesce(array_agg(h.id order by h.place), ''{}'')
         from unnest($2[$4:$5], $3[$4:$5]) with ordinality as h(id, customer_id, place)
        cross join lateral (select c.group_id, c.deleted_at from customers c
          where c.tenant_id = $1 and c.id = h.customer_id offset 0) u
        where %s', visible)
      into found using app_tenant_id(), hit_ids, owner_ids, first, first + size - 1;
    return query select unnest(found[:p_limit - given]);
    given := given + cardinality(found);
    first := first + size;
    size := size * 4;
  end loop;
end
$$;
