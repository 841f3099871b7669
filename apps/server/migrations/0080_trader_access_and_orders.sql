-- Access to banks and executions: whose access an order uses, when to ask the bank about it again.

-- The bank demands that its password is kept for the session only: it is deleted at sign-out.
alter table issuers add column is_session_only boolean not null default false;

alter table trader_orders
  -- whose bank access sends and asks
  add column user_id uuid,
  add column issuer_id integer,
  add column external_key text check (length(external_key) between 1 and 50),
  -- the confirmed signing at the bank, and what was signed
  add column signing_id text check (length(signing_id) between 1 and 200),
  add column transaction_hash bytea check (length(transaction_hash) = 32),
  -- questions to the bank so far, when the next one is due, and why the last one failed
  add column attempts integer not null default 0 check (attempts >= 0),
  add column next_check_at timestamptz,
  add column last_fault text check (length(last_fault) <= 200),
  -- settled orders are compared with the bank's books once a day
  add column compared_at timestamptz,
  add column differs boolean not null default false,
  add foreign key (tenant_id, user_id) references users (tenant_id, id),
  add foreign key (tenant_id, issuer_id) references issuers (tenant_id, id);
create index trader_orders_due on trader_orders (tenant_id, next_check_at) where state in ('prepared', 'sent', 'unknown');
create index trader_orders_settled on trader_orders (tenant_id, settled_at) where settled_at is not null;
create index trader_orders_user on trader_orders (tenant_id, user_id) where user_id is not null;
create index trader_orders_issuer on trader_orders (tenant_id, issuer_id) where issuer_id is not null;
create index trader_credentials_expiry on trader_credentials (tenant_id, expires_at) where expires_at is not null;

-- Session-only passwords go with the last session of their user, however it ended.
create function forget_session_passwords() returns trigger
  language plpgsql
  as $$
begin
  update trader_credentials c
     set password_envelope = null, status = 'none', logged_in_until = null, expires_at = null
   where c.tenant_id = new.tenant_id and c.user_id = new.user_id and c.password_envelope is not null
     and exists (select from issuers i where i.tenant_id = c.tenant_id and i.id = c.issuer_id and i.is_session_only)
     and not exists (select from sessions s where s.tenant_id = new.tenant_id and s.user_id = new.user_id
                        and s.id <> new.id and s.revoked_at is null and s.absolute_expires_at > now());
  return null;
end
$$;
create trigger forget_session_passwords after update of revoked_at on sessions
  for each row when (new.revoked_at is not null and old.revoked_at is null)
  execute function forget_session_passwords();
