-- Sessions, second factors, passkeys, identity providers, tokens of programs and who looks as somebody else.

create table devices (
  tenant_id uuid not null,
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  device_name text check (length(device_name) <= 200),
  token_hash bytea not null check (length(token_hash) = 32),
  is_second_factor_remembered boolean not null default false,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index devices_user on devices (tenant_id, user_id);

-- Signing in through the provider of the house (OpenID Connect): its settings, and which of its subjects is which user.
create table identity_providers (
  tenant_id uuid not null references tenants,
  id uuid not null default gen_random_uuid(),
  issuer text not null check (issuer ~ '^https?://' and length(issuer) <= 500),
  client_id text not null check (is_not_blank(client_id) and length(client_id) <= 300),
  client_secret_envelope jsonb check (jsonb_typeof(client_secret_envelope) = 'object'),
  button_text text not null check (is_not_blank(button_text) and length(button_text) <= 60),
  is_active boolean not null default false,
  groups_claim text check (length(groups_claim) <= 100),
  -- [{claimValue, roleId, groupId, groupRights}]: roles and groups that are gone by now give nothing
  mappings jsonb not null default '[]' check (jsonb_typeof(mappings) = 'array'),
  unknown_people text not null check (unknown_people in ('refuse', 'create')),
  default_role_id uuid,
  accepts_factor boolean not null default false,
  factor_values text[] not null default '{}' check (cardinality(factor_values) <= 20),
  tested_at timestamptz,
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, default_role_id) references roles (tenant_id, id) on delete set null (default_role_id)
);
create unique index identity_providers_tenant on identity_providers (tenant_id);
create index identity_providers_default_role on identity_providers (tenant_id, default_role_id) where default_role_id is not null;
create index identity_providers_issuer on identity_providers (issuer, client_id);
-- A test or a renewed key is no edit.
create trigger bump_row_version before update of issuer, client_id, button_text, is_active, groups_claim, mappings,
  unknown_people, default_role_id, accepts_factor, factor_values
  on identity_providers for each row execute function bump_row_version();

