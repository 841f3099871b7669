-- Other systems are told what happens: a delivery for each entry of the log a webhook asks for, written in the transaction of
-- what happened, handed over afterwards. It names the kind and the id of the thing, never a person.
alter table webhooks
  -- handed over in vain since the last that arrived, and until when nothing is tried
  add column failures integer not null default 0 check (failures >= 0),
  add column paused_until timestamptz,
  -- plain http on this machine only; which hosts are allowed is checked when it is saved and at every attempt
  drop constraint webhooks_url_check,
  add constraint webhooks_url_check check (url ~ '^https?://' and length(url) <= 2000);
-- Attempts and renewed keys are no edits.
drop trigger bump_row_version on webhooks;
create trigger bump_row_version before update of webhook_name, url, events, is_inactive on webhooks
  for each row execute function bump_row_version();

create table webhook_deliveries (
  tenant_id uuid not null references tenants,
  id bigint generated always as identity,
  webhook_id uuid not null,
  -- stays the same however often it is tried
  delivery_key uuid not null default gen_random_uuid(),
  event text not null check (length(event) between 1 and 100),
  occurred_at timestamptz not null,
  object_type text,
  object_id text,
  state text not null default 'queued' check (state in ('queued', 'sending', 'sent', 'failed')),
  attempts integer not null default 0,
  locked_until timestamptz,
  -- what the other side answered last; null = nothing
  status_code smallint,
  last_error text check (length(last_error) <= 500),
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, webhook_id) references webhooks (tenant_id, id) on delete cascade,
  check ((state = 'sending') = (locked_until is not null))
);
create index webhook_deliveries_due on webhook_deliveries (tenant_id, webhook_id, id) where state in ('queued', 'sending');
create index webhook_deliveries_log on webhook_deliveries (tenant_id, webhook_id, id desc);
create index webhook_deliveries_age on webhook_deliveries (tenant_id, created_at);
select protect_tenant_table('webhook_deliveries');

create function note_webhook_events() returns trigger
  language plpgsql
  as $$
begin
  insert into webhook_deliveries (tenant_id, webhook_id, event, occurred_at, object_type, object_id)
  select w.tenant_id, w.id, new.action, new.occurred_at, new.object_type, new.object_id
    from webhooks w where w.tenant_id = new.tenant_id and not w.is_inactive and new.action = any (w.events);
  return null;
end
$$;
create trigger note_webhook_events after insert on audit_entries for each row
  when (new.result = 'done' and split_part(new.action, '.', 1) not in ('access', 'audit', 'auth'))
  execute function note_webhook_events();

-- Houses in which something is to be handed over.
create function find_webhook_work(p_at timestamptz) returns setof uuid
  language sql stable security definer set search_path = public, pg_temp
  as $$ select t.tenant_id from tenants t where not t.is_inactive and exists (
    select from webhooks w join webhook_deliveries d on d.tenant_id = w.tenant_id and d.webhook_id = w.id
     where w.tenant_id = t.tenant_id and not w.is_inactive and (w.paused_until is null or w.paused_until <= p_at)
       and d.state in ('queued', 'sending')) $$;
grant select (tenant_id, id, is_inactive, paused_until) on webhooks to depotwerk_definer;
grant select (tenant_id, webhook_id, state) on webhook_deliveries to depotwerk_definer;
create policy definer_lookup on webhooks for select to depotwerk_definer using (true);
create policy definer_lookup on webhook_deliveries for select to depotwerk_definer using (true);
grant create on schema public to depotwerk_definer;
revoke execute on function find_webhook_work(timestamptz) from public;
grant execute on function find_webhook_work(timestamptz) to depotwerk_app;
alter function find_webhook_work(timestamptz) owner to depotwerk_definer;
revoke create on schema public from depotwerk_definer;
