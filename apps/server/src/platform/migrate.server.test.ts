import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { connectionConfig, type DatabaseTarget, unlimited, withDatabase } from './database/connection.ts';
import { FormerDatabase, migrate, readMigrations } from './migrate.ts';
import { OperatorError } from './operator-error.ts';

let directory: string;
let target: DatabaseTarget;
let client: pg.Client;
let counter = 0;

async function onServer(statement: string): Promise<void> {
  const server = new pg.Client(
    connectionConfig(inject('databaseTarget'), { role: 'owner', timeouts: unlimited }),
  );
  await server.connect();
  await server.query(statement);
  await server.end();
}

beforeEach(async () => {
  counter += 1;
  const name = `migrate_${process.pid}_${counter}`;
  await onServer(`create database ${name}`);
  target = withDatabase(inject('databaseTarget'), name);
  client = new pg.Client(connectionConfig(target, { role: 'owner', timeouts: unlimited }));
  await client.connect();
  directory = mkdtempSync(join(tmpdir(), 'depotwerk-migrate-'));
  writeFileSync(join(directory, '0001_first.sql'), 'create table numbers (n int);');
  writeFileSync(join(directory, '0002_second.sql'), 'insert into numbers values (1);');
});
afterEach(async () => {
  rmSync(directory, { recursive: true });
  await client.end();
  await onServer(`drop database migrate_${process.pid}_${counter} with (force)`);
});

async function numbers(): Promise<number[]> {
  const result = await client.query<{ n: number }>('select n from numbers order by n');
  return result.rows.map((row) => row.n);
}

