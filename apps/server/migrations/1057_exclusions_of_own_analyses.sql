-- What the valid risk profiles of her contracts excluded when a customer began an analysis of her own; the analysis itself is
-- joined with nobody. null = of a visitor, or nothing is excluded. Released servers before this one leave it null.
alter table depot_analyses add column restrictions jsonb;
alter table depot_analyses add constraint depot_analyses_restrictions_check
  check (jsonb_typeof(restrictions) = 'object') not valid;
