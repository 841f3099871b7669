-- With a small limit the planner hoped to meet hits early while walking the names in order; a word
-- nobody has then cost the whole table. The hits are gathered first, through the trigram index, and
-- sorted afterwards.
grant create on schema public to depotwerk_definer;

create or replace function search_customer_ids(p_search text, p_group_ids uuid[], p_without_group boolean, p_limit integer, p_offset integer default 0)
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

alter function search_contract_ids(text, uuid[], boolean, integer) set enable_seqscan = off;
alter function count_customer_matches(text, uuid[], boolean, integer) set enable_seqscan = off;

revoke create on schema public from depotwerk_definer;
