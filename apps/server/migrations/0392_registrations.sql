-- Who registered herself and is not yet a customer: gone as soon as she is one, or nobody wants her.
create table registrations (
  tenant_id uuid not null references tenants,
  id uuid not null default gen_random_uuid(),
  token_hash bytea not null check (length(token_hash) = 32),
  first_name text not null check (is_not_blank(first_name) and length(first_name) <= 200),
  last_name text not null check (is_not_blank(last_name) and length(last_name) <= 200),
  email text not null check (length(email) <= 100),
  date_of_birth date check (date_of_birth >= '1900-01-01'),
  terms_version text not null check (length(terms_version) <= 50),
  state text not null default 'requested' check (state in ('requested', 'waiting')),
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  expires_at timestamptz not null,
  primary key (tenant_id, id),
  check ((state = 'waiting') = (confirmed_at is not null))
);
create unique index registrations_token on registrations (token_hash);
create index registrations_expiry on registrations (expires_at);
create index registrations_email on registrations (tenant_id, lower(email));
select protect_tenant_table('registrations');

create trigger note_task_change after update of state or delete on registrations
  for each row execute function note_task_change('house');

-- What a user agreed to when she registered.
alter table users
  add column terms_version text check (length(terms_version) <= 50),
  add column terms_accepted_at timestamptz;
