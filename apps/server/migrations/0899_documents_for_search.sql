-- What the search of documents reads of them. Apart from its index: a policy waits for every reader, and must neither undo an index that
-- was built for minutes nor keep readers out while it is built.
grant select (tenant_id, id, customer_id, title, state, created_at) on documents to depotwerk_definer;
create policy definer_search on documents for select to depotwerk_definer using (true);
