-- Passkeys (WebAuthn): as second factor and for signing in alone. Only public keys are kept; a challenge is good once.

create table passkeys (
  tenant_id uuid not null references tenants,
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  credential_id bytea not null check (length(credential_id) between 1 and 1023),
  public_key bytea not null check (length(public_key) between 1 and 2000),
  sign_count bigint not null default 0 check (sign_count >= 0),
  transports text[] not null default '{}',
  is_synced boolean not null,
  passkey_name text not null check (is_not_blank(passkey_name) and length(passkey_name) <= 100),
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create unique index passkeys_credential on passkeys (credential_id);
create index passkeys_user on passkeys (tenant_id, user_id);
select protect_tenant_table('passkeys');

-- Whose passkey signs in: asked before a tenant is known.
grant select (tenant_id, user_id, credential_id) on passkeys to depotwerk_definer;
create policy definer_lookup on passkeys for select to depotwerk_definer using (true);
create function find_passkey(p_credential_id bytea) returns table (tenant_id uuid, user_id uuid)
  language sql stable security definer set search_path = public, pg_temp
  as $$
  select p.tenant_id, p.user_id from passkeys p join tenants t on t.tenant_id = p.tenant_id
   where p.credential_id = p_credential_id and not t.is_inactive
  $$;
grant create on schema public to depotwerk_definer;
revoke execute on function find_passkey(bytea) from public;
grant execute on function find_passkey(bytea) to depotwerk_app;
alter function find_passkey(bytea) owner to depotwerk_definer;
revoke create on schema public from depotwerk_definer;

alter table login_throttles drop constraint login_throttles_throttle_kind_check;
alter table login_throttles add constraint login_throttles_throttle_kind_check check (throttle_kind in (
  'account', 'accountDevice', 'address', 'addressSite', 'anonymous', 'anonymousSite', 'codeUser', 'passkeyChallenge',
  'smsNumber', 'smsUser', 'smsTotal', 'smsInvitationNumber', 'smsInvitationUser', 'smsNewNumber', 'smsNewNumberUser'));
