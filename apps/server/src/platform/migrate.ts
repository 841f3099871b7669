import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { connectionConfig, type DatabaseTarget, unlimited } from './database/connection.ts';
import { errorCode } from './database/database-errors.ts';
import { faultOfServer, messageOf } from './database/fault-of-server.ts';
import { OperatorError } from './operator-error.ts';

export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the file, lower-case hex. */
  readonly checksum: string;
}

/** Any number that nobody else uses on this database: one migration run at a time. */
const advisoryLock = 7_236_510_442;
const oldestServer = 150_000;
/**
 * Numbers only databases of older releases know: their migrations were replaced by one a subject while nothing was in
 * production, so that nothing leads from there to here.
 */
const formerNumbers = { from: 19, to: 349 } as const;
const createTable =
  'create table public.schema_migrations (version int primary key, name text not null, checksum text not null, applied_at timestamptz not null default now())';

/** A database of a release whose migrations are no more; nothing was changed in it. */
export class FormerDatabase extends OperatorError {
  constructor() {
    super(
      'This database belongs to an older release and cannot be brought to the schema of this one; nothing was changed. Start the release it belongs to, or name an empty database or data folder.',
    );
    this.name = 'FormerDatabase';
  }
}

/** Reads the numbered files of a folder; throws when a number is used twice or a name does not fit. */
export function readMigrations(directory: string): Migration[] {
  const migrations = readdirSync(directory)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => {
      const [, version, name] = /^(\d{4})_([a-z0-9_]+)\.sql$/.exec(file) ?? [];
      if (version === undefined || name === undefined) {
        throw new Error(`The migration "${file}" must be named NNNN_name.sql.`);
      }
      if (isFormer(Number(version))) {
        throw new Error(
          `The migration "${file}" has a number of older releases: take one above ${formerNumbers.to}.`,
        );
      }
      const sql = readFileSync(join(directory, file), 'utf8');
      const checksum = createHash('sha256').update(sql).digest('hex');
      return { version: Number(version), name, sql, checksum };
    });
  migrations.forEach((migration, index) => {
    if (migration.version === migrations[index - 1]?.version) {
      throw new Error(`Two migrations have the number ${migration.version}.`);
    }
  });
  return migrations;
}

function isFormer(version: number): boolean {
  return version >= formerNumbers.from && version <= formerNumbers.to;
}

interface Applied {
  version: number;
  name: string;
  checksum: string;
}

/**
 * What still has to run. Throws `OperatorError` when the database and these files tell different stories, and when a
 * file would run after a later one: its author saw another schema than this database has.
 */
export function pendingMigrations(
  migrations: readonly Migration[],
  applied: readonly Applied[],
): Migration[] {
  if (applied.some(({ version }) => isFormer(version))) throw new FormerDatabase();
  const byVersion = new Map(migrations.map((migration) => [migration.version, migration]));
  for (const row of applied) {
    const migration = byVersion.get(row.version);
    // A newer release ran here before: its schema is kept compatible with the release before it.
    if (migration && migration.checksum !== row.checksum) {
      throw new OperatorError(
        `Migration ${row.version} (${row.name}) was applied with another content than this release has: use the release that belongs to this database.`,
      );
    }
  }
  const done = new Set(applied.map((row) => row.version));
  const pending = migrations.filter((migration) => !done.has(migration.version));
  const newest = Math.max(0, ...done);
  const late = pending.find(({ version }) => version < newest);
  if (late !== undefined) {
    throw new OperatorError(
      `Migration ${late.version} (${late.name}) is missing in this database, but ${newest} was applied: give it a number above ${newest}.`,
    );
  }
  return pending;
}

/**
 * Brings a database to the newest schema: each file in one transaction together with its row in
 * `schema_migrations`, one run at a time. Returns what was applied. Throws `OperatorError` when the server is
 * unreachable, too old or the user may not.
 */
