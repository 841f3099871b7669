-- Roles, helper functions and tenants: everything else builds on them.
--
-- Roles are cluster-wide and several databases of one cluster may migrate at once, hence the
-- tolerant creation. `depotwerk_app` is what the application works as: not owner, no DDL,
-- subject to row level security. `depotwerk_definer` owns the few functions that look across
-- tenants (sign-in by name, session by id, white label by host) or use indexes which row level
-- security would forbid (text search).
do $$
declare
  role_name text;
begin
  foreach role_name in array array['depotwerk_app', 'depotwerk_definer'] loop
    begin
      if not exists (select 1 from pg_roles where rolname = role_name) then
        execute format('create role %I nologin nosuperuser nocreatedb nocreaterole nobypassrls', role_name);
      end if;
    exception when duplicate_object or unique_violation then
      null; -- another database of this cluster created it a moment ago
    end;
    if not pg_has_role(current_user, role_name, 'member') then
      begin
        execute format('grant %I to current_user', role_name);
      exception when unique_violation or internal_error then
        null; -- granted concurrently (tuple concurrently updated)
      end;
    end if;
  end loop;
end
$$;

-- The application connects as its own role where it can (embedded server): without a password its login works only where
-- the server trusts whoever reaches its socket.
do $$
begin
  if exists (select from pg_roles where rolname = 'depotwerk_app' and not rolcanlogin) then
    execute 'alter role depotwerk_app login';
  end if;
exception when insufficient_privilege or internal_error then
  null; -- an outside server whose administrator made the role, or another database of this cluster a moment ago
end
$$;

create extension if not exists pg_trgm with schema public;

revoke create on schema public from public;
grant usage on schema public to depotwerk_app, depotwerk_definer;

-- The tenant of the running transaction; null without context, so policies then show no row.
create function app_tenant_id() returns uuid
  language sql stable parallel safe
  as $$ select nullif(current_setting('app.tenant_id', true), '')::uuid $$;

-- The user a transaction works for; null for jobs of nobody.
create function acting_user_id() returns uuid
  language sql stable
  as $$ select nullif(current_setting('app.user_id', true), '')::uuid $$;

-- Every table with a tenant goes through this: isolation for everybody (also the owner), and
-- the rights of the application role. Called at the end of each migration that adds tables.
create function protect_tenant_table(target regclass, privileges text default 'select, insert, update, delete')
  returns void
  language plpgsql
  as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format(
    'create policy tenant_isolation on %s using (tenant_id = app_tenant_id()) with check (tenant_id = app_tenant_id())',
    target);
  execute format('grant %s on %s to depotwerk_app', privileges, target);
end
$$;
revoke execute on function protect_tenant_table(regclass, text) from public;

