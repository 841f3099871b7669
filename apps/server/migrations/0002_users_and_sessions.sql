-- Users, roles, groups, rights, sessions and second factors.

-- Rights are part of the product, not of a tenant: read-only reference tables.
create table permissions (
  id text primary key,
  category text not null,
  category_name text not null,
  permission_name text not null,
  sort_order smallint not null
);

create table group_permissions (
  id text primary key,
  permission_name text not null,
  sort_order smallint not null
);

create table roles (
  tenant_id uuid not null references tenants,
  id uuid not null default gen_random_uuid(),
  role_key text check (role_key ~ '^[A-Za-z0-9_.-]{1,50}$'),
  role_name text not null check (is_not_blank(role_name) and length(role_name) <= 100),
  is_inactive boolean not null default false,
  is_client_role boolean not null default false,
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create unique index roles_name on roles (tenant_id, lower(role_name));
comment on column roles.is_client_role is 'The role Kunde: its users see their own customer only.';

create table role_permissions (
  tenant_id uuid not null,
  role_id uuid not null,
  permission_id text not null references permissions,
  primary key (tenant_id, role_id, permission_id),
  foreign key (tenant_id, role_id) references roles (tenant_id, id) on delete cascade
);

create table groups (
  tenant_id uuid not null references tenants,
  id uuid not null default gen_random_uuid(),
  group_name text not null check (is_not_blank(group_name) and length(group_name) <= 100),
  group_description text not null default '' check (length(group_description) <= 2000),
  is_inactive boolean not null default false,
  parent_group_id uuid,
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_group_id) references groups (tenant_id, id),
  check (parent_group_id is null or parent_group_id <> id),
  -- the all-zero id means "no group" in the interface and must never exist as a row
  check (id <> '00000000-0000-0000-0000-000000000000')
);
create index groups_parent on groups (tenant_id, parent_group_id);
create unique index groups_name on groups (tenant_id, parent_group_id, lower(group_name)) nulls not distinct;

-- A group may not become its own ancestor. Locking the tenant's groups makes two moves at once safe.
create function refuse_group_cycle() returns trigger
  language plpgsql
  as $$
begin
  perform 1 from groups where tenant_id = new.tenant_id order by id for update;
  if exists (
    with recursive ancestors as (
      select g.id, g.parent_group_id from groups g
       where g.tenant_id = new.tenant_id and g.id = new.parent_group_id
      union
      select g.id, g.parent_group_id from groups g join ancestors a on g.id = a.parent_group_id
       where g.tenant_id = new.tenant_id
    )
    select 1 from ancestors where id = new.id
  ) then
    raise exception 'group % would become its own ancestor', new.id
      using errcode = 'check_violation', constraint = 'groups_no_cycle';
  end if;
  return new;
end
$$;
create trigger refuse_group_cycle before update of parent_group_id on groups
  for each row when (new.parent_group_id is not null and new.parent_group_id is distinct from old.parent_group_id)
  execute function refuse_group_cycle();

create table users (
  tenant_id uuid not null references tenants,
  id uuid not null default gen_random_uuid(),
  user_name text not null check (is_not_blank(user_name) and length(user_name) <= 100 and user_name = btrim(user_name)),
  full_name text not null check (is_not_blank(full_name) and length(full_name) <= 200),
  company text not null default '' check (length(company) <= 200),
  phone_number text check (length(phone_number) <= 50),
  phone_validated_at timestamptz,
  role_id uuid not null,
  customer_id uuid,
  is_inactive boolean not null default false,
  is_demo boolean not null default false,
  password_hash text check (password_hash like '$argon2id$%'),
  password_changed_at timestamptz,
  must_change_password boolean not null default false,
  last_login timestamptz,
  totp_secret_envelope jsonb check (jsonb_typeof(totp_secret_envelope) = 'object'),
  totp_confirmed_at timestamptz,
  totp_last_step bigint not null default 0,
  is_second_factor_required boolean not null default false,
  settings jsonb not null default '{}' check (jsonb_typeof(settings) = 'object'),
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, role_id) references roles (tenant_id, id)
);
-- One name in the whole installation: the sign-in page does not ask for a tenant.
create unique index users_user_name on users (lower(user_name));
create index users_role on users (tenant_id, role_id);
create index users_customer on users (tenant_id, customer_id) where customer_id is not null;
create index users_full_name on users (tenant_id, (fold_text(full_name)), id);

