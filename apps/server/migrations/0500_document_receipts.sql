-- When a customer opened what was released to her, the first time; whoever released it sees it.
create table document_receipts (
  tenant_id uuid not null references tenants,
  document_id uuid not null,
  read_by uuid not null,
  read_at timestamptz not null,
  primary key (tenant_id, document_id),
  foreign key (tenant_id, document_id) references documents (tenant_id, id) on delete cascade,
  foreign key (tenant_id, read_by) references users (tenant_id, id)
);
create index document_receipts_read_by on document_receipts (tenant_id, read_by);
select protect_tenant_table('document_receipts', 'select, insert');
