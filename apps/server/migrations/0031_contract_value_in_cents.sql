-- Comparing numerics is not leakproof, so under row level security a range of values could not use
-- an index; comparing integers is. The list sorts and filters values in cents.
alter table contracts add column total_value_cents bigint
  generated always as ((total_value * 100)::bigint) stored;
drop index contracts_by_value;
create index contracts_by_value on contracts (tenant_id, total_value_cents desc, id desc) where deleted_at is null;