create table group_users (
  tenant_id uuid not null,
  group_id uuid not null,
  user_id uuid not null,
  group_rights text[] not null default '{}',
  primary key (tenant_id, group_id, user_id),
  foreign key (tenant_id, group_id) references groups (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade,
  check (group_rights <@ array['groupCustomers.view', 'groupCustomers.edit', 'groupContracts.view',
    'groupContracts.edit', 'groupContracts.execute', 'groupReports.create', 'groupDocuments.view',
    'groupDocuments.upload', 'groupUsers.manage'])
);
create index group_users_user on group_users (tenant_id, user_id);

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
  revoked_reason text check (revoked_reason in ('logout', 'userRevoked', 'reuse', 'passwordChanged',
    'factorChanged', 'userInactive', 'rightsChanged', 'tooManySessions', 'expired', 'administrator')),
  second_factor_at timestamptz,
  device_id uuid,
  device_name text check (length(device_name) <= 200),
  user_agent text check (length(user_agent) <= 500),
  ip_address inet,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade,
  check (idle_expires_at <= absolute_expires_at),
  check ((revoked_at is null) = (revoked_reason is null))
);
create unique index sessions_id on sessions (id);
create index sessions_user on sessions (tenant_id, user_id, created_at) where revoked_at is null;
create index sessions_expiry on sessions (absolute_expires_at);

-- Counters that hold before anybody is known: keys are keyed hashes of names, addresses, numbers,
-- so the table knows neither tenant nor person.
create table login_throttles (
  throttle_kind text not null check (throttle_kind in ('account', 'accountDevice', 'address', 'smsNumber', 'smsUser', 'smsTotal', 'codeUser', 'anonymous')),
  throttle_key bytea not null check (length(throttle_key) = 32),
  window_started_at timestamptz not null,
  failure_count integer not null default 0 check (failure_count >= 0),
  blocked_until timestamptz,
  updated_at timestamptz not null default now(),
  primary key (throttle_kind, throttle_key)
);
create index login_throttles_updated on login_throttles (updated_at);

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
alter table sessions add foreign key (tenant_id, device_id) references devices (tenant_id, id) on delete set null (device_id);
create index sessions_device on sessions (tenant_id, device_id) where device_id is not null;

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
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create unique index api_tokens_hash on api_tokens (token_hash);
create index api_tokens_user on api_tokens (tenant_id, user_id);

