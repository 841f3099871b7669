-- Customers: consents, legal holds, erasures, and two records that turn out to be one person.

create table customers (
  tenant_id uuid not null references tenants,
  id uuid not null default gen_random_uuid(),
  group_id uuid,
  external_key text check (external_key ~ '^[A-Za-z0-9_.-]{1,50}$'),
  salutation text not null default '' check (length(salutation) <= 20),
  title text not null default '' check (length(title) <= 50),
  first_name text not null default '' check (length(first_name) <= 200),
  last_name text not null check (is_not_blank(last_name) and length(last_name) <= 200),
  company_name text not null default '' check (length(company_name) <= 200),
  date_of_birth date check (date_of_birth >= '1900-01-01'),
  email text check (length(email) <= 200 and position('@' in email) > 1),
  phone_number text check (length(phone_number) <= 50),
  street text not null default '' check (length(street) <= 200),
  postal_code text not null default '' check (length(postal_code) <= 20),
  city text not null default '' check (length(city) <= 200),
  country text not null default 'DE' check (country ~ '^[A-Z]{2}$'),
  iban text check (is_valid_iban(iban)),
  bic text check (bic ~ '^[A-Z0-9]{8}([A-Z0-9]{3})?$'),
  knowledge jsonb not null default '[]' check (jsonb_typeof(knowledge) = 'array'),
  finances jsonb not null default '{}' check (jsonb_typeof(finances) = 'object'),
  aims jsonb not null default '{}' check (jsonb_typeof(aims) = 'object'),
  sustainability jsonb not null default '{"kind": "none"}' check (jsonb_typeof(sustainability) = 'object'),
  profile_valid_until date,
  is_blocked boolean not null default false,
  blocked_reason text check (length(blocked_reason) <= 2000),
  deleted_at timestamptz,
  retention_until date,
  -- kept by count_contracts(): contracts that are not deleted
  contract_count integer not null default 0 check (contract_count >= 0),
  total_value numeric(15,2) not null default 0,
  sort_name text generated always as (fold_text(last_name || ' ' || first_name) collate "C") stored,
  search_text text generated always as ((' ' || fold_text(
    last_name || ' ' || first_name || ' ' || company_name || ' ' || coalesce(external_key, '') || ' '
    || coalesce(email, ''))) collate "C") stored,
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- "anna mü" as people say it; sort_name has it the other way round.
  spoken_name text
  generated always as (fold_text(first_name || ' ' || last_name) collate "C") stored,
  -- those the house no longer serves stay, marked
  is_inactive boolean not null default false,
  tax_identification_number text
  check (is_valid_tax_identification_number(tax_identification_number)),
  primary key (tenant_id, id),
  foreign key (tenant_id, group_id) references groups (tenant_id, id)
);
create unique index customers_external_key on customers (tenant_id, external_key) where external_key is not null;
create index customers_sort_name on customers (tenant_id, sort_name, id) where deleted_at is null;
create index customers_group on customers (tenant_id, group_id, sort_name, id) where deleted_at is null;
create index customers_contract_count on customers (tenant_id, contract_count desc, id desc) where deleted_at is null;
create index customers_total_value on customers (tenant_id, total_value desc, id desc) where deleted_at is null;
create index customers_retention on customers (tenant_id, retention_until) where deleted_at is not null;
create index customers_search on customers using gin (search_text gin_trgm_ops) with (fastupdate = off) where deleted_at is null;
create index customers_spoken_name on customers (tenant_id, spoken_name, id) where deleted_at is null;
create index customers_date_of_birth on customers (tenant_id, date_of_birth desc nulls last, id desc) where deleted_at is null;
create index customers_profile on customers (tenant_id, profile_valid_until desc nulls last, id desc) where deleted_at is null;
-- Candidates for duplicates are found by these.
create index customers_by_mail on customers (tenant_id, lower(email)) where deleted_at is null and email is not null;
alter table users add foreign key (tenant_id, customer_id) references customers (tenant_id, id);
create trigger bump_row_version before update on customers for each row
  when ((old.contract_count, old.total_value) is not distinct from (new.contract_count, new.total_value))
  execute function bump_row_version();
alter table customers alter column search_text set statistics 1000;

-- A decision is only ever followed by another one: nothing but the owner changes, when two customers become one.
create table customer_consents (
  tenant_id uuid not null references tenants,
  id uuid not null default gen_random_uuid(),
  entry_number bigint generated always as identity,
  customer_id uuid not null,
  consent_kind text not null check (consent_kind in ('dataProcessing', 'mail', 'phone', 'sharing')),
  decision text not null check (decision in ('given', 'withdrawn')),
  text_version text not null check (is_not_blank(text_version) and length(text_version) <= 50),
  consent_text text not null default '' check (length(consent_text) <= 5000),
  decided_on date not null check (decided_on >= '1990-01-01'),
  recorded_by uuid not null,
  recorded_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, customer_id) references customers (tenant_id, id) on delete cascade,
  foreign key (tenant_id, recorded_by) references users (tenant_id, id)
);
create index customer_consents_customer on customer_consents (tenant_id, customer_id, entry_number desc);
create index customer_consents_recorded_by on customer_consents (tenant_id, recorded_by);

