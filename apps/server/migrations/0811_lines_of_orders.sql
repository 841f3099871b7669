-- The order's movement a line of a file is.
alter table book_import_rows add column movement_id uuid;
