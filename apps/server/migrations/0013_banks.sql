-- Access to banks, orders, and the depots found there: whose a depot is decides who may see it.

create table trader_credentials (
  tenant_id uuid not null references tenants,
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  issuer_id integer not null,
  credential_type_name text not null default 'Online-Banking' check (length(credential_type_name) <= 100),
  login_name text check (length(login_name) <= 100),
  password_envelope jsonb check (jsonb_typeof(password_envelope) = 'object'),
  status text not null default 'none' check (status in ('none', 'valid', 'mustUpdatePassword', 'locked')),
  logged_in_until timestamptz,
  expires_at timestamptz,
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- kept for the session only: the bank wants it so (issuers.is_session_only), or its user shows no second factor here
  is_session_only boolean not null default false,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade,
  foreign key (tenant_id, issuer_id) references issuers (tenant_id, id),
  check (status <> 'valid' or password_envelope is not null)
);
create unique index trader_credentials_issuer on trader_credentials (tenant_id, user_id, issuer_id);
create index trader_credentials_expiry on trader_credentials (tenant_id, expires_at) where expires_at is not null;
create index trader_credentials_blocked on trader_credentials (tenant_id, user_id) where status in ('mustUpdatePassword', 'locked');

-- Session-only passwords go with the last session of their user, however it ended.
create function forget_session_passwords() returns trigger
  language plpgsql
  as $$
begin
  update trader_credentials c
     set password_envelope = null, status = 'none', logged_in_until = null, expires_at = null
   where c.tenant_id = new.tenant_id and c.user_id = new.user_id and c.password_envelope is not null
     and (c.is_session_only or exists (select from issuers i
            where i.tenant_id = c.tenant_id and i.id = c.issuer_id and i.is_session_only))
     and not exists (select from sessions s where s.tenant_id = new.tenant_id and s.user_id = new.user_id
                        and s.id <> new.id and s.revoked_at is null and s.absolute_expires_at > now());
  return null;
end
$$;
create trigger forget_session_passwords after update of revoked_at on sessions
  for each row when (new.revoked_at is not null and old.revoked_at is null)
  execute function forget_session_passwords();

-- Nobody works with the bank in the name of somebody who may not sign in any more, however he came to be inactive.
create function forget_passwords_of_inactive() returns trigger
  language plpgsql
  as $$
begin
  update trader_credentials c
     set password_envelope = null, status = 'none', logged_in_until = null, expires_at = null
   where c.tenant_id = new.tenant_id and c.user_id = new.id and c.password_envelope is not null;
  return null;
end
$$;
create trigger forget_passwords_of_inactive after update of is_inactive on users
  for each row when (new.is_inactive and not old.is_inactive)
  execute function forget_passwords_of_inactive();

-- Orders at the bank. The client order id exists before anything is sent; one open execution per contract.
create table trader_orders (
  tenant_id uuid not null references tenants,
  id uuid not null default gen_random_uuid(),
  contract_id uuid not null,
  planned_optimization_id uuid not null,
  client_order_id uuid not null default gen_random_uuid(),
  state text not null default 'prepared' check (state in ('prepared', 'sent', 'unknown', 'confirmed', 'partlyConfirmed', 'refused')),
  request jsonb not null default '{}',
  answer jsonb,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  settled_at timestamptz,
  -- whose bank access sends and asks
  user_id uuid,
  issuer_id integer,
  external_key text check (length(external_key) between 1 and 50),
  -- the confirmed signing at the bank, and what was signed
  signing_id text check (length(signing_id) between 1 and 200),
  transaction_hash bytea check (length(transaction_hash) = 32),
  -- questions to the bank so far, when the next one is due, and why the last one failed
  attempts integer not null default 0 check (attempts >= 0),
  next_check_at timestamptz,
  last_fault text check (length(last_fault) <= 200),
  -- settled orders are compared with the bank's books once a day
  compared_at timestamptz,
  differs boolean not null default false,
  primary key (tenant_id, id),
  foreign key (tenant_id, contract_id) references contracts (tenant_id, id),
  foreign key (tenant_id, planned_optimization_id) references planned_optimizations (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id),
  foreign key (tenant_id, issuer_id) references issuers (tenant_id, id)
);
create unique index trader_orders_client_order on trader_orders (client_order_id);
create unique index trader_orders_open on trader_orders (tenant_id, contract_id) where state in ('prepared', 'sent', 'unknown');
create index trader_orders_plan on trader_orders (tenant_id, planned_optimization_id);
create index trader_orders_contract on trader_orders (tenant_id, contract_id, created_at desc);
create index trader_orders_due on trader_orders (tenant_id, next_check_at) where state in ('prepared', 'sent', 'unknown');
create index trader_orders_settled on trader_orders (tenant_id, settled_at) where settled_at is not null;
create index trader_orders_user on trader_orders (tenant_id, user_id) where user_id is not null;
create index trader_orders_issuer on trader_orders (tenant_id, issuer_id) where issuer_id is not null;