create table customer_legal_holds (
  tenant_id uuid not null references tenants,
  id uuid not null default gen_random_uuid(),
  customer_id uuid not null,
  reason text not null check (is_not_blank(reason) and length(reason) <= 2000),
  set_by uuid not null,
  set_at timestamptz not null default now(),
  lift_reason text check (lift_reason is null or (is_not_blank(lift_reason) and length(lift_reason) <= 2000)),
  lifted_by uuid,
  lifted_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, customer_id) references customers (tenant_id, id) on delete cascade,
  foreign key (tenant_id, set_by) references users (tenant_id, id),
  foreign key (tenant_id, lifted_by) references users (tenant_id, id),
  check (num_nulls(lift_reason, lifted_by, lifted_at) in (0, 3))
);
create unique index customer_legal_holds_open on customer_legal_holds (tenant_id, customer_id) where lifted_at is null;
create index customer_legal_holds_customer on customer_legal_holds (tenant_id, customer_id, set_at desc);
create index customer_legal_holds_set_by on customer_legal_holds (tenant_id, set_by);
create index customer_legal_holds_lifted_by on customer_legal_holds (tenant_id, lifted_by) where lifted_by is not null;

-- A request to erase, and once it is done its receipt. It refers to no customer, so that it outlives him.
create table customer_erasures (
  tenant_id uuid not null references tenants,
  id uuid not null default gen_random_uuid(),
  customer_id uuid not null,
  group_id uuid,
  basis text not null check (basis in ('noLongerNeeded', 'consentWithdrawn', 'objection', 'unlawful')),
  state text not null default 'waiting' check (state in ('waiting', 'erased', 'withdrawn')),
  requested_by uuid not null,
  requested_at timestamptz not null default now(),
  -- last day something has to be kept; null = nothing has
  kept_until date,
  closed_by uuid,
  closed_at timestamptz,
  content_hash bytea check (length(content_hash) = 32),
  row_counts jsonb not null default '{}' check (jsonb_typeof(row_counts) = 'object'),
  primary key (tenant_id, id),
  foreign key (tenant_id, requested_by) references users (tenant_id, id),
  foreign key (tenant_id, closed_by) references users (tenant_id, id),
  check ((state = 'waiting') = (closed_at is null)),
  check ((state = 'erased') = (content_hash is not null))
);
create unique index customer_erasures_waiting on customer_erasures (tenant_id, customer_id) where state = 'waiting';
create index customer_erasures_recent on customer_erasures (tenant_id, requested_at desc, id);
create index customer_erasures_requested_by on customer_erasures (tenant_id, requested_by);
create index customer_erasures_closed_by on customer_erasures (tenant_id, closed_by) where closed_by is not null;

-- A receipt is final.
create function refuse_receipt_change() returns trigger
  language plpgsql
  as $$
begin
  raise exception 'a receipt of an erasure cannot be changed' using errcode = 'check_violation', constraint = 'customer_erasures_final';
end
$$;
create trigger refuse_change before update or delete on customer_erasures for each row
  when (old.state <> 'waiting') execute function refuse_receipt_change();

-- Two customers who are one: everything moves to the one that stays; the other one stays as a hidden row, so that its
-- address leads on and the merge can be taken back.
create table customer_merges (
  tenant_id uuid not null references tenants,
  id uuid not null default gen_random_uuid(),
  survivor_id uuid not null,
  merged_id uuid not null check (merged_id <> survivor_id),
  -- both rows as they were, for taking it back
  before jsonb not null check (jsonb_typeof(before) = 'object'),
  -- ids of the rows that moved, by table
  moved jsonb not null check (jsonb_typeof(moved) = 'object'),
  -- version the survivor had afterwards: a later change keeps the merge from being taken back
  version_after integer not null default 0,
  merged_by uuid not null,
  merged_at timestamptz not null default now(),
  undone_by uuid,
  undone_at timestamptz,
  -- the numbers two records had before they became one lead to the one that stayed
  merged_number text collate "C" generated always as (before->'merged'->>'external_key') stored,
  survivor_number text collate "C" generated always as (before->'survivor'->>'external_key') stored,
  primary key (tenant_id, id),
  foreign key (tenant_id, survivor_id) references customers (tenant_id, id) on delete cascade,
  foreign key (tenant_id, merged_id) references customers (tenant_id, id) on delete cascade,
  foreign key (tenant_id, merged_by) references users (tenant_id, id),
  foreign key (tenant_id, undone_by) references users (tenant_id, id),
  check ((undone_at is null) = (undone_by is null))
);
create unique index customer_merges_merged on customer_merges (tenant_id, merged_id) where undone_at is null;
create index customer_merges_of_merged on customer_merges (tenant_id, merged_id);
create index customer_merges_survivor on customer_merges (tenant_id, survivor_id, merged_at desc);
create index customer_merges_merged_by on customer_merges (tenant_id, merged_by);
create index customer_merges_undone_by on customer_merges (tenant_id, undone_by) where undone_by is not null;
create index customer_merges_merged_number on customer_merges (tenant_id, merged_number) where undone_at is null;
create index customer_merges_survivor_number on customer_merges (tenant_id, survivor_number) where undone_at is null;