insert into permissions (id, category, category_name, permission_name, sort_order) values
  ('customers.view', 'customers', 'Kunden', 'Kunden ansehen', 101),
  ('customers.viewWithoutGroup', 'customers', 'Kunden', 'Kunden ohne Gruppe ansehen', 102),
  ('customers.create', 'customers', 'Kunden', 'Kunden anlegen', 103),
  ('customers.edit', 'customers', 'Kunden', 'Kunden bearbeiten', 104),
  ('customers.delete', 'customers', 'Kunden', 'Kunden löschen', 105),
  ('customers.merge', 'customers', 'Kunden', 'Kunden zusammenführen', 106),
  ('customers.export', 'customers', 'Kunden', 'Kundendaten exportieren', 107),
  ('customers.erase', 'customers', 'Kunden', 'Kundendaten endgültig entfernen', 108),
  ('contracts.view', 'contracts', 'Verträge', 'Verträge ansehen', 201),
  ('contracts.create', 'contracts', 'Verträge', 'Verträge anlegen', 202),
  ('contracts.edit', 'contracts', 'Verträge', 'Verträge bearbeiten', 203),
  ('contracts.delete', 'contracts', 'Verträge', 'Verträge löschen', 204),
  ('contracts.check', 'contracts', 'Verträge', 'Verträge prüfen', 205),
  ('contracts.refresh', 'contracts', 'Verträge', 'Bestände abrufen', 206),
  ('contracts.processPendingChanges', 'contracts', 'Verträge', 'Offene Änderungen bearbeiten', 207),
  ('contracts.bulk', 'contracts', 'Verträge', 'Sammelaktionen ausführen', 208),
  ('contracts.export', 'contracts', 'Verträge', 'Verträge exportieren', 209),
  ('optimization.view', 'optimization', 'Optimierung', 'Optimierungen ansehen', 301),
  ('optimization.plan', 'optimization', 'Optimierung', 'Optimierungen planen', 302),
  ('optimization.execute', 'optimization', 'Optimierung', 'Optimierungen ausführen', 303),
  ('optimization.executeBulk', 'optimization', 'Optimierung', 'Optimierungen gesammelt ausführen', 304),
  ('optimization.dismissHint', 'optimization', 'Optimierung', 'Hinweise verwerfen', 305),
  ('riskProfile.view', 'riskProfile', 'Risikoprofil', 'Risikoprofile ansehen', 401),
  ('riskProfile.edit', 'riskProfile', 'Risikoprofil', 'Risikoprofile bearbeiten', 402),
  ('riskProfile.accept', 'riskProfile', 'Risikoprofil', 'Vorgeschlagene Risikoprofile annehmen', 403),
  ('consultations.view', 'consultations', 'Beratungen', 'Beratungen ansehen', 501),
  ('consultations.create', 'consultations', 'Beratungen', 'Beratungen anlegen', 502),
  ('consultations.complete', 'consultations', 'Beratungen', 'Beratungen abschließen', 503),
  ('documents.view', 'documents', 'Dokumente', 'Dokumente ansehen', 601),
  ('documents.upload', 'documents', 'Dokumente', 'Dokumente hochladen', 602),
  ('documents.release', 'documents', 'Dokumente', 'Dokumente freigeben', 603),
  ('documents.delete', 'documents', 'Dokumente', 'Dokumente löschen', 604),
  ('reports.create', 'reports', 'Berichte', 'Berichte erstellen', 701),
  ('reports.createLegal', 'reports', 'Berichte', 'Rechtliche Berichte erstellen', 702),
  ('traderDepots.view', 'traderDepots', 'Depots', 'Depots ansehen', 801),
  ('traderDepots.link', 'traderDepots', 'Depots', 'Depots verknüpfen', 802),
  ('traderDepots.create', 'traderDepots', 'Depots', 'Depots eröffnen', 803),
  ('traderDepots.delete', 'traderDepots', 'Depots', 'Verknüpfungen lösen', 804),
  ('traderCredentials.use', 'traderCredentials', 'Bankzugänge', 'Bankzugänge verwenden', 901),
  ('funds.view', 'funds', 'Fonds', 'Fonds ansehen', 1001),
  ('funds.edit', 'funds', 'Fonds', 'Fonds bearbeiten', 1002),
  ('funds.import', 'funds', 'Fonds', 'Fonds und Kurse importieren', 1003),
  ('peergroups.edit', 'peergroups', 'Peergroups', 'Peergroups bearbeiten', 1101),
  ('insurers.view', 'insurers', 'Versicherer', 'Versicherer ansehen', 1201),
  ('insurers.edit', 'insurers', 'Versicherer', 'Versicherer bearbeiten', 1202),
  ('costModels.view', 'costModels', 'Kostenmodelle', 'Kostenmodelle ansehen', 1301),
  ('costModels.edit', 'costModels', 'Kostenmodelle', 'Kostenmodelle bearbeiten', 1302),
  ('tariffs.view', 'tariffs', 'Tarife', 'Tarife ansehen', 1401),
  ('tariffs.edit', 'tariffs', 'Tarife', 'Tarife bearbeiten', 1402),
  ('tariffs.submit', 'tariffs', 'Tarife', 'Tarife zur Freigabe einreichen', 1403),
  ('tariffs.approve', 'tariffs', 'Tarife', 'Tarife freigeben', 1404),
  ('tariffs.publish', 'tariffs', 'Tarife', 'Tarife veröffentlichen', 1405),
  ('tariffs.report', 'tariffs', 'Tarife', 'Tarifberichte erstellen', 1406),
  ('tariffComponents.view', 'tariffComponents', 'Bausteine', 'Bausteine ansehen', 1501),
  ('tariffComponents.edit', 'tariffComponents', 'Bausteine', 'Bausteine bearbeiten', 1502),
  ('dashboard.view', 'dashboard', 'Übersicht', 'Übersicht ansehen', 1601),
  ('dashboard.configure', 'dashboard', 'Übersicht', 'Übersicht einrichten', 1602),
  ('workbench.view', 'workbench', 'Arbeitsliste', 'Arbeitsliste ansehen', 1701),
  ('workbench.assign', 'workbench', 'Arbeitsliste', 'Aufgaben zuweisen', 1702),
  ('userManagement.view', 'userManagement', 'Benutzerverwaltung', 'Benutzerverwaltung ansehen', 1801),
  ('userManagement.editUsers', 'userManagement', 'Benutzerverwaltung', 'Benutzer bearbeiten', 1802),
  ('userManagement.editRoles', 'userManagement', 'Benutzerverwaltung', 'Rollen bearbeiten', 1803),
  ('userManagement.editGroups', 'userManagement', 'Benutzerverwaltung', 'Gruppen bearbeiten', 1804),
  ('audit.view', 'audit', 'Protokoll', 'Protokoll ansehen', 1901),
  ('audit.export', 'audit', 'Protokoll', 'Protokoll exportieren', 1902),
  ('savedViews.share', 'savedViews', 'Ansichten', 'Ansichten teilen', 2001),
  ('whiteLabel.edit', 'whiteLabel', 'Erscheinungsbild', 'Erscheinungsbild bearbeiten', 2101),
  ('apiTokens.manage', 'apiTokens', 'Schnittstellen', 'Zugriffsschlüssel verwalten', 2201),
  ('webhooks.manage', 'webhooks', 'Benachrichtigungen an Systeme', 'Webhooks verwalten', 2301),
  ('jobs.view', 'jobs', 'Aufträge', 'Hintergrundaufträge ansehen', 2401),
  ('jobs.retry', 'jobs', 'Aufträge', 'Hintergrundaufträge wiederholen', 2402),
  ('admin.access', 'admin', 'Administration', 'Administration öffnen', 2501);

