-- People are searched from an index as customers, contracts and funds are: LIKE is not leakproof, so under row level security it
-- could never use one. The function runs as depotwerk_definer, takes the tenant from the transaction and answers ids only; the
-- caller joins them under its own policies.
create index users_search on users using gin (search_text gin_trgm_ops) with (fastupdate = off);
grant select (tenant_id, id, search_text) on users to depotwerk_definer;
create policy definer_search on users for select to depotwerk_definer using (true);

-- Ids of the people whose text contains what is searched, folded already.
create function search_user_ids(p_folded text) returns table (id uuid)
  language plpgsql stable security definer set search_path = public, pg_temp
  as $$
begin
  return query execute format('select id from users where tenant_id = $1 and search_text like %L',
    '%' || replace(replace(replace(p_folded, '\', '\\'), '%', '\%'), '_', '\_') || '%')
    using app_tenant_id();
end
$$;
revoke execute on function search_user_ids(text) from public;
grant execute on function search_user_ids(text) to depotwerk_app;
grant create on schema public to depotwerk_definer;
alter function search_user_ids(text) owner to depotwerk_definer;
revoke create on schema public from depotwerk_definer;
