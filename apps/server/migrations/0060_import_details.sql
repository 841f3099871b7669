-- A file of prices has many values in one line: what was refused is told by line and column.
alter table import_rows
  add column column_name text not null default '' check (length(column_name) <= 200),
  add column cell_value text check (length(cell_value) <= 250),
  drop constraint import_rows_pkey,
  add primary key (tenant_id, import_id, line_number, column_name);

-- Imports are also started by an operator or a job, who are no users of the tenant.
alter table imports
  add column actor_name text check (length(actor_name) <= 200),
  add column rows_flagged integer not null default 0 check (rows_flagged >= 0);
