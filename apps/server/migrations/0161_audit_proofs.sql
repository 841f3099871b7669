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
select protect_tenant_table('audit_proofs', 'select, insert, update');

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
drop function find_audit_breaks();
