-- What a person marked as a favourite, and which funds and tariffs she used last: contracts and customers stand in the log of
-- reads, funds and tariffs are nobody's data and are read by every list. Ids only; names and the way are read with the rights of now.
create table own_shortcuts (
  tenant_id uuid not null references tenants,
  user_id uuid not null,
  object_type text not null check (object_type in ('customer', 'contract', 'fund', 'tariff')),
  object_id text not null check (object_id ~ '^[0-9a-f-]{1,36}$'),
  favourite_since timestamptz,
  opened_at timestamptz,
  primary key (tenant_id, user_id, object_type, object_id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade,
  check (favourite_since is not null or opened_at is not null),
  check (opened_at is null or object_type in ('fund', 'tariff'))
);
create index own_shortcuts_object on own_shortcuts (tenant_id, object_id);
select protect_tenant_table('own_shortcuts');
