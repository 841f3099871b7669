-- What differs between a line of a book and what is stored, as the check saw it: columns, and parts of a contract.
alter table book_import_customers add column changes text[] not null default '{}';
alter table book_import_contracts add column changes text[] not null default '{}';
