-- Invitations know what identity is checked against, and what was agreed to when they were completed. Only what is known
-- of the invited person is compared: the house's customer, or what the adviser wrote down.
alter table preregistrations
  add column date_of_birth date check (date_of_birth >= '1900-01-01'),
  add column consent_version text check (length(consent_version) <= 50),
  add column terms_version text check (length(terms_version) <= 50),
  add column submitted_at timestamptz,
  add column row_version integer not null default 1,
  add column updated_at timestamptz not null default now();
select track_row_version('preregistrations');
create index preregistrations_group on preregistrations (tenant_id, group_id) where group_id is not null;
create index preregistrations_over on preregistrations (tenant_id, expires_at) where customer_id is null;
