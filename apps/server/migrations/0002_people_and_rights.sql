-- Users, roles, groups, rights, and what belongs to one user: drafts, views, notifications, the first page.

-- Rights are part of the product, not of a tenant: read-only reference tables.
create table permissions (
  id text primary key,
  category text not null,
  category_name text not null,
  permission_name text not null,
  sort_order smallint not null
);
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
  ('admin.access', 'admin', 'Administration', 'Administration öffnen', 2501),
  ('userManagement.viewAs', 'userManagement', 'Benutzerverwaltung', 'Das Produkt als andere Person ansehen', 1805);

create table group_permissions (
  id text primary key,
  permission_name text not null,
  sort_order smallint not null
);
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
comment on column roles.is_client_role is 'The role Kunde: its users see their own customer only.';
create unique index roles_name on roles (tenant_id, lower(role_name));

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
  sort_name text collate "C" not null generated always as (fold_text(group_name)) stored,
  primary key (tenant_id, id),
  foreign key (tenant_id, parent_group_id) references groups (tenant_id, id),
  check (parent_group_id is null or parent_group_id <> id),
  -- the all-zero id means "no group" in the interface and must never exist as a row
  check (id <> '00000000-0000-0000-0000-000000000000')
);
create index groups_parent on groups (tenant_id, parent_group_id);
create unique index groups_name on groups (tenant_id, parent_group_id, lower(group_name)) nulls not distinct;
create index groups_sort_name on groups (tenant_id, sort_name, id);

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
  -- a TOTP seed waits beside the active one until it is confirmed
  totp_pending_envelope jsonb check (jsonb_typeof(totp_pending_envelope) = 'object'),
  totp_pending_at timestamptz,
  -- people are found by part of name, mail address or company among ten thousands: the folded text is kept
  search_text text collate "C" not null
  generated always as (fold_text(full_name || ' ' || user_name || ' ' || company)) stored,
  identity_link_allowed_until timestamptz,
  -- Folded once when written, not for every reader: the planner takes folding for nothing and would rather do it fifty
  -- thousand times than walk an index.
  sort_name text collate "C" not null generated always as (fold_text(full_name)) stored,
  primary key (tenant_id, id),
  foreign key (tenant_id, role_id) references roles (tenant_id, id)
);
comment on column users.identity_link_allowed_until is
  'Until then an administrator lets the provider''s verified address be linked without the password.';
-- One name in the whole installation: the sign-in page does not ask for a tenant.
create unique index users_user_name on users (lower(user_name));
create index users_role on users (tenant_id, role_id);
create index users_customer on users (tenant_id, customer_id) where customer_id is not null;
create index users_full_name on users (tenant_id, sort_name, id);
create trigger bump_row_version
  before update of user_name, full_name, company, phone_number, role_id, customer_id, is_inactive,
    is_second_factor_required, must_change_password
  on users for each row execute function bump_row_version();

create table group_users (
  tenant_id uuid not null,
  group_id uuid not null,
  user_id uuid not null,
  group_rights text[] not null default '{}',
  is_from_provider boolean not null default false,
  primary key (tenant_id, group_id, user_id),
  foreign key (tenant_id, group_id) references groups (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade,
  check (group_rights <@ array['groupCustomers.view', 'groupCustomers.edit', 'groupContracts.view',
    'groupContracts.edit', 'groupContracts.execute', 'groupReports.create', 'groupDocuments.view',
    'groupDocuments.upload', 'groupUsers.manage'])
);
comment on column group_users.is_from_provider is 'Given by a claim of the provider, which alone may take it away by itself.';
create index group_users_user on group_users (tenant_id, user_id);

-- The first day: what is done is read from the data itself; only what the house leaves out is stored.
create table setup_skips (
  tenant_id uuid not null references tenants,
  step_key text not null check (step_key ~ '^[a-z]{1,30}$'),
  skipped_by uuid not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, step_key),
  foreign key (tenant_id, skipped_by) references users (tenant_id, id) on delete cascade
);
create index setup_skips_user on setup_skips (tenant_id, skipped_by);

create table dashboard_configs (
  tenant_id uuid not null references tenants,
  id uuid not null default gen_random_uuid(),
  role_id uuid,
  user_id uuid,
  widgets jsonb not null default '[]' check (jsonb_typeof(widgets) = 'array' and jsonb_array_length(widgets) <= 24),
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, role_id) references roles (tenant_id, id) on delete cascade,
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade,
  check (num_nonnulls(role_id, user_id) <= 1)
);
create unique index dashboard_configs_owner on dashboard_configs (tenant_id, role_id, user_id) nulls not distinct;

create table saved_views (
  tenant_id uuid not null,
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  screen_key text not null check (length(screen_key) between 1 and 50),
  saved_view_name text not null check (is_not_blank(saved_view_name) and length(saved_view_name) <= 200),
  columns jsonb not null default '[]' check (jsonb_typeof(columns) = 'array'),
  filters jsonb not null default '{}' check (jsonb_typeof(filters) = 'object'),
  sort text not null default '' check (length(sort) <= 200),
  density text not null default 'normal' check (density in ('compact', 'normal', 'comfortable')),
  is_default boolean not null default false,
  is_shared boolean not null default false,
  group_id uuid,
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade,
  foreign key (tenant_id, group_id) references groups (tenant_id, id) on delete cascade,
  check (is_shared or group_id is null)
);
create unique index saved_views_name on saved_views (tenant_id, user_id, screen_key, lower(saved_view_name));
create unique index saved_views_default on saved_views (tenant_id, user_id, screen_key) where is_default;
create index saved_views_shared on saved_views (tenant_id, group_id, screen_key) where is_shared;

create table notifications (
  tenant_id uuid not null,
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  notification_type text not null check (length(notification_type) between 1 and 50),
  title text not null check (length(title) <= 200),
  body text not null default '' check (length(body) <= 5000),
  link text check (link like '/%' and length(link) <= 500),
  created_at timestamptz not null default now(),
  read_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index notifications_user on notifications (tenant_id, user_id, created_at desc, id);
create index notifications_unread on notifications (tenant_id, user_id) where read_at is null;

create table drafts (
  tenant_id uuid not null,
  user_id uuid not null,
  draft_type text not null check (draft_type ~ '^[A-Za-z0-9-]{1,50}$'),
  entity_key text not null check (length(entity_key) between 1 and 100),
  step text not null check (length(step) <= 50),
  data jsonb not null check (pg_column_size(data) <= 2097152),
  base_version integer,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '90 days',
  -- two windows on one draft: the later one must notice
  row_version integer not null default 1,
  primary key (tenant_id, user_id, draft_type, entity_key),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index drafts_expiry on drafts (expires_at);

select track_row_version(name) from unnest(array['roles', 'groups', 'dashboard_configs', 'saved_views',
  'drafts']::regclass[]) as name;
select protect_tenant_table(name) from unnest(array['roles', 'role_permissions', 'groups', 'users', 'group_users',
  'setup_skips', 'dashboard_configs', 'saved_views', 'notifications', 'drafts']::regclass[]) as name;
grant select on permissions, group_permissions to depotwerk_app;
