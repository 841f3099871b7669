-- As in 1077, but how frequent a word is, is not judged by the newest titles alone. After a run that writes a letter to everybody nothing
-- else is among them, and a word a tenth of all other titles have ("kosten", "depot") was looked up as if it were rare: tens of thousands of
-- hits read and sorted. So a few pages of the table are asked as well, wherever they lie; what is frequent there is walked for where such
-- titles are, behind the run, beside the newest of all.
create or replace function search_document_ids(p_search text, p_group_ids uuid[], p_without_group boolean, p_customer_id uuid, p_limit integer)
  returns table (id uuid)
  language plpgsql stable security definer set search_path = public, pg_temp
  set enable_seqscan = off set enable_indexscan = on set enable_indexonlyscan = on
  as $$
declare
  newest constant integer := 250;
  -- beside a walk behind a run of letters
  looked constant integer := 2000;
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
  sampled text[];
  sampled_at timestamptz[];
  behind timestamptz;
  hits integer;
  word text;
  rare text;
  is_rare boolean;
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
  if has_index_word or by_pairs is not null then
    execute 'select array_agg(title), array_agg(created_at) from documents tablesample system ($2) repeatable (1)
      where tenant_id = $1 and customer_id is not null'
      into sampled, sampled_at
      using app_tenant_id(), least(100, 4000 / greatest(1, pg_relation_size('documents') / 8192.0))::real;
  end if;
  if cardinality(sampled) < 100 then
    sampled := null;
  end if;
  if sampled is not null then
    execute format('select count(*), max(at) from unnest($1, $2) as d(title, at) where %s', condition)
      into hits, behind using sampled, sampled_at;
    if hits * 50 >= cardinality(sampled) then
      execute format(
        'with near as materialized (
            (select id, customer_id, title, created_at from documents
              where tenant_id = $1 and customer_id is not null order by created_at desc, id limit $2)
            union all
            (select id, customer_id, title, created_at from documents
              where tenant_id = $1 and customer_id is not null and created_at >= $3 order by created_at, id desc limit $4)),
          hits as materialized (select distinct d.created_at, d.id, d.customer_id from near d where %s order by d.created_at desc, d.id)
         select coalesce(array_agg(f.id order by f.created_at desc, f.id), ''{}'') from (
           select h.id, h.created_at from hits h
            cross join lateral (select c.group_id, c.deleted_at from customers c
              where c.tenant_id = $1 and c.id = h.customer_id offset 0) u
            where %s limit $5) f', condition, visible)
        into found using app_tenant_id(), looked, behind, walked, p_limit;
      if cardinality(found) >= p_limit then
        return query select unnest(found);
        return;
      end if;
    end if;
  end if;
  foreach word in array regexp_split_to_array(lower(p_search), '\s+') loop
    -- What has no three letters in a row would have the index read as a whole.
    continue when word !~ '[[:alnum:]]{3}';
    execute format('select count(*) filter (where is_new) * 50 < $3 and count(*) filter (where not is_new) * 50 < $4
        from (select title, true from unnest($1) as t(title) union all select title, false from unnest($2) as t(title)) d(title, is_new)
       where %s', document_title_condition(word))
      into is_rare using titles, sampled, newest, greatest(1, cardinality(sampled));
    if is_rare then
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
