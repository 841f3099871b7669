-- What planning many contracts at once came to, contract by contract.
create table contract_plan_rows (
  tenant_id uuid not null,
  job_id uuid not null,
  contract_id uuid not null,
  result text not null check (result in ('planned', 'nothingToDo', 'skipped')),
  message text check (length(message) <= 500),
  -- gone with the plan: then it was carried out long ago, given up or replaced
  planned_optimization_id uuid,
  order_count smallint check (order_count >= 0),
  turnover numeric(15,2) check (turnover >= 0),
  costs_once numeric(15,2) check (costs_once >= 0),
  score_before smallint check (score_before between 0 and 100),
  score_after smallint check (score_after between 0 and 100),
  primary key (tenant_id, job_id, contract_id),
  foreign key (tenant_id, job_id) references jobs (tenant_id, id) on delete cascade,
  foreign key (tenant_id, contract_id) references contracts (tenant_id, id) on delete cascade,
  foreign key (tenant_id, planned_optimization_id) references planned_optimizations (tenant_id, id)
    on delete set null (planned_optimization_id),
  check ((result = 'skipped') = (message is not null)),
  check ((result = 'planned') = (order_count is not null)),
  check (result = 'planned' or planned_optimization_id is null)
);
create index contract_plan_rows_contract on contract_plan_rows (tenant_id, contract_id);
create index contract_plan_rows_plan on contract_plan_rows (tenant_id, planned_optimization_id)
  where planned_optimization_id is not null;

select protect_tenant_table('contract_plan_rows');
