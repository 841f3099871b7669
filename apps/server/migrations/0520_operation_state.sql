-- When a backup of this database was made by the product's own command; PostgreSQL's own tools leave no trace here.
create table backups (
  made_at timestamptz primary key,
  bytes bigint not null check (bytes >= 0),
  file_count integer not null check (file_count >= 0)
);

-- What an operator sees of the database as a whole, none of it of a house.
create function measure_database() returns table (
  server_version text, schema_version integer, size_bytes bigint, started_at timestamptz, last_backup_at timestamptz,
  last_backup_bytes bigint
)
  language sql stable security definer set search_path = public, pg_temp
  as $$
  select current_setting('server_version'), (select max(version) from schema_migrations),
    pg_database_size(current_database()), pg_postmaster_start_time(), b.made_at, b.bytes
    from (values (1)) one (n) left join lateral (select * from backups order by made_at desc limit 1) b on true
  $$;
grant select on schema_migrations, backups to depotwerk_definer;
grant create on schema public to depotwerk_definer;
revoke execute on function measure_database() from public;
grant execute on function measure_database() to depotwerk_app;
alter function measure_database() owner to depotwerk_definer;
revoke create on schema public from depotwerk_definer;