create table identity_links (
  tenant_id uuid not null references tenants,
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  issuer text not null check (length(issuer) <= 500),
  subject text not null check (is_not_blank(subject) and length(subject) <= 255),
  -- the role the provider gave: the only one it may take away again
  given_role_id uuid,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create unique index identity_links_subject on identity_links (tenant_id, issuer, subject);
create unique index identity_links_user on identity_links (tenant_id, user_id);

-- A session is a refresh token family: token = version.session.counter.MAC under its own key.
create table sessions (
  tenant_id uuid not null,
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  client_type text not null check (client_type in ('web', 'mobile')),
  mac_key_envelope jsonb not null check (jsonb_typeof(mac_key_envelope) = 'object'),
  counter integer not null default 0 check (counter >= 0),
  rotated_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  idle_expires_at timestamptz not null,
  absolute_expires_at timestamptz not null,
  revoked_at timestamptz,
  revoked_reason text check (revoked_reason in ('logout', 'userRevoked',
  'reuse', 'passwordChanged', 'factorChanged', 'userInactive', 'rightsChanged', 'tooManySessions', 'expired',
  'administrator', 'provider', 'unlinked')),
  second_factor_at timestamptz,
  device_id uuid,
  device_name text check (length(device_name) <= 200),
  user_agent text check (length(user_agent) <= 500),
  ip_address inet,
  identity_link_id uuid,
  provider_session_id text check (length(provider_session_id) <= 255),
  id_token_envelope jsonb check (jsonb_typeof(id_token_envelope) = 'object'),
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade,
  check (idle_expires_at <= absolute_expires_at),
  check ((revoked_at is null) = (revoked_reason is null)),
  foreign key (tenant_id, device_id) references devices (tenant_id, id) on delete set null (device_id),
  foreign key (tenant_id, identity_link_id) references identity_links (tenant_id, id) on delete set null (identity_link_id)
);
comment on column sessions.provider_session_id is 'Claim sid: the session at the provider, which may end ours.';
create unique index sessions_id on sessions (id);
create index sessions_user on sessions (tenant_id, user_id, created_at) where revoked_at is null;
create index sessions_expiry on sessions (absolute_expires_at);
create index sessions_device on sessions (tenant_id, device_id) where device_id is not null;
create index sessions_identity_link on sessions (tenant_id, identity_link_id) where identity_link_id is not null;

-- Counters that hold before anybody is known: keys are keyed hashes of names, addresses, numbers,
-- so the table knows neither tenant nor person.
create table login_throttles (
  throttle_kind text not null check (throttle_kind in (
  'account', 'accountDevice', 'address', 'addressSite', 'anonymous', 'anonymousSite', 'codeUser', 'passkeyChallenge',
  'providerSignIn', 'smsNumber', 'smsUser', 'smsTotal', 'smsInvitationNumber', 'smsInvitationUser', 'smsNewNumber',
  'smsNewNumberUser')),
  throttle_key bytea not null check (length(throttle_key) = 32),
  window_started_at timestamptz not null,
  failure_count integer not null default 0 check (failure_count >= 0),
  blocked_until timestamptz,
  updated_at timestamptz not null default now(),
  primary key (throttle_kind, throttle_key)
);
create index login_throttles_updated on login_throttles (updated_at);

create table token_providers (
  tenant_id uuid not null,
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  token_provider_type text not null check (token_provider_type in ('sms', 'email', 'totp', 'passkey', 'bankTan', 'bankDecoupled', 'bankPhoto')),
  description text not null default '' check (length(description) <= 200),
  target text check (length(target) <= 200),
  validated_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index token_providers_user on token_providers (tenant_id, user_id);

create table second_factor_challenges (
  tenant_id uuid not null,
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  session_id uuid,
  purpose text not null check (purpose in ('login', 'plannedOptimization', 'credentialChange', 'depotCreate', 'activation', 'roleChange', 'factorChange')),
  state text not null default 'pending' check (state in ('pending', 'confirmed', 'rejected', 'expired', 'superseded')),
  token_provider_type text check (token_provider_type in ('sms', 'email', 'totp', 'passkey', 'recoveryCode', 'bankTan', 'bankDecoupled', 'bankPhoto')),
  token_provider_id uuid,
  transaction_hash bytea check (length(transaction_hash) = 32),
  transactions jsonb not null default '[]',
  context jsonb not null default '{}',
  attempts_left smallint not null default 5 check (attempts_left between 0 and 5),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  confirmed_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade,
  foreign key (tenant_id, session_id) references sessions (tenant_id, id) on delete cascade
);
create unique index second_factor_challenges_id on second_factor_challenges (id);
create index second_factor_challenges_user on second_factor_challenges (tenant_id, user_id, created_at);
create index second_factor_challenges_session on second_factor_challenges (tenant_id, session_id) where session_id is not null;
-- at sign-in there is no session yet and several tabs may ask; everything else is one per purpose
create unique index second_factor_challenges_active on second_factor_challenges (tenant_id, user_id, purpose)
  where state = 'pending' and purpose <> 'login';

create table sms_codes (
  tenant_id uuid not null,
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  challenge_id uuid,
  purpose text not null check (purpose in ('secondFactor', 'activation', 'phoneValidation', 'resetPassword')),
  phone_number text not null check (length(phone_number) <= 50),
  code_hash bytea not null check (length(code_hash) = 32),
  attempts_left smallint not null default 5 check (attempts_left between 0 and 5),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade,
  foreign key (tenant_id, challenge_id) references second_factor_challenges (tenant_id, id) on delete cascade
);
create index sms_codes_user on sms_codes (tenant_id, user_id, created_at);
create index sms_codes_challenge on sms_codes (tenant_id, challenge_id) where challenge_id is not null;

create table recovery_codes (
  tenant_id uuid not null,
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  code_hash bytea not null check (length(code_hash) = 32),
  created_at timestamptz not null default now(),
  used_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create unique index recovery_codes_hash on recovery_codes (tenant_id, user_id, code_hash);

-- Invitations, activations and password resets: single use, only the hash is stored.
create table activation_tokens (
  tenant_id uuid not null,
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  purpose text not null check (purpose in ('invitation', 'resetPassword', 'phoneValidation', 'firstAdministrator')),
  token_hash bytea not null check (length(token_hash) = 32),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create unique index activation_tokens_hash on activation_tokens (token_hash);
create index activation_tokens_user on activation_tokens (tenant_id, user_id);

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

create table api_tokens (
  tenant_id uuid not null,
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  token_name text not null check (is_not_blank(token_name) and length(token_name) <= 200),
  token_hash bytea not null check (length(token_hash) = 32),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  -- what the token may do: permissions of its owner, chosen when it is made; it ends within a year
  scopes text[] not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade,
  constraint api_tokens_scopes check (cardinality(scopes) <= 100),
  constraint api_tokens_within_a_year check (expires_at <= created_at + interval '366 days')
);
create unique index api_tokens_hash on api_tokens (token_hash);
create index api_tokens_user on api_tokens (tenant_id, user_id);

-- Looking at the product as somebody else: within one session, for minutes, announced and ended in the log.
create table viewings (
  tenant_id uuid not null references tenants,
  id uuid not null default gen_random_uuid(),
  session_id uuid not null,
  user_id uuid not null,
  viewed_user_id uuid not null,
  started_at timestamptz not null,
  ends_at timestamptz not null,
  ended_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, session_id) references sessions (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade,
  foreign key (tenant_id, viewed_user_id) references users (tenant_id, id) on delete cascade,
  check (ends_at > started_at and user_id <> viewed_user_id)
);
-- One at a time in a session.
create unique index viewings_session on viewings (tenant_id, session_id) where ended_at is null;
create index viewings_user on viewings (tenant_id, user_id) where ended_at is null;
create index viewings_viewed on viewings (tenant_id, viewed_user_id);
create index viewings_ended on viewings (tenant_id, ended_at);

create table sms_outbox (
  tenant_id uuid not null references tenants,
  id bigint generated always as identity,
  user_id uuid,
  phone_number text not null check (length(phone_number) <= 50),
  message_text text not null check (length(message_text) <= 500),
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed')),
  attempts smallint not null default 0,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  last_error text,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index sms_outbox_recent on sms_outbox (tenant_id, created_at desc);
create index sms_outbox_user on sms_outbox (tenant_id, user_id) where user_id is not null;
create index sms_outbox_queued on sms_outbox (tenant_id, id) where state = 'queued';

select protect_tenant_table(name) from unnest(array['devices', 'identity_providers', 'identity_links', 'sessions',
  'token_providers', 'second_factor_challenges', 'sms_codes', 'recovery_codes', 'activation_tokens', 'passkeys',
  'api_tokens', 'viewings', 'sms_outbox']::regclass[]) as name;
grant select, insert, update, delete on login_throttles to depotwerk_app;
