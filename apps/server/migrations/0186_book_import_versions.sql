-- Writing compares with the check: a customer or contract that was changed since is refused, never overwritten.
alter table book_import_customers add column version_before integer;
alter table book_import_contracts add column version_before integer;
