-- `is null` keeps no order in an index, so the contracts without group and without insurer have
-- small indexes of their own for the orders in which pages are merged.
create index contracts_without_group_by_name on contracts (tenant_id, customer_sort_name, id)
  where group_id is null and deleted_at is null;
create index contracts_without_group_by_score on contracts (tenant_id, contract_score desc nulls last, id desc)
  where group_id is null and deleted_at is null;
create index contracts_without_insurer_by_score on contracts (tenant_id, contract_score desc nulls last, id desc)
  where insurer_id is null and deleted_at is null;
