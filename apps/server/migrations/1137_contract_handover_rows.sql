-- What handing over key information for many contracts at once came to, contract by contract.
create table contract_handover_rows (
  tenant_id uuid not null,
  job_id uuid not null,
  contract_id uuid not null,
  result text not null check (result in ('handedOver', 'partly', 'nothingToDo', 'skipped')),
  -- why not, or what is still missing
  message text check (length(message) <= 5000),
  -- documents recorded, counted once for all who got them
  document_count smallint check (document_count > 0),
  holder_count smallint check (holder_count > 0),
  primary key (tenant_id, job_id, contract_id),
  foreign key (tenant_id, job_id) references jobs (tenant_id, id) on delete cascade,
  foreign key (tenant_id, contract_id) references contracts (tenant_id, id) on delete cascade,
  check ((result = 'handedOver') = (message is null)),
  check ((result in ('handedOver', 'partly')) = (document_count is not null)),
  check ((document_count is null) = (holder_count is null))
);
create index contract_handover_rows_contract on contract_handover_rows (tenant_id, contract_id);

select protect_tenant_table('contract_handover_rows');