export async function migrate(
  target: DatabaseTarget,
  migrations: readonly Migration[],
  onApply: (migration: Migration) => void = () => {},
): Promise<Migration[]> {
  const settings = connectionConfig(target, {
    role: 'owner',
    timeouts: unlimited,
    applicationName: 'depotwerk-migrate',
  });
  const client = new pg.Client(settings);
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    throw unreachable(target, error);
  }
  try {
    await checkServer(client, target);
    await onlyRun(client);
    const known = await client.query<{ exists: boolean }>(
      "select to_regclass('public.schema_migrations') is not null as exists",
    );
    if (!known.rows[0]?.exists) await client.query(createTable);
    const applied = await client.query<Applied>('select version, name, checksum from schema_migrations');
    const pending = pendingMigrations(migrations, applied.rows);
    for (const migration of pending) {
      onApply(migration);
      await applyOne(client, migration, applied.rows.length > 0);
    }
    return pending;
  } catch (error) {
    if (errorCode(error) === '42501') {
      throw new OperatorError(
        `The database user may not create what the application needs (${messageOf(error)}): give it the rights CREATEROLE and CREATE on the database, and what docs/operations.md says of an owner who is no superuser.`,
        { cause: error },
      );
    }
    throw faultOfServer(placeOf(target), error) ?? error;
  } finally {
    await client.end();
  }
}

/**
 * Waits until no other run is at work. By asking again and again: who waits within a statement is waited for by an index
 * that is built concurrently, and so by the run he waits for.
 */
async function onlyRun(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [
      advisoryLock,
    ]);
    if (rows[0]?.mine) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

const insertApplied = 'insert into public.schema_migrations (version, name, checksum) values ($1, $2, $3)';
const appliedValues = ({ version, name, checksum }: Migration) => [version, name, checksum];

/**
 * A file that begins with this line builds indexes while writers go on: its statements run one by one outside of a
 * transaction. Each index is dropped first, because a run that ended early leaves one that cannot be used.
 */
const concurrentMark = '-- concurrently\n';

async function applyConcurrently(client: pg.Client, migration: Migration): Promise<void> {
  const statements = migration.sql.replace(/^--.*$/gm, '').split(/;\s*$/m);
  for (const statement of statements) {
    if (statement.trim() === '') continue;
    if (!/^\s*(?:drop|create(?: unique)?) index concurrently /.test(statement))
      throw new Error(`Migration ${migration.version} builds indexes concurrently and does nothing else.`);
    await client.query(statement);
  }
  await client.query(insertApplied, appliedValues(migration));
}

/** On a database in use a migration waits at most 2 s for a lock, so that it never stops all requests. */
async function applyOne(client: pg.Client, migration: Migration, isInUse: boolean): Promise<void> {
  if (migration.sql.startsWith(concurrentMark)) return applyConcurrently(client, migration);
  await client.query('begin');
  try {
    if (isInUse) await client.query("set local lock_timeout = '2s'");
    await client.query(migration.sql);
    await client.query('reset role');
    await client.query(insertApplied, appliedValues(migration));
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    if (errorCode(error) === '55P03') {
      throw new OperatorError(
        `Migration ${migration.version} (${migration.name}) waited more than 2 s for a lock and was undone: try again when the load is lower.`,
        { cause: error },
      );
    }
    if (errorCode(error) === '40P01') {
      throw new OperatorError(
        `Migration ${migration.version} (${migration.name}) and the work of a running server waited for each other, and it was undone: try again.`,
        { cause: error },
      );
    }
    throw error;
  }
}

async function checkServer(client: pg.Client, target: DatabaseTarget): Promise<void> {
  const result = await client.query<{
    number: string;
    version: string;
    encoding: string;
    isStandby: boolean;
  }>(
    `select current_setting('server_version_num') as number, current_setting('server_version') as version,
       current_setting('server_encoding') as encoding, pg_is_in_recovery() as "isStandby"`,
  );
  const [server] = result.rows;
  if (Number(server?.number) < oldestServer) {
    throw new OperatorError(
      `The database is PostgreSQL ${server?.version ?? 'of an unknown version'}; version 15 or later is needed.`,
    );
  }
  if (server?.encoding !== 'UTF8') {
    throw new OperatorError(
      `The database ${placeOf(target)} has the encoding ${server?.encoding ?? 'of an unknown name'}; UTF8 is needed, and nothing was changed. Create another one with "create database NAME encoding 'UTF8' template template0" and name that.`,
    );
  }
  if (server?.isStandby) {
    throw new OperatorError(
      `The database ${placeOf(target)} is a standby and takes no writes: name the address that always leads to the primary.`,
    );
  }
}

/** The server's address without user and password. */
function placeOf(target: DatabaseTarget): string {
  if (target.kind === 'socket') return target.directory;
  const url = new URL(target.directUrl ?? target.url);
  return `${url.host}${url.pathname}`;
}

function unreachable(target: DatabaseTarget, error: unknown): OperatorError {
  return new OperatorError(`The database ${placeOf(target)} cannot be used: ${messageOf(error)}.`, {
    cause: error,
  });
}