describe('migrate', () => {
  it('applies each file once, in order, also when two start at the same time', async () => {
    const runs = await Promise.all([
      migrate(target, readMigrations(directory)),
      migrate(target, readMigrations(directory)),
    ]);
    expect(runs.flat().map((migration) => migration.name)).toEqual(['first', 'second']);
    expect(await numbers()).toEqual([1]);
    expect(await migrate(target, readMigrations(directory))).toEqual([]);
  });

  it('builds indexes while a writer is at work, begins anew after a run that ended early, and two starts wait for each other', async () => {
    await migrate(target, readMigrations(directory));
    const build = 'create index concurrently numbers_n on numbers (n)';
    writeFileSync(
      join(directory, '0003_index.sql'),
      `-- concurrently\n-- why\ndrop index concurrently if exists numbers_n;\n${build};\n`,
    );
    await client.query(build);
    await client.query('begin');
    await client.query('insert into numbers values (2)');
    const runs = Promise.all([
      migrate(target, readMigrations(directory)),
      migrate(target, readMigrations(directory)),
    ]);
    const writer = new pg.Client(connectionConfig(target, { role: 'owner', timeouts: unlimited }));
    await writer.connect();
    await writer.query("set lock_timeout = '1s'");
    await writer.query('insert into numbers values (3)');
    await writer.end();
    await client.query('commit');
    expect((await runs).flat().map(({ name }) => name)).toEqual(['index']);
    const { rows } = await client.query(
      "select indisvalid as valid from pg_index where indexrelid = 'numbers_n'::regclass",
    );
    expect(rows).toEqual([{ valid: true }]);
  });

  it('does nothing but indexes outside of a transaction', async () => {
    writeFileSync(join(directory, '0003_index.sql'), '-- concurrently\ninsert into numbers values (7);');
    await expect(migrate(target, readMigrations(directory))).rejects.toThrow('does nothing else');
    expect(await numbers()).toEqual([1]);
  });

  it.each(['SQL_ASCII', 'LATIN1'])('refuses a database in %s before it touches it', async (encoding) => {
    const name = `migrate_${encoding.toLowerCase()}_${process.pid}`;
    await onServer(`create database ${name} encoding '${encoding}' locale 'C' template template0`);
    try {
      const other = withDatabase(inject('databaseTarget'), name);
      const refusal = await migrate(other, readMigrations(directory)).catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(OperatorError);
      expect(String(refusal)).toMatch(
        new RegExp(`has the encoding ${encoding}; UTF8 is needed, and nothing was changed`),
      );
      const owner = new pg.Client(connectionConfig(other, { role: 'owner', timeouts: unlimited }));
      await owner.connect();
      const { rows } = await owner.query("select to_regclass('public.schema_migrations') as made");
      await owner.end();
      expect(rows).toEqual([{ made: null }]);
    } finally {
      await onServer(`drop database ${name} with (force)`);
    }
  });

  it.each([
    ['raise disk_full', /The disk of the database .* is full .*make room and start again/],
    ['raise io_error', /The server of the database .* cannot go on .*see its log/],
    ['perform pg_terminate_backend(pg_backend_pid())', /The connection to the database .* was lost/],
  ])('says in a sentence what is wrong with the server itself: %s', async (work, sentence) => {
    writeFileSync(join(directory, '0003_third.sql'), `do $$ begin ${work}; end $$;`);
    const fault = await migrate(target, readMigrations(directory)).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(OperatorError);
    expect(String(fault)).toMatch(sentence);
    expect(await numbers()).toEqual([1]);
  });

  it('keeps nothing of a file that fails, and goes on from there when it is mended', async () => {
    writeFileSync(join(directory, '0003_third.sql'), 'insert into numbers values (3); select 1 / 0;');
    await expect(migrate(target, readMigrations(directory))).rejects.toMatchObject({ code: '22012' });
    expect(await numbers()).toEqual([1]);
    writeFileSync(join(directory, '0003_third.sql'), 'insert into numbers values (3);');
    const applied = await migrate(target, readMigrations(directory));
    expect(applied.map((migration) => migration.version)).toEqual([3]);
    expect(await numbers()).toEqual([1, 3]);
  });

  it('refuses a database whose applied files had another content', async () => {
    await migrate(target, readMigrations(directory));
    writeFileSync(join(directory, '0001_first.sql'), 'create table numbers (n bigint);');
    await expect(migrate(target, readMigrations(directory))).rejects.toBeInstanceOf(OperatorError);
  });

  it('refuses a file that would run after a later one', async () => {
    writeFileSync(join(directory, '0401_later.sql'), 'insert into numbers values (401);');
    await migrate(target, readMigrations(directory));
    writeFileSync(join(directory, '0400_late.sql'), 'insert into numbers values (400);');
    await expect(migrate(target, readMigrations(directory))).rejects.toThrow(
      'Migration 400 (late) is missing in this database, but 401 was applied: give it a number above 401.',
    );
    expect(await numbers()).toEqual([1, 401]);
  });

  it('refuses a database of the releases before the migrations were one a subject, and changes nothing', async () => {
    await migrate(target, readMigrations(directory).slice(0, 1));
    await client.query("insert into schema_migrations values (30, 'ranked_customer_search', 'x')");
    await expect(migrate(target, readMigrations(directory))).rejects.toBeInstanceOf(FormerDatabase);
    expect(await numbers()).toEqual([]);
    writeFileSync(join(directory, '0349_taken.sql'), '');
    expect(() => readMigrations(directory)).toThrow('take one above 349');
  });

  it('accepts a database that a newer release migrated further', async () => {
    await migrate(target, readMigrations(directory));
    rmSync(join(directory, '0002_second.sql'));
    expect(await migrate(target, readMigrations(directory))).toEqual([]);
  });

  it('gives up on a table in use instead of stopping everybody', async () => {
    await migrate(target, readMigrations(directory));
    writeFileSync(join(directory, '0003_third.sql'), 'alter table numbers add m int;');
    await client.query('begin; lock table numbers in access share mode');
    await expect(migrate(target, readMigrations(directory))).rejects.toThrow('2 s for a lock');
    await client.query('rollback');
  });

  it('says so when it and a running server wait for each other, and is undone', async () => {
    writeFileSync(join(directory, '0003_third.sql'), 'create table others (n int);');
    await migrate(target, readMigrations(directory));
    // Both wait: the migration is the one that notices.
    const until = (state: string) =>
      `do $$ begin while not exists (select from pg_locks l join pg_database d on d.oid = l.database
           where d.datname = current_database() and l.relation = 'numbers'::regclass and ${state})
         loop perform pg_sleep(0.02); end loop; end $$;`;
    writeFileSync(
      join(directory, '0401_fourth.sql'),
      `alter table numbers add m int; ${until('not l.granted')} alter table others add m int;`,
    );
    await client.query("set deadlock_timeout = '60s'; begin; lock table others in access share mode");
    const refusal = migrate(target, readMigrations(directory)).catch((error: unknown) => error);
    await client.query(`${until("l.mode = 'AccessExclusiveLock'")} lock table numbers in access share mode`);
    expect(String(await refusal)).toContain('waited for each other, and it was undone');
    await client.query('rollback');
    const columns = await client.query('select * from numbers');
    expect(columns.fields.map(({ name }) => name)).toEqual(['n']);
  });

  it('names files that do not fit', () => {
    writeFileSync(join(directory, '0002_other.sql'), '');
    expect(() => readMigrations(directory)).toThrow('number 2');
    rmSync(join(directory, '0002_other.sql'));
    writeFileSync(join(directory, 'notes.sql'), '');
    expect(() => readMigrations(directory)).toThrow('notes.sql');
  });

  it('says where no database is, without the password', async () => {
    const nowhere: DatabaseTarget = { kind: 'url', url: 'postgres://user:geheim@127.0.0.1:1/nothing' };
    const attempt = migrate(nowhere, []);
    await expect(attempt).rejects.toThrow('127.0.0.1:1/nothing cannot be used');
    await expect(attempt).rejects.not.toThrow('geheim');
  });
});
