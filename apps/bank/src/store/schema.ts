/** Raised when the tables change, with a step of `upgrades` for the stores there are. */
export const schemaVersion = 2;

const signingsSql = `
create table signings (
  id text primary key,
  bank_id text not null references banks on delete cascade,
  partner_key text not null,
  login_name text not null,
  purpose text not null check (purpose in ('orders', 'openDepot', 'readDepots')),
  subject text not null,
  client_id text not null,
  transaction_hash text not null,
  content_hash text not null,
  summary text not null,
  method_id text,
  code_hash text,
  sends integer not null default 0,
  attempts_left integer not null,
  state text not null check (state in ('pending', 'confirmed', 'rejected', 'expired')),
  is_used integer not null default 0,
  approval_id text unique,
  created_at integer not null,
  expires_at integer not null,
  confirmed_at integer
) strict, without rowid;
create index signings_subject on signings (bank_id, partner_key, subject) where state = 'pending';
create index signings_approval on signings (created_at) where approval_id is not null;
`;

/** Depots as their owners see them: nothing is ordered in them, and what the bank does not know of a position is null. */
const customerDepotsSql = `
create table customer_depots (
  bank_id text not null,
  login_name text not null,
  external_key text not null,
  label text not null,
  valuation_date text not null,
  positions text not null,
  primary key (bank_id, login_name, external_key),
  foreign key (bank_id, login_name) references logins on delete cascade
) strict, without rowid;
`;

const kindColumn = "kind text not null default 'partner' check (kind in ('partner', 'customer'))";

/** Statements that lead a store of the version that is their key to the next. */
export const upgrades: Readonly<Record<number, string>> = {
  1: `alter table logins add column ${kindColumn};
alter table signings rename to old_signings;
drop index signings_subject;
drop index signings_approval;
${signingsSql}
insert into signings select * from old_signings;
drop table old_signings;
${customerDepotsSql}`,
};

/** Money in cents, prices in ten-thousandths of a euro, quantities in millionths of a unit, times in ms since the epoch. */
export const schemaSql = `
create table meta (name text primary key, value text not null) strict;

create table banks (
  bank_id text primary key,
  bank_name text not null,
  bic text,
  depot_prefix text not null,
  execution_delay_ms integer not null,
  is_closed integer not null default 0
) strict;

create table logins (
  bank_id text not null references banks on delete cascade,
  login_name text not null,
  partner_key text not null,
  display_name text not null,
  password_hash text not null,
  password_state text not null check (password_state in ('valid', 'expired', 'locked')),
  failed_attempts integer not null default 0,
  phone_number text,
  totp_secret text,
  methods text not null,
  ${kindColumn},
  primary key (bank_id, login_name)
) strict, without rowid;

create table sessions (
  token_hash text primary key,
  bank_id text not null,
  login_name text not null,
  expires_at integer not null,
  foreign key (bank_id, login_name) references logins on delete cascade
) strict, without rowid;
create index sessions_login on sessions (bank_id, login_name);

create table prices (isin text primary key, price integer not null, price_date text not null) strict, without rowid;

create table depots (
  id integer primary key,
  bank_id text not null references banks on delete cascade,
  partner_key text not null,
  external_key text not null,
  external_consumer_key text,
  holder_name text not null,
  iban text,
  bic text,
  product_key text,
  state text not null check (state in ('open', 'rejected', 'closed')),
  needs_confirmation integer not null default 0,
  cash integer not null check (cash >= 0),
  contribution integer,
  contribution_interval integer,
  opened_at integer not null,
  client_request_id text,
  content_hash text
) strict;
create unique index depots_key on depots (bank_id, partner_key, external_key);
create unique index depots_request on depots (bank_id, partner_key, client_request_id) where client_request_id is not null;

create table positions (
  depot_id integer not null references depots on delete cascade,
  isin text not null references prices,
  quantity integer not null check (quantity > 0),
  cost integer,
  primary key (depot_id, isin)
) strict, without rowid;

create table plan_entries (
  depot_id integer not null references depots on delete cascade,
  isin text not null,
  fraction integer not null,
  primary key (depot_id, isin)
) strict, without rowid;

${signingsSql}
create table messages (
  id integer primary key autoincrement,
  bank_id text not null references banks on delete cascade,
  login_name text not null,
  phone_number text not null,
  text text not null,
  code text not null,
  signing_id text not null,
  sent_at integer not null
) strict;

create table orders (
  bank_id text not null references banks on delete cascade,
  partner_key text not null,
  client_order_id text not null,
  depot_id integer not null references depots on delete cascade,
  signing_id text not null,
  content_hash text not null,
  request text not null,
  outcome text not null,
  state text not null check (state in ('accepted', 'executed', 'partlyExecuted', 'rejected')),
  results text not null,
  trader_code text,
  trader_message text,
  accepted_at integer not null,
  known_from integer not null,
  execute_at integer not null,
  settled_at integer,
  primary key (bank_id, partner_key, client_order_id)
) strict, without rowid;
create index orders_due on orders (bank_id, execute_at) where state = 'accepted';
create index orders_depot on orders (depot_id) where state = 'accepted';

create table executions (
  id integer primary key autoincrement,
  bank_id text not null,
  partner_key text not null,
  client_order_id text not null,
  external_key text not null,
  isin text not null,
  action text not null,
  quantity integer not null,
  amount integer not null,
  booked_at integer not null
) strict;
create index executions_order on executions (client_order_id);

create table faults (
  id integer primary key autoincrement,
  bank_id text,
  endpoint text,
  external_key text,
  login_name text,
  kind text not null,
  settings text not null,
  remaining integer
) strict;
${customerDepotsSql}`;

/** Every table, those that refer to others first. */
export const tableNames = [
  'faults',
  'executions',
  'orders',
  'messages',
  'signings',
  'customer_depots',
  'plan_entries',
  'positions',
  'depots',
  'prices',
  'sessions',
  'logins',
  'banks',
  'meta',
] as const;
