-- concurrently
-- Texts together with the group they belong to, so that who sees a part of the house reads no more than what she finds there.
-- What has no group stands under its house. The index of texts alone is the same without that column, and goes.
drop index concurrently if exists customers_search_of_group;
create index concurrently customers_search_of_group on customers
  using gin ((array[coalesce(group_id, tenant_id)]), search_text gin_trgm_ops)
  with (fastupdate = on, gin_pending_list_limit = 256) where deleted_at is null;
drop index concurrently if exists customers_search;
drop index concurrently if exists contracts_search_of_group;
create index concurrently contracts_search_of_group on contracts
  using gin ((array[coalesce(group_id, tenant_id)]), search_text gin_trgm_ops)
  with (fastupdate = on, gin_pending_list_limit = 256) where deleted_at is null;
drop index concurrently if exists contracts_search;
drop index concurrently if exists customers_group_spoken;
create index concurrently customers_group_spoken on customers (tenant_id, group_id, spoken_name, id) where deleted_at is null;