-- Folds a text for search and German sorting: lower case, ae/oe/ue/ss, no accents, every run of
-- ASCII punctuation one space. Mirrored by packages/domain/src/fold-text.ts; both are tested
-- against the same examples. Own tables instead of unaccent(), which is not immutable.
create function fold_text(input text) returns text
  language sql immutable parallel safe strict
  as $$
  select btrim(regexp_replace(
    replace(replace(replace(replace(replace(replace(replace(
      translate(normalize(input, NFC),
        'ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜẞÆŒÞ'
        || 'àáâãåāăąÀÁÂÃÅĀĂĄçćĉċčÇĆĈĊČďđðĎĐÐèéêëēĕėęěÈÉÊËĒĔĖĘĚ'
        || 'ĝğġģĜĞĠĢĥħĤĦìíîïĩīĭįıÌÍÎÏĨĪĬĮİĵĴķĶĺļľłĹĻĽŁñńņňÑŃŅŇ'
        || 'òóôõøōŏőÒÓÔÕØŌŎŐŕŗřŔŖŘśŝşšșŚŜŞŠȘţťŧțŢŤŦȚùúûũūŭůűųÙÚÛŨŪŬŮŰŲ'
        || 'ŵŴýÿŷÝŸŶźżžŹŻŽ',
        'abcdefghijklmnopqrstuvwxyzäöüßæœþ'
        || 'aaaaaaaaaaaaaaaaccccccccccddddddeeeeeeeeeeeeeeeeee'
        || 'gggggggghhhhiiiiiiiiiiiiiiiiiijjkkllllllllnnnnnnnn'
        || 'oooooooooooooooorrrrrrssssssssssttttttttuuuuuuuuuuuuuuuuuu'
        || 'wwyyyyyyzzzzzz'),
      'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
    '[\u0001-\u002f\u003a-\u0060\u007b-\u007f]+', ' ', 'g')) collate "C"
  $$;

-- A leading space before every word makes '% mu%' mean "some word starts with mu".
create function search_words(input text) returns text
  language sql immutable parallel safe strict
  as $$ select (' ' || fold_text(input)) collate "C" $$;

create function is_not_blank(input text) returns boolean
  language sql immutable parallel safe
  as $$ select btrim(coalesce(input, ''), E' \t\n\r\u00a0') <> '' $$;

-- ISO 6166: shape and Luhn check digit (letters count as two digits, A = 10).
create function is_valid_isin(isin text) returns boolean
  language plpgsql immutable parallel safe strict
  as $$
declare
  position int;
  digits text := '';
  digit int;
  total int := 0;
  letter text;
begin
  if isin !~ '^[A-Z]{2}[A-Z0-9]{9}[0-9]$' then
    return false;
  end if;
  for position in 1..12 loop
    letter := substr(isin, position, 1);
    digits := digits || case when letter between '0' and '9' then letter else (ascii(letter) - 55)::text end;
  end loop;
  for position in 1..length(digits) loop
    digit := substr(digits, length(digits) - position + 1, 1)::int;
    if position % 2 = 0 then
      digit := digit * 2;
      if digit > 9 then digit := digit - 9; end if;
    end if;
    total := total + digit;
  end loop;
  return total % 10 = 0;
end
$$;

-- ISO 13616: country, check digits, MOD 97 = 1. Length is checked for DE only.
create function is_valid_iban(iban text) returns boolean
  language plpgsql immutable parallel safe strict
  as $$
declare
  rearranged text := substr(iban, 5) || substr(iban, 1, 4);
  remainder int := 0;
  position int;
  letter text;
begin
  if iban !~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$' or (iban like 'DE%' and length(iban) <> 22) then
    return false;
  end if;
  for position in 1..length(rearranged) loop
    letter := substr(rearranged, position, 1);
    remainder := case when letter between '0' and '9'
      then (remainder * 10 + letter::int) % 97
      else (remainder * 100 + ascii(letter) - 55) % 97 end;
  end loop;
  return remainder = 1;
end
$$;

-- The tax identification number of a customer (§ 139b AO), null = unknown. Mirrors isTaxIdentificationNumber() of
-- packages/domain/src/customers/tax-identification-number.ts: eleven digits, of the first ten exactly one twice or three
-- times, check digit by ISO 7064 MOD 11,10.
create function is_valid_tax_identification_number(digits text) returns boolean
  language plpgsql immutable parallel safe strict
  as $$
declare
  product int := 10;
  position int;
  digit text;
  occurrences int;
  repeated int := 0;
begin
  if digits !~ '^[1-9][0-9]{10}$' then
    return false;
  end if;
  foreach digit in array array['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'] loop
    occurrences := 10 - length(replace(substr(digits, 1, 10), digit, ''));
    if occurrences > 3 then
      return false;
    end if;
    repeated := repeated + case when occurrences > 1 then 1 else 0 end;
  end loop;
  if repeated <> 1 then
    return false;
  end if;
  for position in 1..10 loop
    product := (substr(digits, position, 1)::int + product) % 10;
    product := (case when product = 0 then 10 else product end) * 2 % 11;
  end loop;
  return (11 - product) % 10 = substr(digits, 11, 1)::int;
end
$$;

-- FinVermV: ten years after the end of the year. Mirrored by retentionEndOf() of packages/domain/src/customers/retention.ts.
create function retention_end(instant timestamptz) returns date
  language sql immutable parallel safe strict
  as $$ select make_date(extract(year from (instant at time zone 'UTC'))::int + 10, 12, 31) $$;

-- The ETag of an entity: one step per change of the row.
create function bump_row_version() returns trigger
  language plpgsql
  as $$
begin
  new.row_version := old.row_version + 1;
  new.updated_at := now();
  return new;
end
$$;

-- Attaches bump_row_version to a table that has row_version and updated_at.
create function track_row_version(target regclass) returns void
  language plpgsql
  as $$
begin
  execute format('create trigger bump_row_version before update on %s for each row execute function bump_row_version()', target);
end
$$;
revoke execute on function track_row_version(regclass) from public;

create table tenants (
  tenant_id uuid primary key,
  tenant_key text not null unique check (tenant_key ~ '^[a-z0-9][a-z0-9.-]{0,49}$'),
  tenant_name text not null check (is_not_blank(tenant_name) and length(tenant_name) <= 200),
  is_inactive boolean not null default false,
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  requires_second_factor_for_admins boolean not null default false
);
comment on column tenants.requires_second_factor_for_admins is
  'On for every tenant made outside the demo: administrators then have no rights before they set up a factor.';

-- Installation-wide facts no tenant owns, such as the size and seed of the demo world. No secrets.
create table installation_settings (
  setting_key text primary key check (length(setting_key) between 1 and 100),
  setting_value jsonb not null,
  updated_at timestamptz not null default now()
);

create table white_label_configs (
  tenant_id uuid not null references tenants,
  id uuid not null default gen_random_uuid(),
  application_title text not null check (is_not_blank(application_title) and length(application_title) <= 200),
  favicon text,
  shortcut_icons jsonb not null default '[]' check (jsonb_typeof(shortcut_icons) = 'array'),
  logo text,
  logo_dark text,
  primary_colour text not null check (primary_colour ~ '^#[0-9a-f]{6}$'),
  accent_colour text not null check (accent_colour ~ '^#[0-9a-f]{6}$'),
  font_family text check (length(font_family) <= 200),
  registration_mode smallint not null default 0 check (registration_mode between 0 and 3),
  languages text[] not null default '{de}' check (cardinality(languages) >= 1),
  support_phone text check (length(support_phone) <= 50),
  support_mail text check (length(support_mail) <= 200),
  imprint_url text,
  privacy_url text,
  terms_url text,
  accessibility_statement_url text,
  login_hint text check (length(login_hint) <= 2000),
  oidc_providers jsonb not null default '[]' check (jsonb_typeof(oidc_providers) = 'array'),
  features jsonb not null default '{}' check (jsonb_typeof(features) = 'object'),
  allowed_frame_ancestors text[] not null default '{}',
  is_default boolean not null default false,
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create unique index white_label_configs_default on white_label_configs (tenant_id) where is_default;

-- A host name leads to one configuration in the whole installation.
create table white_label_hosts (
  tenant_id uuid not null,
  host text primary key check (host = lower(host) and length(host) between 1 and 253),
  white_label_id uuid not null,
  foreign key (tenant_id, white_label_id) references white_label_configs (tenant_id, id) on delete cascade
);
create index white_label_hosts_config on white_label_hosts (tenant_id, white_label_id);

select track_row_version(name) from unnest(array['tenants', 'white_label_configs']::regclass[]) as name;
select protect_tenant_table('tenants', 'select');
select protect_tenant_table(name) from unnest(array['white_label_configs', 'white_label_hosts']::regclass[]) as name;
grant select, insert, update on installation_settings to depotwerk_app;
