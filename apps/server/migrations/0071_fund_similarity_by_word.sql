-- Typing errors word by word: every word of the search (three letters or more) must look like part of the fund's
-- text. One word after another can use the trigram index, the whole phrase could not match scattered words.
create or replace function find_similar_fund_ids(p_search text, p_limit integer)
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
