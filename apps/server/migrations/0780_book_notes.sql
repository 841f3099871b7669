-- What was found out about a file: encoding and delimiter, which sheet, how many rows are hidden (German sentences).
alter table book_imports add column notes jsonb not null default '[]';
alter table book_imports add constraint book_imports_notes check (jsonb_typeof(notes) = 'array') not valid;
