import pg from 'pg';
import { afterAll, expect, inject, it } from 'vitest';
import { connectionConfig, type DatabaseTarget, unlimited, withDatabase } from './database/connection.ts';
import { FormerDatabase, type Migration } from './migrate.ts';
import { prepareEmbedded } from './open-database.ts';

const server = inject('databaseTarget');
const target = withDatabase(server, 'depotwerk');

/** The tables a demo world of any release is recognised by. */
const migrations: Migration[] = [
  {
    version: 1,
    name: 'foundation',
    checksum: 'x',
    sql: `create table tenants (tenant_key text primary key, created_at timestamptz not null default now());
      create table installation_settings (setting_key text primary key, updated_at timestamptz not null default now());`,
  },
];

async function run(on: DatabaseTarget, ...statements: string[]): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connectionConfig(on, { role: 'owner', timeouts: unlimited }));
  await client.connect();
  try {
    let rows: Record<string, unknown>[] = [];
    for (const statement of statements) rows = (await client.query(statement)).rows;
    return rows;
  } finally {
    await client.end();
  }
}

afterAll(() => run(server, 'drop database if exists depotwerk with (force)'));

const tenant = (key: string) => `insert into tenants (tenant_key) values ('${key}')`;
const tenants = async () => {
  const rows = await run(target, 'select tenant_key from tenants order by 1');
  return rows.map((row) => row['tenant_key']);
};
const becomeFormer = () => run(target, "insert into schema_migrations values (331, 'fund_holdings', 'x')");

let heard = 0;
/** Starts on the server; an empty database is filled with a demo world of one tenant, in one transaction. */
const start = (key: string, replaces = true) =>
  prepareEmbedded(server, migrations, {
    mayJoin: false,
    fill: async (empty) => {
      const mark = "insert into installation_settings (setting_key) values ('demo')";
      await run(empty, 'begin', tenant(key), mark, 'commit');
    },
    ...(replaces && { onFormerDemo: () => (heard += 1) }),
  });

it('a demo world of an older release is made anew, and that is said before', async () => {
  await start('first');
  await start('unused');
  expect([heard, await tenants()]).toEqual([0, ['first']]);
  await becomeFormer();
  await expect(start('refused', false)).rejects.toBeInstanceOf(FormerDatabase);
  expect([heard, await tenants()]).toEqual([0, ['first']]);
  await start('second');
  expect([heard, await tenants()]).toEqual([1, ['second']]);
});

it('a database of an older release with a tenant of its own is refused and stays, demo world or not', async () => {
  await run(target, tenant('own'));
  await becomeFormer();
  await expect(start('refused')).rejects.toThrow('nothing was changed');
  await run(target, 'delete from installation_settings');
  await expect(start('refused')).rejects.toBeInstanceOf(FormerDatabase);
  expect([heard, await tenants()]).toEqual([1, ['own', 'second']]);
});
