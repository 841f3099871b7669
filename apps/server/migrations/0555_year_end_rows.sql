-- What making the reports of a year for many contracts came to, contract by contract.
create table year_end_rows (
  tenant_id uuid not null,
  job_id uuid not null,
  contract_id uuid not null,
  -- place in the print files: by the customers' names
  position integer not null check (position >= 0),
  result text not null check (result in ('created', 'skipped')),
  message text check (length(message) <= 500),
  -- gone with the document, when its retention is over
  document_id uuid,
  byte_size bigint not null default 0 check (byte_size >= 0),
  created_by uuid not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, job_id, contract_id),
  foreign key (tenant_id, job_id) references jobs (tenant_id, id) on delete cascade,
  foreign key (tenant_id, contract_id) references contracts (tenant_id, id) on delete cascade,
  foreign key (tenant_id, document_id) references documents (tenant_id, id) on delete set null (document_id),
  foreign key (tenant_id, created_by) references users (tenant_id, id),
  check ((result = 'skipped') = (message is not null)),
  check (result = 'created' or document_id is null)
);
create index year_end_rows_contract on year_end_rows (tenant_id, contract_id);
create index year_end_rows_document on year_end_rows (tenant_id, document_id) where document_id is not null;
create index year_end_rows_place on year_end_rows (tenant_id, job_id, position);
-- Documents of such runs do not count as those a person made that day.
create index year_end_rows_usage on year_end_rows (tenant_id, created_by, created_at) include (byte_size)
  where result = 'created';

select protect_tenant_table('year_end_rows');
