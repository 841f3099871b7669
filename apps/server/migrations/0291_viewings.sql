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
select protect_tenant_table('viewings');

insert into permissions (id, category, category_name, permission_name, sort_order)
values ('userManagement.viewAs', 'userManagement', 'Benutzerverwaltung', 'Das Produkt als andere Person ansehen', 1805);

do $$
begin
  alter table roles no force row level security;
  alter table role_permissions no force row level security;
  insert into role_permissions (tenant_id, role_id, permission_id)
    select tenant_id, id, 'userManagement.viewAs' from roles where role_key = 'administrator';
  alter table roles force row level security;
  alter table role_permissions force row level security;
end
$$;
