-- A house without terms online asks nobody to agree to them: then no version is kept.
alter table registrations alter column terms_version drop not null;
