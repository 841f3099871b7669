-- Views of a list a person keeps: columns, filter, order and density under a name, her own or shared with a group. Never the
-- text she searched for: that is a customer's name most of the time, and a view outlives it.
-- The table there was has never been written to by anything.
drop table saved_views;
create table saved_views (
  tenant_id uuid not null references tenants,
  id uuid not null default gen_random_uuid(),
  user_id uuid not null,
  screen_key text not null check (screen_key in ('contracts', 'customers', 'funds', 'tariffs', 'tasks')),
  saved_view_name text not null check (is_not_blank(saved_view_name) and length(saved_view_name) <= 100),
  -- keys of columns in their order; null = the list's own
  columns text[] check (cardinality(columns) between 1 and 60),
  -- members of the list's address by name
  filters jsonb not null default '{}' check (jsonb_typeof(filters) = 'object' and pg_column_size(filters) <= 8000),
  sort text check (length(sort) <= 200),
  -- null = what everybody chose for all tables
  density text check (density in ('comfortable', 'compact')),
  -- shared with it and everything below it; null = its maker's alone
  group_id uuid,
  row_version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade,
  foreign key (tenant_id, group_id) references groups (tenant_id, id) on delete set null (group_id)
);
create unique index saved_views_name on saved_views (tenant_id, user_id, screen_key, lower(saved_view_name));
create index saved_views_group on saved_views (tenant_id, group_id) where group_id is not null;
select track_row_version('saved_views');

-- The view a person's list opens with, one of her own or one shared with her.
create table saved_view_defaults (
  tenant_id uuid not null references tenants,
  user_id uuid not null,
  screen_key text not null,
  view_id uuid not null,
  primary key (tenant_id, user_id, screen_key),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade,
  foreign key (tenant_id, view_id) references saved_views (tenant_id, id) on delete cascade
);
create index saved_view_defaults_view on saved_view_defaults (tenant_id, view_id);

select protect_tenant_table(name) from unnest(array['saved_views', 'saved_view_defaults']::regclass[]) as name;
