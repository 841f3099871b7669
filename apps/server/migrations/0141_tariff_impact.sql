-- The impact preview: what a version would do to the contracts of its tariff, computed by a job over the whole book.

-- One row for each version a job looks at. The content is kept as it was when the job was started, so that every chunk
-- compares the same two contents however often the draft is saved meanwhile.
create table tariff_impacts (
  tenant_id uuid not null,
  job_id uuid not null,
  tariff_id uuid not null,
  version_number integer not null,
  -- number of the version contracts followed; null = none
  compared_with integer,
  version_content jsonb not null check (jsonb_typeof(version_content) = 'object'),
  -- of all that checks read of both versions and of the funds
  inputs_hash bytea not null check (length(inputs_hash) = 32),
  -- of advice_changes: equal = the hash need not be computed again
  stamp text not null,
  -- sums of the tariff's contracts by class
  book_stamp text not null,
  result jsonb check (jsonb_typeof(result) = 'object'),
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (tenant_id, job_id, tariff_id),
  foreign key (tenant_id, job_id) references jobs (tenant_id, id) on delete cascade,
  foreign key (tenant_id, tariff_id) references tariffs (tenant_id, id) on delete cascade
);
create index tariff_impacts_newest on tariff_impacts (tenant_id, tariff_id, version_number, created_at desc);

-- What a chunk found; added up and gone when the job is done.
create table tariff_impact_parts (
  tenant_id uuid not null,
  job_id uuid not null,
  tariff_id uuid not null,
  chunk_key text not null check (length(chunk_key) <= 200),
  part jsonb not null check (jsonb_typeof(part) = 'object'),
  primary key (tenant_id, job_id, tariff_id, chunk_key),
  foreign key (tenant_id, job_id, tariff_id) references tariff_impacts (tenant_id, job_id, tariff_id) on delete cascade
);

select protect_tenant_table('tariff_impacts');
select protect_tenant_table('tariff_impact_parts', 'select, insert, delete');

-- The contracts of a tariff in the order of their ids, for chunks of a job.
create index contracts_of_tariff on contracts (tenant_id, tariff_id, id) where deleted_at is null;
