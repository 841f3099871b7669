-- The log and its proofs, mail, what is called out to, answers kept for repeated calls.

-- Insert only: the application role may neither change nor delete what it recorded.
create table audit_entries (
  tenant_id uuid not null references tenants,
  id bigint generated always as identity,
  occurred_at timestamptz not null default clock_timestamp(),
  actor_kind text not null check (actor_kind in ('user', 'system', 'anonymous', 'mobile', 'api')),
  actor_user_id uuid,
  session_id uuid,
  action text not null check (is_not_blank(action) and length(action) <= 100),
  object_type text check (length(object_type) <= 50),
  object_id text check (length(object_id) <= 100),
  group_id uuid,
  before_hash bytea check (length(before_hash) = 32),
  after_hash bytea check (length(after_hash) = 32),
  details jsonb not null default '{}',
  result text not null check (result in ('done', 'refused', 'failed')),
  chain_day date not null,
  previous_hash bytea check (length(previous_hash) = 32),
  entry_hash bytea not null check (length(entry_hash) = 32),
  primary key (tenant_id, id)
);
-- no foreign keys to users, sessions, groups: the record outlives what it speaks of
create index audit_entries_time on audit_entries (tenant_id, occurred_at desc, id desc);
create index audit_entries_object on audit_entries (tenant_id, object_type, object_id, occurred_at desc);
create index audit_entries_actor on audit_entries (tenant_id, actor_user_id, occurred_at desc);
create index audit_entries_chain on audit_entries (tenant_id, chain_day, id);

create function refuse_audit_change() returns trigger
  language plpgsql
  as $$
begin
  raise exception 'audit entries are never changed' using errcode = 'insufficient_privilege';
end
$$;
create trigger refuse_audit_change before update or delete on audit_entries
  for each row execute function refuse_audit_change();
create trigger refuse_audit_truncate before truncate on audit_entries
  for each statement execute function refuse_audit_change();

-- The last hash of a tenant's day; its row lock orders the writers of the chain.
create table audit_chain_heads (
  tenant_id uuid not null references tenants,
  chain_day date not null,
  last_entry_id bigint,
  last_hash bytea check (length(last_hash) = 32),
  primary key (tenant_id, chain_day)
);

-- The hash of an audit entry over everything it says and the entry before it. jsonb prints one text for
-- one value, so writing and checking cannot disagree.
create function audit_entry_hash(entry audit_entries) returns bytea
  language sql immutable parallel safe
  as $$
  select sha256(convert_to(jsonb_build_array(
    encode(entry.previous_hash, 'hex'), entry.tenant_id, (extract(epoch from entry.occurred_at) * 1000000)::bigint,
    entry.actor_kind, entry.actor_user_id, entry.session_id, entry.action, entry.object_type, entry.object_id,
    entry.group_id, encode(entry.before_hash, 'hex'), encode(entry.after_hash, 'hex'), entry.details, entry.result,
    entry.chain_day - date '2000-01-01')::text, 'UTF8'))
  $$;

-- Adds an entry to the chain of the running transaction's tenant and of today (UTC). The head's row lock
-- orders writers until they commit, so call it last in a transaction. The first entry of a day
-- follows the last one of the day before.
create function append_audit_entry(
  p_actor_kind text, p_actor_user_id uuid, p_session_id uuid, p_action text, p_object_type text, p_object_id text,
  p_group_id uuid, p_before_hash bytea, p_after_hash bytea, p_details jsonb, p_result text
) returns bigint
  language plpgsql
  as $$
declare
  head audit_chain_heads;
  entry audit_entries;
begin
  entry.tenant_id := app_tenant_id();
  entry.occurred_at := clock_timestamp();
  entry.chain_day := (entry.occurred_at at time zone 'UTC')::date;
  insert into audit_chain_heads as h (tenant_id, chain_day) values (entry.tenant_id, entry.chain_day)
    on conflict (tenant_id, chain_day) do update set chain_day = excluded.chain_day
    returning h.* into head;
  if head.last_hash is null then
    select h.last_hash into head.last_hash from audit_chain_heads h
     where h.tenant_id = entry.tenant_id and h.chain_day < entry.chain_day
     order by h.chain_day desc limit 1;
  end if;
  entry.previous_hash := head.last_hash;
  entry.actor_kind := p_actor_kind;
  entry.actor_user_id := p_actor_user_id;
  entry.session_id := p_session_id;
  entry.action := p_action;
  entry.object_type := p_object_type;
  entry.object_id := p_object_id;
  entry.group_id := p_group_id;
  entry.before_hash := p_before_hash;
  entry.after_hash := p_after_hash;
  entry.details := p_details;
  entry.result := p_result;
  entry.entry_hash := audit_entry_hash(entry);
  insert into audit_entries (tenant_id, occurred_at, actor_kind, actor_user_id, session_id, action, object_type,
      object_id, group_id, before_hash, after_hash, details, result, chain_day, previous_hash, entry_hash)
    values (entry.tenant_id, entry.occurred_at, entry.actor_kind, entry.actor_user_id, entry.session_id, entry.action,
      entry.object_type, entry.object_id, entry.group_id, entry.before_hash, entry.after_hash, entry.details,
      entry.result, entry.chain_day, entry.previous_hash, entry.entry_hash)
    returning id into entry.id;
  update audit_chain_heads h set last_entry_id = entry.id, last_hash = entry.entry_hash
   where h.tenant_id = entry.tenant_id and h.chain_day = entry.chain_day;
  return entry.id;
