-- SMS go out by an HTTP interface the house names. Their text lies sealed until it went or is over, so attempts survive a restart.

create table sms_settings (
  tenant_id uuid not null references tenants,
  id uuid not null default gen_random_uuid(),
  url text not null check (url ~ '^https?://' and length(url) <= 500),
  -- whom the message shows as its sender; null = as the interface has it
  sender text check (sender ~ '^(\+?[0-9]{3,15}|[A-Za-z0-9 ]{1,11})$'),
  secret_envelope jsonb not null check (jsonb_typeof(secret_envelope) = 'object'),
  -- when the interface last took a test message under these settings
  tested_at timestamptz,
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create unique index sms_settings_tenant on sms_settings (tenant_id);
-- A test or a renewed key is no edit.
create trigger bump_row_version before update of url, sender on sms_settings
  for each row execute function bump_row_version();
select protect_tenant_table('sms_settings');

alter table sms_outbox
  drop constraint sms_outbox_state_check,
  add constraint sms_outbox_state_check check (state in ('queued', 'sending', 'sent', 'failed')),
  add column seal_id uuid not null default gen_random_uuid(),
  add column text_envelope jsonb check (jsonb_typeof(text_envelope) = 'object'),
  add column next_attempt_at timestamptz not null default now(),
  add column locked_until timestamptz,
  add column expires_at timestamptz not null default now();
comment on column sms_outbox.seal_id is 'Row the envelope is bound to, and the id a receiver knows the message by.';
comment on column sms_outbox.locked_until is 'Until then somebody is sending it; afterwards it is sent again with the same id.';
comment on column sms_outbox.expires_at is 'When its code is over: sending it later would help nobody.';

-- What a release before left under way has no text any more.
alter table sms_outbox no force row level security;
update sms_outbox set state = 'failed' where state = 'queued';
alter table sms_outbox force row level security;

create function forget_sent_sms() returns trigger language plpgsql as $$
begin
  new.text_envelope := null;
  return new;
end
$$;
create trigger sms_outbox_forget before insert or update on sms_outbox
  for each row when (new.state = 'sent') execute function forget_sent_sms();
drop index sms_outbox_queued;
create index sms_outbox_texts on sms_outbox (tenant_id, expires_at) where text_envelope is not null;
