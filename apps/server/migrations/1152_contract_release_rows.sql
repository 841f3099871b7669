-- What releasing the plans of many contracts at once came to, contract by contract.
create table contract_release_rows (
  tenant_id uuid not null,
  job_id uuid not null,
  contract_id uuid not null,
  result text not null check (result in ('released', 'requested', 'nothingToDo', 'skipped')),
  -- why not, or that a second person was asked
  message text check (length(message) <= 5000),
  -- the plan as it was confirmed: it may be given up or made anew since
  planned_optimization_id uuid,
  plan_version integer not null,
  turnover numeric(15, 2),
  primary key (tenant_id, job_id, contract_id),
  foreign key (tenant_id, job_id) references jobs (tenant_id, id) on delete cascade,
  foreign key (tenant_id, contract_id) references contracts (tenant_id, id) on delete cascade,
  check ((result = 'released') = (message is null)),
  check (result not in ('released', 'requested') or planned_optimization_id is not null)
);
create index contract_release_rows_contract on contract_release_rows (tenant_id, contract_id);

select protect_tenant_table('contract_release_rows');