end
$$;

-- What the check of the log found, by day: heads and breaks are stored, so that asking costs nothing and a day is
-- recomputed by itself. `sealed_*` is the head of a day that was over and whole; it never changes again.
create table audit_proofs (
  tenant_id uuid not null references tenants,
  chain_day date not null,
  entry_count bigint not null check (entry_count >= 0),
  first_entry_at timestamptz,
  last_entry_id bigint,
  last_hash bytea check (length(last_hash) = 32),
  breaks jsonb not null default '[]' check (jsonb_typeof(breaks) = 'array'),
  checked_at timestamptz not null default now(),
  sealed_entry_id bigint,
  sealed_hash bytea check (length(sealed_hash) = 32),
  anchored_at timestamptz,
  primary key (tenant_id, chain_day),
  check ((sealed_entry_id is null) = (sealed_hash is null))
);

create function refuse_seal_change() returns trigger
  language plpgsql
  as $$
begin
  raise exception 'the sealed head of a day of the log is never changed' using errcode = 'insufficient_privilege';
end
$$;
create trigger refuse_seal_change before update on audit_proofs for each row
  when (old.sealed_hash is not null
    and (new.sealed_hash, new.sealed_entry_id) is distinct from (old.sealed_hash, old.sealed_entry_id))
  execute function refuse_seal_change();

-- Recomputes one day of the tenant's chain. A day's first entry follows one of the last of the day before: two days
-- overlap for a moment at midnight. `rewritten`: whole in itself, but not what it was when it was sealed.
create function check_audit_day(p_day date)
  returns table (entry_count bigint, first_entry_at timestamptz, last_entry_id bigint, last_hash bytea, breaks jsonb)
  language sql stable
  as $$
  with chained as (
    select e, lag(e.entry_hash) over (order by e.id) as hash_before, row_number() over (order by e.id) as place
      from audit_entries e where e.tenant_id = app_tenant_id() and e.chain_day = p_day
  ), before as (
    select max(h.chain_day) as chain_day from audit_chain_heads h
     where h.tenant_id = app_tenant_id() and h.chain_day < p_day and h.last_hash is not null
  ), found as (
    select (c.e).id, 'changed' as kind from chained c where audit_entry_hash(c.e) <> (c.e).entry_hash
    union all
    select (c.e).id, 'detached' from chained c
     where c.place > 1 and (c.e).previous_hash is distinct from c.hash_before
    union all
    select (c.e).id, 'detached' from chained c, before b
     where c.place = 1 and case when (c.e).previous_hash is null
       then exists (select from audit_entries o where o.tenant_id = app_tenant_id() and o.chain_day < p_day)
       else not exists (select from (
           select o.entry_hash from audit_entries o
            where o.tenant_id = app_tenant_id() and o.chain_day = b.chain_day order by o.id desc limit 1000) o
         where o.entry_hash = (c.e).previous_hash) end
    union all
    select h.last_entry_id, 'cutOff' from audit_chain_heads h
      left join audit_entries last on last.tenant_id = h.tenant_id and last.id = h.last_entry_id
     where h.tenant_id = app_tenant_id() and h.chain_day = p_day and last.entry_hash is distinct from h.last_hash
    union all
    select p.last_entry_id, 'cutOff' from audit_proofs p
     where p.tenant_id = app_tenant_id() and p.chain_day = p_day and p.entry_count > 0 and not exists (
       select from audit_chain_heads h where h.tenant_id = app_tenant_id() and h.chain_day = p_day)
    union all
    select p.sealed_entry_id, 'rewritten' from audit_proofs p
      left join audit_entries sealed on sealed.tenant_id = p.tenant_id and sealed.id = p.sealed_entry_id
     where p.tenant_id = app_tenant_id() and p.chain_day = p_day and p.sealed_hash is not null
       and sealed.entry_hash is distinct from p.sealed_hash
  )
  select (select count(*) from chained), (select min((c.e).occurred_at) from chained c),
    (select (c.e).id from chained c order by c.place desc limit 1),
    (select (c.e).entry_hash from chained c order by c.place desc limit 1),
    coalesce((select jsonb_agg(jsonb_build_object('entryId', f.id, 'breakKind', f.kind) order by f.id, f.kind)
      from (select * from found order by id, kind limit 200) f), '[]')
  $$;

