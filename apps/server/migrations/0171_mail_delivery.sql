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
select protect_tenant_table('mail_settings');

alter table mail_outbox
  drop constraint mail_outbox_state_check,
  add constraint mail_outbox_state_check check (state in ('queued', 'sending', 'sent', 'failed', 'unclear')),
  add column next_attempt_at timestamptz not null default now(),
  add column locked_until timestamptz;
comment on column mail_outbox.locked_until is 'Until then somebody is sending it; afterwards nobody knows whether it went.';
drop index mail_outbox_queued;
create index mail_outbox_due on mail_outbox (tenant_id, next_attempt_at) where state in ('queued', 'sending');
create index mail_outbox_recent on mail_outbox (tenant_id, id desc);
