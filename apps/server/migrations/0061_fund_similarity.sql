-- Funds whose words look like the search text, for searches that match nothing exactly (typing errors).
-- Like the functions of 0010: runs as depotwerk_definer, tenant from the transaction, returns ids only.
create function find_similar_fund_ids(p_search text, p_limit integer)
  returns table (id integer, similarity real)
  language sql stable security definer
  set search_path = public, pg_temp
  set pg_trgm.word_similarity_threshold = 0.5
  as $$
  select f.id, word_similarity(fold_text(p_search), f.search_text) as similarity
    from funds f
   where f.tenant_id = app_tenant_id() and fold_text(p_search) <% f.search_text
   order by similarity desc, f.sort_name, f.id
   limit p_limit
  $$;

grant create on schema public to depotwerk_definer;
revoke execute on function find_similar_fund_ids(text, integer) from public;
grant execute on function find_similar_fund_ids(text, integer) to depotwerk_app;
alter function find_similar_fund_ids(text, integer) owner to depotwerk_definer;
revoke create on schema public from depotwerk_definer;
