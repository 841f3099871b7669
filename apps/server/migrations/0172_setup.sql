-- The first day: what is done is read from the data itself; only what the house leaves out is stored.
create table setup_skips (
  tenant_id uuid not null references tenants,
  step_key text not null check (step_key ~ '^[a-z]{1,30}$'),
  skipped_by uuid not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, step_key),
  foreign key (tenant_id, skipped_by) references users (tenant_id, id) on delete cascade
);
create index setup_skips_user on setup_skips (tenant_id, skipped_by);
select protect_tenant_table('setup_skips');
