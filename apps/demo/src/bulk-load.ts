/**
 * Loads many rows fast without leaving the one transaction: indexes, foreign keys and triggers of the
 * large tables are set aside first and put back, checked against every row, at the end. Row level
 * security stays enabled; only its FORCE, which would refuse COPY to the owner, is lifted meanwhile.
 */
import type pg from 'pg';

interface Definition {
  readonly table_name: string;
  readonly name: string;
  readonly definition: string;
}

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** What was set aside, to be restored. */
export interface SetAside {
  readonly tables: readonly string[];
  readonly foreignKeys: readonly Definition[];
  readonly keys: readonly Definition[];
  readonly indexes: readonly Definition[];
}

async function find(client: pg.ClientBase, sql: string, tables: readonly string[]): Promise<Definition[]> {
  const { rows } = await client.query<Definition>(sql, [tables]);
  return rows;
}

/** Drops keys, indexes and foreign keys of the tables and disables their triggers. */
export async function setAside(client: pg.ClientBase, tables: readonly string[]): Promise<SetAside> {
  const foreignKeys = await find(
    client,
    `select conrelid::regclass::text as table_name, conname as name, pg_get_constraintdef(oid) as definition
       from pg_constraint where contype = 'f' and (conrelid = any ($1::regclass[]) or confrelid = any ($1::regclass[]))
      order by 1, 2`,
    tables,
  );
  const keys = await find(
    client,
    `select conrelid::regclass::text as table_name, conname as name, pg_get_constraintdef(oid) as definition
       from pg_constraint where contype in ('p', 'u') and conrelid = any ($1::regclass[]) order by 1, 2`,
    tables,
  );
  const indexes = await find(
    client,
    `select i.indrelid::regclass::text as table_name, c.relname as name, pg_get_indexdef(i.indexrelid) as definition
       from pg_index i join pg_class c on c.oid = i.indexrelid
      where i.indrelid = any ($1::regclass[]) and not exists (select 1 from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u'))
      order by 1, 2`,
    tables,
  );
  for (const { table_name, name } of foreignKeys)
    await client.query(`alter table ${table_name} drop constraint ${quote(name)}`);
  for (const { table_name, name } of keys)
    await client.query(`alter table ${table_name} drop constraint ${quote(name)}`);
  for (const { name } of indexes) await client.query(`drop index ${quote(name)}`);
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`);
  return { tables, foreignKeys, keys, indexes };
}

/** Puts everything back; throws when a row violates what was set aside. `onStep` gets the table worked on. */
export async function putBack(
  client: pg.ClientBase,
  aside: SetAside,
  onStep: (what: string) => void,
): Promise<void> {
  for (const { table_name, name, definition } of aside.keys) {
    onStep(`Schlüssel ${table_name}`);
    await client.query(`alter table ${table_name} add constraint ${quote(name)} ${definition}`);
  }
  for (const { table_name, definition } of aside.indexes) {
    onStep(`Index ${table_name}`);
    await client.query(definition);
  }
  for (const { table_name, name, definition } of aside.foreignKeys) {
    onStep(`Verweise ${table_name}`);
    await client.query(`alter table ${table_name} add constraint ${quote(name)} ${definition}`);
  }
  for (const table of aside.tables) await client.query(`alter table ${table} enable trigger user`);
}

/** Lifts or restores FORCE ROW LEVEL SECURITY on every table that has row level security. */
export async function forceRowSecurity(client: pg.ClientBase, isForced: boolean): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relrowsecurity`,
  );
  for (const { name } of rows)
    await client.query(`alter table ${name} ${isForced ? '' : 'no '}force row level security`);
}
