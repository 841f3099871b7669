-- What the house expects of peer groups, for allocations by Black-Litterman; null = nothing entered.
alter table allocation_components add column views jsonb;
