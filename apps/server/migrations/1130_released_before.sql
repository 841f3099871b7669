-- A released plan that is made anew waits again, for a release was for the former orders: who had released it and when stays known,
-- so that nobody takes it for one he has yet to look at. A server of the release before leaves both as they are.
alter table continuous_plans add column released_before_by uuid, add column released_before_at timestamptz;
alter table continuous_plans add constraint continuous_plans_released_before_fkey
  foreign key (tenant_id, released_before_by) references users (tenant_id, id) not valid;
alter table continuous_plans add constraint continuous_plans_released_before_check
  check ((released_before_by is null) = (released_before_at is null)) not valid;
create index continuous_plans_released_before on continuous_plans (tenant_id, released_before_by)
  where released_before_by is not null;
