-- What changing many contracts came to, contract by contract, and what each was before: the way back.
create table contract_change_rows (
  tenant_id uuid not null,
  job_id uuid not null,
  contract_id uuid not null,
  result text not null check (result in ('changed', 'unchanged', 'skipped')),
  message text check (length(message) <= 500),
  -- as the contract was; what these were may be gone by the time somebody asks
  group_before uuid,
  tariff_before uuid,
  version_before uuid,
  -- of the transaction that changed it: a tag given since by hand has another time
  changed_at timestamptz not null default now(),
  taken_back_at timestamptz,
  primary key (tenant_id, job_id, contract_id),
  foreign key (tenant_id, job_id) references jobs (tenant_id, id) on delete cascade,
  foreign key (tenant_id, contract_id) references contracts (tenant_id, id) on delete cascade,
  check ((result = 'skipped') = (message is not null)),
  check (result = 'changed' or taken_back_at is null)
);
create index contract_change_rows_contract on contract_change_rows (tenant_id, contract_id);

select protect_tenant_table('contract_change_rows');
