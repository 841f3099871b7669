-- Mails carry links that open accounts: their text lies sealed, and goes when the mail went out.
-- Limits of messages that strangers can cause are counted apart from those of signing in.

alter table mail_outbox
  alter column body drop not null,
  add column seal_id uuid not null default gen_random_uuid(),
  add column body_envelope jsonb check (jsonb_typeof(body_envelope) = 'object');
comment on column mail_outbox.body is 'Only mails of releases before 0165; the text is in body_envelope.';
comment on column mail_outbox.seal_id is 'Row the envelope is bound to.';

-- Texts of earlier releases hold reset links in clear, and nothing sends them any more.
alter table mail_outbox no force row level security;
update mail_outbox set body = null;
alter table mail_outbox force row level security;

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

alter table login_throttles drop constraint login_throttles_throttle_kind_check;
alter table login_throttles add constraint login_throttles_throttle_kind_check check (throttle_kind in (
  'account', 'accountDevice', 'address', 'addressSite', 'anonymous', 'anonymousSite', 'codeUser',
  'smsNumber', 'smsUser', 'smsTotal', 'smsInvitationNumber', 'smsInvitationUser', 'smsNewNumber', 'smsNewNumberUser'));