-- Mails go out by SMTP. A mail is claimed before it is sent: whoever dies in between leaves it unclear, never sent twice.
create table mail_settings (
  tenant_id uuid not null references tenants,
  id uuid not null default gen_random_uuid(),
  host text not null check (host ~ '^[A-Za-z0-9]([A-Za-z0-9.:-]{0,251}[A-Za-z0-9])?$'),
  port integer not null check (port between 1 and 65535),
  security text not null check (security in ('tls', 'startTls', 'none')),
  user_name text check (length(user_name) <= 200),
  password_envelope jsonb check (jsonb_typeof(password_envelope) = 'object'),
  sender_address text not null check (length(sender_address) <= 200 and position('@' in sender_address) > 1),
  sender_name text not null check (is_not_blank(sender_name) and length(sender_name) <= 200),
  -- when the mail server last took a test mail under these settings
  tested_at timestamptz,
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create unique index mail_settings_tenant on mail_settings (tenant_id);
-- A test or a renewed key is no edit.
create trigger bump_row_version before update of host, port, security, user_name, sender_address, sender_name
  on mail_settings for each row execute function bump_row_version();

create table mail_outbox (
  tenant_id uuid not null references tenants,
  id bigint generated always as identity,
  user_id uuid,
  recipient text not null check (length(recipient) <= 200),
  subject text not null check (length(subject) <= 200),
  body text check (length(body) <= 20000),
  state text not null default 'queued' check (state in ('queued', 'sending', 'sent', 'failed', 'unclear')),
  attempts smallint not null default 0,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  last_error text,
  seal_id uuid not null default gen_random_uuid(),
  body_envelope jsonb check (jsonb_typeof(body_envelope) = 'object'),
  next_attempt_at timestamptz not null default now(),
  locked_until timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
comment on column mail_outbox.locked_until is 'Until then somebody is sending it; afterwards nobody knows whether it went.';
comment on column mail_outbox.seal_id is 'Row the envelope is bound to.';
comment on column mail_outbox.body is 'Always null: the text is in body_envelope.';
create index mail_outbox_due on mail_outbox (tenant_id, next_attempt_at) where state in ('queued', 'sending');
create index mail_outbox_recent on mail_outbox (tenant_id, id desc);

-- Whoever sends a mail need not remember to delete its text.
create function forget_sent_mail() returns trigger language plpgsql as $$
begin
  new.body := null;
  new.body_envelope := null;
  return new;
end
$$;
create trigger mail_outbox_forget before insert or update on mail_outbox
  for each row when (new.state = 'sent') execute function forget_sent_mail();

create table webhooks (
  tenant_id uuid not null references tenants,
  id uuid not null default gen_random_uuid(),
  webhook_name text not null check (is_not_blank(webhook_name) and length(webhook_name) <= 200),
  url text not null check (url like 'https://%' and length(url) <= 2000),
  events text[] not null check (cardinality(events) >= 1),
  secret_envelope jsonb not null check (jsonb_typeof(secret_envelope) = 'object'),
  is_inactive boolean not null default false,
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id)
);

create table idempotency_keys (
  tenant_id uuid not null references tenants,
  user_id uuid not null,
  route text not null check (length(route) between 1 and 200),
  idempotency_key text not null check (length(idempotency_key) between 1 and 100),
  request_hash bytea not null check (length(request_hash) = 32),
  state text not null default 'running' check (state in ('running', 'done')),
  status_code smallint check (status_code between 100 and 599),
  body jsonb,
  headers jsonb not null default '{}',
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '7 days',
  primary key (tenant_id, user_id, route, idempotency_key),
  check ((state = 'done') = (status_code is not null))
);
create index idempotency_keys_expiry on idempotency_keys (expires_at);

select track_row_version(name) from unnest(array['webhooks']::regclass[]) as name;
select protect_tenant_table('audit_entries', 'select, insert');
select protect_tenant_table(name, 'select, insert, update') from unnest(array['audit_chain_heads',
  'audit_proofs']::regclass[]) as name;
select protect_tenant_table(name) from unnest(array['mail_settings', 'mail_outbox', 'webhooks',
  'idempotency_keys']::regclass[]) as name;
