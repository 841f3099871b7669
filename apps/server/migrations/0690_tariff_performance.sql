-- What all contracts of a tariff earned together, computed in chunks by a job; one row a computation. What each class aims at is
-- kept as it was when the job was started, so that every chunk compares with the same.
create table tariff_performances (
  tenant_id uuid not null,
  job_id uuid not null,
  tariff_id uuid not null,
  performance_period text not null check (performance_period in ('1y', '3y', '5y')),
  from_day date not null,
  to_day date not null check (to_day >= from_day),
  -- by number of the class: weights by number of the peer group
  targets jsonb not null check (jsonb_typeof(targets) = 'object'),
  result jsonb check (jsonb_typeof(result) = 'object'),
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (tenant_id, job_id),
  foreign key (tenant_id, job_id) references jobs (tenant_id, id) on delete cascade,
  foreign key (tenant_id, tariff_id) references tariffs (tenant_id, id) on delete cascade
);
create index tariff_performances_newest
  on tariff_performances (tenant_id, tariff_id, performance_period, created_at desc);

-- What a chunk found; added up and gone when the job is done.
create table tariff_performance_parts (
  tenant_id uuid not null,
  job_id uuid not null,
  chunk_key text not null check (length(chunk_key) <= 200),
  part jsonb not null check (jsonb_typeof(part) = 'object'),
  primary key (tenant_id, job_id, chunk_key),
  foreign key (tenant_id, job_id) references tariff_performances (tenant_id, job_id) on delete cascade
);

select protect_tenant_table('tariff_performances');
select protect_tenant_table('tariff_performance_parts', 'select, insert, delete');
