-- Signing in: a TOTP seed waits beside the active one until it is confirmed, tenants decide whether
-- administrators need a second factor, and the audit chain is written and checked by one definition.

alter table users
  add column totp_pending_envelope jsonb check (jsonb_typeof(totp_pending_envelope) = 'object'),
  add column totp_pending_at timestamptz;

alter table tenants add column requires_second_factor_for_admins boolean not null default false;
comment on column tenants.requires_second_factor_for_admins is
  'On for every tenant made outside the demo: administrators then have no rights before they set up a factor.';

-- Whether anybody exists in the whole installation: decides about the first administrator (S20).
create function has_any_user() returns boolean
  language sql stable security definer set search_path = public, pg_temp
  as $$ select exists (select from users) $$;

grant create on schema public to depotwerk_definer;
revoke execute on function has_any_user() from public;
grant execute on function has_any_user() to depotwerk_app;
alter function has_any_user() owner to depotwerk_definer;
revoke create on schema public from depotwerk_definer;

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

-- Every break of the tenant's chain: changed or forged entries, missing or reordered ones, a cut-off end.
-- A day's first entry may follow any entry of an earlier day: two days overlap for a moment at midnight.
create function find_audit_breaks() returns table (chain_day date, entry_id bigint, break_kind text)
  language sql stable
  as $$
  with chained as (
    select e, lag(e.entry_hash) over (partition by e.chain_day order by e.id) as hash_before
      from audit_entries e where e.tenant_id = app_tenant_id()
  )
  select (c.e).chain_day, (c.e).id, 'changed' from chained c where audit_entry_hash(c.e) <> (c.e).entry_hash
  union all
  select (c.e).chain_day, (c.e).id, 'detached' from chained c
   where c.hash_before is not null and (c.e).previous_hash is distinct from c.hash_before
  union all
  select (c.e).chain_day, (c.e).id, 'detached' from chained c
   where c.hash_before is null
     and case when (c.e).previous_hash is null
       then exists (select from audit_entries o
                     where o.tenant_id = app_tenant_id() and o.chain_day < (c.e).chain_day)
       else not exists (select from audit_entries o
                         where o.tenant_id = app_tenant_id() and o.chain_day < (c.e).chain_day
                           and o.entry_hash = (c.e).previous_hash) end
  union all
  select h.chain_day, h.last_entry_id, 'cutOff' from audit_chain_heads h
    left join audit_entries last on last.tenant_id = h.tenant_id and last.id = h.last_entry_id
   where h.tenant_id = app_tenant_id() and last.entry_hash is distinct from h.last_hash
  $$;
