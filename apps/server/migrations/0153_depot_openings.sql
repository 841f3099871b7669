-- Outbox of depots to be opened: what leaves for a bank stands here before, so that a lost answer opens no second one.
create table depot_openings (
  tenant_id uuid not null,
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  customer_id uuid not null,
  issuer_id integer not null,
  tariff_id uuid not null,
  client_request_id text not null check (length(client_request_id) between 1 and 100),
  -- everything the bank is asked for, the confirmed signing included
  request jsonb not null check (jsonb_typeof(request) = 'object'),
  transaction_hash bytea not null check (length(transaction_hash) = 32),
  state text not null default 'sent' check (state in ('sent', 'opened', 'refused')),
  trader_depot_id uuid,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, client_request_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id),
  foreign key (tenant_id, customer_id) references customers (tenant_id, id),
  foreign key (tenant_id, issuer_id) references issuers (tenant_id, id),
  foreign key (tenant_id, tariff_id) references tariffs (tenant_id, id),
  foreign key (tenant_id, trader_depot_id) references trader_depots (tenant_id, id),
  check ((state = 'sent') = (settled_at is null))
);
-- One at a time for a customer and an institution.
create unique index depot_openings_open on depot_openings (tenant_id, customer_id, issuer_id) where state = 'sent';
create index depot_openings_user on depot_openings (tenant_id, user_id);
create index depot_openings_customer on depot_openings (tenant_id, customer_id);
create index depot_openings_issuer on depot_openings (tenant_id, issuer_id);
create index depot_openings_tariff on depot_openings (tenant_id, tariff_id);
create index depot_openings_depot on depot_openings (tenant_id, trader_depot_id) where trader_depot_id is not null;
select protect_tenant_table('depot_openings', 'select, insert, update');
