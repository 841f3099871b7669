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
-- A test or a renewed key is no edit.
create trigger bump_row_version before update of issuer, client_id, button_text, is_active, groups_claim, mappings,
  unknown_people, default_role_id, accepts_factor, factor_values
  on identity_providers for each row execute function bump_row_version();
select protect_tenant_table('identity_providers');

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
select protect_tenant_table('identity_links');

alter table users add column identity_link_allowed_until timestamptz;
comment on column users.identity_link_allowed_until is
  'Until then an administrator lets the provider''s verified address be linked without the password.';

alter table group_users add column is_from_provider boolean not null default false;
comment on column group_users.is_from_provider is 'Given by a claim of the provider, which alone may take it away by itself.';

alter table sessions
  add column identity_link_id uuid,
  add column provider_session_id text check (length(provider_session_id) <= 255),
  add column id_token_envelope jsonb check (jsonb_typeof(id_token_envelope) = 'object'),
  add foreign key (tenant_id, identity_link_id) references identity_links (tenant_id, id) on delete set null (identity_link_id);
create index sessions_identity_link on sessions (tenant_id, identity_link_id) where identity_link_id is not null;
comment on column sessions.provider_session_id is 'Claim sid: the session at the provider, which may end ours.';

alter table sessions drop constraint sessions_revoked_reason_check;
alter table sessions add constraint sessions_revoked_reason_check check (revoked_reason in ('logout', 'userRevoked',
  'reuse', 'passwordChanged', 'factorChanged', 'userInactive', 'rightsChanged', 'tooManySessions', 'expired',
  'administrator', 'provider', 'unlinked'));

-- Which houses a token of a provider is meant for: asked before a tenant is known.
grant select (tenant_id, issuer, client_id, is_active) on identity_providers to depotwerk_definer;
create policy definer_lookup on identity_providers for select to depotwerk_definer using (true);
create function find_identity_providers(p_issuer text, p_client_id text) returns table (tenant_id uuid)
  language sql stable security definer set search_path = public, pg_temp
  as $$
  select p.tenant_id from identity_providers p join tenants t on t.tenant_id = p.tenant_id
   where p.issuer = p_issuer and p.client_id = p_client_id and p.is_active and not t.is_inactive
  $$;
grant create on schema public to depotwerk_definer;
revoke execute on function find_identity_providers(text, text) from public;
grant execute on function find_identity_providers(text, text) to depotwerk_app;
alter function find_identity_providers(text, text) owner to depotwerk_definer;
revoke create on schema public from depotwerk_definer;
create index identity_providers_issuer on identity_providers (issuer, client_id);

alter table login_throttles drop constraint login_throttles_throttle_kind_check;
alter table login_throttles add constraint login_throttles_throttle_kind_check check (throttle_kind in (
  'account', 'accountDevice', 'address', 'addressSite', 'anonymous', 'anonymousSite', 'codeUser', 'passkeyChallenge',
  'providerSignIn', 'smsNumber', 'smsUser', 'smsTotal', 'smsInvitationNumber', 'smsInvitationUser', 'smsNewNumber',
  'smsNewNumberUser'));
