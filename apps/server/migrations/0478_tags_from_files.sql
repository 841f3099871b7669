-- Tags a file names, with a bar between them, beside the line that names them; those it brings along are made when it is written.
alter table book_import_rows add column customer_tags text, add column contract_tags text;
-- the import a tag was made by, which takes it back as long as nothing else carries it
alter table tags add column import_id uuid;
