-- A book of business from files: staged line by line, judged as a whole, written in pieces that survive a crash,
-- and taken back as a whole as long as nothing was built on it.

create table book_imports (
  tenant_id uuid not null references tenants,
  id uuid not null default gen_random_uuid(),
  file_name text not null check (is_not_blank(file_name) and length(file_name) <= 255),
  file_hash bytea not null check (length(file_hash) = 32),
  state text not null default 'mapping' check (state in ('mapping', 'checking', 'checked', 'writing', 'done',
    'undoing', 'undone', 'failed')),
  -- row of the sheet with the column names; what follows is content
  header_line integer not null check (header_line >= 1),
  columns jsonb not null check (jsonb_typeof(columns) = 'array'),
  mapping jsonb not null check (jsonb_typeof(mapping) = 'array'),
  options jsonb not null default '{}' check (jsonb_typeof(options) = 'object'),
  -- last line that is staged: where reading goes on after a crash
  staged_line integer not null default 0 check (staged_line >= 0),
  row_count integer not null default 0 check (row_count >= 0),
  refused_count integer not null default 0 check (refused_count >= 0),
  new_count integer not null default 0 check (new_count >= 0),
  changed_count integer not null default 0 check (changed_count >= 0),
  unchanged_count integer not null default 0 check (unchanged_count >= 0),
  fault text check (length(fault) <= 2000),
  created_by uuid,
  actor_name text not null default '' check (length(actor_name) <= 200),
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, created_by) references users (tenant_id, id)
);
create index book_imports_recent on book_imports (tenant_id, created_at desc, id);
create index book_imports_file on book_imports (tenant_id, file_hash);
create index book_imports_created_by on book_imports (tenant_id, created_by) where created_by is not null;

-- The uploaded file until it is read; the command reads from disk and keeps none.
create table book_import_files (
  tenant_id uuid not null,
  import_id uuid not null,
  content bytea not null,
  primary key (tenant_id, import_id),
  foreign key (tenant_id, import_id) references book_imports (tenant_id, id) on delete cascade
);

-- One line of the file as it was read. References are ids already; a line that cannot be read says why.
create table book_import_rows (
  tenant_id uuid not null,
  import_id uuid not null,
  line integer not null check (line >= 1),
  refusal text check (length(refusal) <= 500),
  unknown_isin text check (length(unknown_isin) <= 20),
  -- customer number, or name with date of birth
  customer_ref text collate "C",
  customer jsonb,
  issuer_id integer,
  match_key text collate "C",
  contract jsonb,
  fund_id integer,
  quantity numeric(15,6),
  price numeric(15,6),
  price_date date,
  cost_value numeric(15,2),
  valuation_date date,
  contribution numeric(15,2),
  contribution_interval smallint,
  plan_valid_from date,
  share numeric(7,6),
  value_date date,
  total_value numeric(15,2),
  primary key (tenant_id, import_id, line),
  foreign key (tenant_id, import_id) references book_imports (tenant_id, id) on delete cascade
);
create index book_import_rows_refused on book_import_rows (tenant_id, import_id, line) where refusal is not null;
create index book_import_rows_contract on book_import_rows (tenant_id, import_id, issuer_id, match_key);

-- A customer of the file, found or to be made.
create table book_import_customers (
  tenant_id uuid not null,
  import_id uuid not null,
  customer_ref text collate "C" not null,
  ordinal integer not null,
  first_line integer not null,
  customer_id uuid not null,
  fate text not null check (fate in ('new', 'changed', 'unchanged', 'refused')),
  reason text check (length(reason) <= 500),
  content jsonb not null,
  before jsonb,
  version_after integer,
  is_written boolean not null default false,
  -- writing compares with the check: a customer or contract that was changed since is refused, never overwritten
  version_before integer,
  primary key (tenant_id, import_id, customer_ref),
  foreign key (tenant_id, import_id) references book_imports (tenant_id, id) on delete cascade
);
create index book_import_customers_order on book_import_customers (tenant_id, import_id, ordinal);
-- The history of a customer asks which imports touched him and his contracts, taking one back which came later.
create index book_import_customers_object on book_import_customers (tenant_id, customer_id);

-- A contract of the file with all its lines, found or to be made.
create table book_import_contracts (
  tenant_id uuid not null,
  import_id uuid not null,
  issuer_id integer not null,
  match_key text collate "C" not null,
  ordinal integer not null,
  first_line integer not null,
  customer_ref text collate "C",
  contract_id uuid not null,
  fate text not null check (fate in ('new', 'changed', 'unchanged', 'refused')),
  reason text check (length(reason) <= 500),
  content jsonb not null,
  writes_holdings boolean not null default false,
  writes_plan boolean not null default false,
  writes_values boolean not null default false,
  before jsonb,
  version_after integer,
  is_written boolean not null default false,
  version_before integer,
  primary key (tenant_id, import_id, issuer_id, match_key),
  foreign key (tenant_id, import_id) references book_imports (tenant_id, id) on delete cascade
);
create index book_import_contracts_customer on book_import_contracts (tenant_id, import_id, customer_ref);
create index book_import_contracts_order on book_import_contracts (tenant_id, import_id, ordinal);
create index book_import_contracts_object on book_import_contracts (tenant_id, contract_id);

-- Which field a column of a file with these headers stood for last time.
create table book_mappings (
  tenant_id uuid not null references tenants,
  header_fingerprint bytea not null check (length(header_fingerprint) = 32),
  mapping jsonb not null check (jsonb_typeof(mapping) = 'array'),
  primary key (tenant_id, header_fingerprint)
);

-- An import fills its tables far faster than autovacuum looks at them. A planner that takes a million fresh lines for one
-- reads all of them for each contract: minutes become hours. Only owners may analyse, so requests get these functions.
create function analyze_book_import() returns void
  language plpgsql security definer set search_path = public, pg_temp set default_statistics_target = 10
  as $$
begin
  -- Whoever analyses one of them already does the same for us.
  analyze (skip_locked) book_import_rows, book_import_customers, book_import_contracts;
end
$$;
revoke execute on function analyze_book_import() from public;
grant execute on function analyze_book_import() to depotwerk_app;

-- What an import writes to: read by everybody, so in the usual detail.
create function analyze_book_targets() returns void
  language plpgsql security definer set search_path = public, pg_temp
  as $$
begin
  analyze (skip_locked) customers, contracts, portfolios, savings_plans;
end
$$;
revoke execute on function analyze_book_targets() from public;
grant execute on function analyze_book_targets() to depotwerk_app;

select track_row_version(name) from unnest(array['book_imports']::regclass[]) as name;
select protect_tenant_table(name) from unnest(array['book_imports', 'book_import_files', 'book_import_rows',
  'book_import_customers', 'book_import_contracts', 'book_mappings']::regclass[]) as name;
