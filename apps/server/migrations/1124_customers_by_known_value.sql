-- Customers sorted by value, least first: those whose contracts sum to nothing, which nobody valued as a rule, come behind all others.
create index customers_by_known_value on customers
  (tenant_id, (case when total_value = 0 and contract_count > 0 then null else total_value end), id)
  where deleted_at is null;
