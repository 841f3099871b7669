-- What a second person's agreement to the plans of many contracts came to, contract by contract.
create table contract_approval_rows (
  tenant_id uuid not null,
  job_id uuid not null,
  contract_id uuid not null,
  result text not null check (result in ('approved', 'skipped')),
  -- why not
  message text check (length(message) <= 5000),
  -- the plan as it was confirmed: it may be given up or made anew since
  planned_optimization_id uuid,
  plan_version integer not null,
  turnover numeric(15, 2),
  primary key (tenant_id, job_id, contract_id),
  foreign key (tenant_id, job_id) references jobs (tenant_id, id) on delete cascade,
  foreign key (tenant_id, contract_id) references contracts (tenant_id, id) on delete cascade,
  check ((result = 'approved') = (message is null)),
  check (result <> 'approved' or planned_optimization_id is not null)
);
create index contract_approval_rows_contract on contract_approval_rows (tenant_id, contract_id);

select protect_tenant_table('contract_approval_rows');
