-- What nobody ever valued is stored as 0 and is worth an unknown amount: the figures above the list say how many contracts that
-- are, and sorted by value, least first, they come behind those whose value is known.
create index contracts_never_valued on contracts (tenant_id, group_id)
  where deleted_at is null and valuation_date is null and total_value_cents = 0;
create index contracts_by_known_value on contracts
  (tenant_id, (case when valuation_date is null and total_value_cents = 0 then null else total_value_cents end), id)
  where deleted_at is null;
