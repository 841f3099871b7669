-- Which holder of a contract got which version of a fund's key information document: no fund is bought without it. A row is
-- never changed; it counts for every later purchase of the same version.
create table key_information_handovers (
  tenant_id uuid not null references tenants,
  id uuid not null default gen_random_uuid(),
  contract_id uuid not null,
  customer_id uuid not null,
  fund_id integer not null,
  -- the file's SHA-256, or address and day of a link
  document_version text not null check (length(document_version) between 1 and 3000),
  -- null for a link
  document_id uuid,
  document_title text not null check (length(document_title) <= 200),
  form text not null check (form in ('paper', 'mail', 'portal')),
  handed_over_at timestamptz not null,
  recorded_by uuid not null,
  recorded_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, contract_id) references contracts (tenant_id, id),
  foreign key (tenant_id, customer_id) references customers (tenant_id, id),
  foreign key (tenant_id, fund_id) references funds (tenant_id, id),
  foreign key (tenant_id, document_id) references documents (tenant_id, id) on delete set null (document_id),
  foreign key (tenant_id, recorded_by) references users (tenant_id, id)
);
create index key_information_handovers_holder on key_information_handovers (tenant_id, customer_id, fund_id);
create index key_information_handovers_contract on key_information_handovers (tenant_id, contract_id, recorded_at);
create index key_information_handovers_fund on key_information_handovers (tenant_id, fund_id);
create index key_information_handovers_document on key_information_handovers (tenant_id, document_id)
  where document_id is not null;
create index key_information_handovers_recorded_by on key_information_handovers (tenant_id, recorded_by);
select protect_tenant_table('key_information_handovers', 'select, insert, delete');
-- Two customers become one.
grant update (customer_id) on key_information_handovers to depotwerk_app;
