-- A house's own terms, each version with its text: what somebody agreed to can be read as long as she has an access.
-- A version is never changed; it may be taken back until its day begins.
create table terms_versions (
  tenant_id uuid not null references tenants,
  id uuid not null default gen_random_uuid(),
  white_label_id uuid not null,
  version text not null check (is_not_blank(version) and length(version) <= 50),
  content text not null check (is_not_blank(content) and length(content) <= 100000),
  valid_from date not null,
  asks_again boolean not null,
  created_at timestamptz not null default now(),
  created_by uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, white_label_id) references white_label_configs (tenant_id, id),
  foreign key (tenant_id, created_by) references users (tenant_id, id) on delete set null (created_by)
);
-- One name means one text in the whole house: people carry the name alone.
create unique index terms_versions_version on terms_versions (tenant_id, lower(version));
create index terms_versions_white_label on terms_versions (tenant_id, white_label_id, valid_from);
create index terms_versions_created_by on terms_versions (tenant_id, created_by);
select protect_tenant_table('terms_versions', 'select, insert, delete');

-- Every version somebody agreed to; `users` has the last one.
create table terms_agreements (
  tenant_id uuid not null references tenants,
  user_id uuid not null,
  terms_version text not null check (length(terms_version) <= 50),
  agreed_at timestamptz not null,
  primary key (tenant_id, user_id, terms_version),
  foreign key (tenant_id, user_id) references users (tenant_id, id) on delete cascade
);
create index terms_agreements_version on terms_agreements (tenant_id, lower(terms_version));
-- rolls: nobody else sees the table before this migration ends, and then its policy is back
alter table users no force row level security;
insert into terms_agreements (tenant_id, user_id, terms_version, agreed_at)
select tenant_id, id, terms_version, terms_accepted_at from users
 where terms_version is not null and terms_accepted_at is not null;
-- rolls: as it was before
alter table users force row level security;
select protect_tenant_table('terms_agreements', 'select, insert, delete');

-- Wherever an agreement is written, by servers of either release.
create function note_terms_agreement() returns trigger
  language plpgsql set search_path = public, pg_temp
  as $$
begin
  insert into terms_agreements (tenant_id, user_id, terms_version, agreed_at)
  values (new.tenant_id, new.id, new.terms_version, new.terms_accepted_at)
  on conflict do nothing;
  return null;
end
$$;
create trigger note_terms_agreement_insert after insert on users
  for each row when (new.terms_version is not null and new.terms_accepted_at is not null)
  execute function note_terms_agreement();
create trigger note_terms_agreement_update after update of terms_version, terms_accepted_at on users
  for each row when (new.terms_version is not null and new.terms_accepted_at is not null)
  execute function note_terms_agreement();
