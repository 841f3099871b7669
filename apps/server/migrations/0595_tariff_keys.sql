-- Houses whose tariff files this one takes, known by the fingerprint of their key.
create table trusted_tariff_keys (
  tenant_id uuid not null references tenants,
  fingerprint text not null check (fingerprint ~ '^[0-9a-f]{64}$'),
  key_name text not null check (is_not_blank(key_name) and length(key_name) <= 200),
  added_by uuid not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, fingerprint),
  foreign key (tenant_id, added_by) references users (tenant_id, id)
);
create index trusted_tariff_keys_added_by on trusted_tariff_keys (tenant_id, added_by);
select protect_tenant_table('trusted_tariff_keys', 'select, insert, delete');

-- How grave a finding of the plausibility check is in this house, by rule; a rule that is not named keeps its own weight.
create table plausibility_rules (
  tenant_id uuid primary key references tenants,
  severities jsonb not null default '{}' check (jsonb_typeof(severities) = 'object'),
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create trigger bump_row_version before update on plausibility_rules for each row execute function bump_row_version();
select protect_tenant_table('plausibility_rules', 'select, insert, update');