-- A depot as the bank reports it; without contract it is "new".
create table trader_depots (
  tenant_id uuid not null,
  id uuid not null default gen_random_uuid(),
  issuer_id integer not null,
  external_key text not null check (is_not_blank(external_key) and length(external_key) <= 50),
  external_consumer_key text check (length(external_consumer_key) <= 50),
  contract_id uuid,
  customer_id uuid,
  tariff_id uuid,
  holder_name text not null default '' check (length(holder_name) <= 200),
  iban text check (is_valid_iban(iban)),
  bic text check (bic ~ '^[A-Z0-9]{8}([A-Z0-9]{3})?$'),
  product_key text check (length(product_key) <= 50),
  state text not null default 'new' check (state in ('new', 'linked', 'rejected', 'ignored')),
  total_value numeric(15,2),
  last_refresh_at timestamptz,
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- revision of the bank's last answer that was taken without a problem; equal = nothing to do
  revision text check (length(revision) <= 200),
  valuation_date date,
  -- the bank's state we have dealt with (taken over or declined) and what of it has no place in the portfolio
  dealt_with jsonb check (jsonb_typeof(dealt_with) = 'object'),
  primary key (tenant_id, id),
  foreign key (tenant_id, issuer_id) references issuers (tenant_id, id),
  foreign key (tenant_id, contract_id) references contracts (tenant_id, id),
  foreign key (tenant_id, customer_id) references customers (tenant_id, id),
  foreign key (tenant_id, tariff_id) references tariffs (tenant_id, id),
  check ((state = 'linked') = (contract_id is not null))
);
comment on column trader_depots.dealt_with is
  'areas/traders/refresh/dealt-with.ts; movements at the bank are measured against it, so nothing is asked twice';
create unique index trader_depots_external_key on trader_depots (tenant_id, issuer_id, external_key);
create unique index trader_depots_contract on trader_depots (tenant_id, contract_id) where contract_id is not null;
create index trader_depots_new on trader_depots (tenant_id, issuer_id, id) where state <> 'linked';
create index trader_depots_customer on trader_depots (tenant_id, customer_id) where customer_id is not null;
create index trader_depots_tariff on trader_depots (tenant_id, tariff_id) where tariff_id is not null;
create trigger bump_row_version before update on trader_depots for each row
  when ((old.contract_id, old.customer_id, old.tariff_id, old.state, old.external_consumer_key, old.iban)
        is distinct from
        (new.contract_id, new.customer_id, new.tariff_id, new.state, new.external_consumer_key, new.iban))
  execute function bump_row_version();

-- Whom the bank has shown a depot: until it is linked, nobody else sees it.
create table trader_depot_readers (
  tenant_id uuid not null,
  trader_depot_id uuid not null,
  user_id uuid not null,
  seen_at timestamptz not null default now(),
  primary key (tenant_id, trader_depot_id, user_id),
  foreign key (tenant_id, trader_depot_id) references trader_depots (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index trader_depot_readers_user on trader_depot_readers (tenant_id, user_id);

-- The customer a depot is known to belong to: the one it was opened for or linked to, else the one whose contract has its
-- number, else the one customer of its holder's name with its customer number at the institution. Null = nobody known.
-- A contract's number can be typed in: it tells whose a depot is only where the contract is linked to its depot already, or
-- where the customer has the name the bank knows as its holder. A number in another spelling says less than the number
-- itself: the contract must be the only one of it, and have no other depot.
create function depot_owner_id(depot trader_depots) returns uuid
  language sql stable
  as $$
select coalesce(
  (select u.id from customers u
    where u.tenant_id = depot.tenant_id and u.id = depot.customer_id and u.deleted_at is null),
  (select u.id from contracts c join customers u on u.tenant_id = c.tenant_id and u.id = c.customer_id
    where c.tenant_id = depot.tenant_id and c.issuer_id = depot.issuer_id and c.external_key = depot.external_key
      and c.deleted_at is null and u.deleted_at is null
      and (c.is_linked or is_named_holder(depot.holder_name, u.first_name, u.last_name, u.company_name))),
  (select (array_agg(u.id))[1] from contracts c
     join customers u on u.tenant_id = c.tenant_id and u.id = c.customer_id
    where c.tenant_id = depot.tenant_id and c.issuer_id = depot.issuer_id
      and c.match_key = contract_match_key(depot.external_key) and c.deleted_at is null and u.deleted_at is null
   having count(*) = 1 and bool_and(
      (c.is_linked or is_named_holder(depot.holder_name, u.first_name, u.last_name, u.company_name))
      and not exists (select from trader_depots o
        where o.tenant_id = c.tenant_id and o.contract_id = c.id and o.id <> depot.id))),
  (select (array_agg(distinct u.id))[1] from contracts c
     join customers u on u.tenant_id = c.tenant_id and u.id = c.customer_id
    where c.tenant_id = depot.tenant_id and c.issuer_id = depot.issuer_id
      and c.consumer_match_key = contract_match_key(depot.external_consumer_key)
      and c.deleted_at is null and u.deleted_at is null
      and is_named_holder(depot.holder_name, u.first_name, u.last_name, u.company_name)
   having count(distinct u.id) = 1))
$$;

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

select track_row_version(name) from unnest(array['trader_credentials']::regclass[]) as name;
select protect_tenant_table(name) from unnest(array['trader_credentials', 'trader_orders', 'trader_depots',
  'trader_depot_readers']::regclass[]) as name;
select protect_tenant_table('depot_openings', 'select, insert, update, delete');
