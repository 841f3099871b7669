-- What changing many customers came to, customer by customer, and in which group each was before: the way back.
create table customer_change_rows (
  tenant_id uuid not null,
  job_id uuid not null,
  customer_id uuid not null,
  result text not null check (result in ('changed', 'unchanged', 'skipped')),
  message text check (length(message) <= 500),
  -- as the customer was; it may be gone by the time somebody asks
  group_before uuid,
  -- of the transaction that changed him: a tag given since by hand has another time
  changed_at timestamptz not null default now(),
  taken_back_at timestamptz,
  primary key (tenant_id, job_id, customer_id),
  foreign key (tenant_id, job_id) references jobs (tenant_id, id) on delete cascade,
  foreign key (tenant_id, customer_id) references customers (tenant_id, id) on delete cascade,
  check ((result = 'skipped') = (message is not null)),
  check (result = 'changed' or taken_back_at is null)
);
create index customer_change_rows_customer on customer_change_rows (tenant_id, customer_id);

select protect_tenant_table('customer_change_rows');