-- Pairs somebody has looked at and found to be two people; the smaller id comes first.
create table customer_distinctions (
  tenant_id uuid not null references tenants,
  first_id uuid not null,
  second_id uuid not null check (first_id < second_id),
  marked_by uuid not null,
  marked_at timestamptz not null default now(),
  primary key (tenant_id, first_id, second_id),
  foreign key (tenant_id, first_id) references customers (tenant_id, id) on delete cascade,
  foreign key (tenant_id, second_id) references customers (tenant_id, id) on delete cascade,
  foreign key (tenant_id, marked_by) references users (tenant_id, id)
);
create index customer_distinctions_second on customer_distinctions (tenant_id, second_id);
create index customer_distinctions_marked_by on customer_distinctions (tenant_id, marked_by);

-- Evidence may change its owner when, and only when, a merge says that both are one.
create function is_merge_move(p_tenant uuid, p_from uuid, p_to uuid) returns boolean
  language sql stable
  as $$ select exists (select from customer_merges m where m.tenant_id = p_tenant and m.undone_at is null
    and ((m.merged_id = p_from and m.survivor_id = p_to) or (m.survivor_id = p_from and m.merged_id = p_to))) $$;

-- Who had a number once, after all merges since; null = nobody. The newest merge counts.
create function customer_of_former_number(number text) returns uuid
  language sql stable strict
  as $$
  with recursive ways (id, depth) as (
    (select m.survivor_id, 1 from customer_merges m
      where m.tenant_id = app_tenant_id() and m.undone_at is null
        and (m.merged_number = number collate "C" or m.survivor_number = number collate "C")
      order by m.merged_at desc, m.id limit 1)
    union all
    select m.survivor_id, w.depth + 1 from ways w
      join customer_merges m on m.tenant_id = app_tenant_id() and m.merged_id = w.id and m.undone_at is null
     where w.depth < 1000)
  select u.id from ways w join customers u on u.tenant_id = app_tenant_id() and u.id = w.id
   where u.deleted_at is null order by w.depth desc limit 1
$$;

-- All numbers a customer has and had, those of records merged into him included.
create function customer_numbers(customer_id uuid) returns text[]
  language sql stable strict
  as $$
  with recursive records (id) as (
    select customer_id
    union
    select m.merged_id from records r
      join customer_merges m on m.tenant_id = app_tenant_id() and m.survivor_id = r.id and m.undone_at is null)
  select coalesce(array_agg(n.number order by n.number), '{}') from (
    select u.external_key as number from customers u where u.tenant_id = app_tenant_id() and u.id = customer_id
    union
    select unnest(array[m.merged_number, m.survivor_number]) from customer_merges m
     where m.tenant_id = app_tenant_id() and m.undone_at is null and m.survivor_id in (select id from records)) n
   where n.number is not null
$$;

-- Whose name a bank gives as a depot's holder, in one place. It decides who sees the depot, so all of the name must be there,
-- the person's or the company's, and a bank that names nobody names no one. isHolderName() of packages/domain is wider: it
-- only decides whether a person is asked before he links, and accepts whoever is named here (a test compares them).
create function is_named_holder(holder_name text, first_name text, last_name text, company_name text) returns boolean
  language sql immutable parallel safe
  as $$
  select fold_text(coalesce(holder_name, '')) <> '' and fold_text(holder_name) in (
    fold_text(coalesce(first_name, '') || ' ' || coalesce(last_name, '')), fold_text(coalesce(company_name, '')))
$$;

select protect_tenant_table('customers');
select protect_tenant_table('customer_consents', 'select, insert');
select protect_tenant_table(name, 'select, insert, update') from unnest(array['customer_legal_holds',
  'customer_erasures', 'customer_merges']::regclass[]) as name;
select protect_tenant_table('customer_distinctions', 'select, insert, delete');
grant update (customer_id) on customer_consents to depotwerk_app;