insert into group_permissions (id, permission_name, sort_order) values
  ('groupCustomers.view', 'Kunden der Gruppe ansehen', 1),
  ('groupCustomers.edit', 'Kunden der Gruppe bearbeiten', 2),
  ('groupContracts.view', 'Verträge der Gruppe ansehen', 3),
  ('groupContracts.edit', 'Verträge der Gruppe bearbeiten', 4),
  ('groupContracts.execute', 'Optimierungen der Gruppe ausführen', 5),
  ('groupReports.create', 'Berichte der Gruppe erstellen', 6),
  ('groupDocuments.view', 'Dokumente der Gruppe ansehen', 7),
  ('groupDocuments.upload', 'Dokumente der Gruppe hochladen', 8),
  ('groupUsers.manage', 'Benutzer der Gruppe verwalten', 9);

select track_row_version(name) from unnest(array['roles', 'groups', 'users']::regclass[]) as name;
select protect_tenant_table(name) from unnest(array['roles', 'role_permissions', 'groups', 'users', 'group_users',
  'sessions', 'devices', 'token_providers', 'second_factor_challenges', 'sms_codes', 'recovery_codes',
  'activation_tokens', 'sms_outbox', 'api_tokens']::regclass[]) as name;
grant select on permissions, group_permissions to depotwerk_app;
grant select, insert, update, delete on login_throttles to depotwerk_app;
