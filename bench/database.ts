import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { fillDemoDatabase } from '../apps/demo/src/fill-demo-database.ts';
import {
  connectionConfig,
  type DatabaseTarget,
  unlimited,
  withDatabase,
} from '../apps/server/src/platform/database/connection.ts';
import { migrate, readMigrations } from '../apps/server/src/platform/migrate.ts';
import { openDatabase } from '../apps/server/src/platform/open-database.ts';
import { urlOf } from '../apps/server/test/url-of.ts';

const root = resolve(import.meta.dirname, '..');
/** Kept between runs: filling a million contracts takes minutes. */
export const benchFolder = join(root, '.data/bench');

export interface BenchServer {
  /** What the figures were measured on, for the table. */
  readonly name: string;
  /** Database with the demo world of that many contracts and as many customers; filled when it is missing. */
  databaseOf(contracts: number): Promise<DatabaseTarget>;
  close(): Promise<void>;
}

/** The server named by DATABASE_URL, else an embedded one in `.data/bench`. */
export async function openBenchServer(): Promise<BenchServer> {
  const url = process.env['DATABASE_URL'];
  mkdirSync(benchFolder, { recursive: true });
  const embedded =
    url === undefined
      ? await openDatabase(
          { databaseUrl: null, dataDirectory: join(benchFolder, 'embedded') },
          { mayJoin: false },
        )
      : null;
  const target: DatabaseTarget = embedded?.target ?? { kind: 'url', url: url ?? '' };
  const [row] = await onServer<{ version: string }>(target, 'show server_version');
  const version = Object.values(row ?? {})[0];
  return {
    name: `PostgreSQL ${version}${url === undefined ? ' (embedded)' : ''}`,
    databaseOf: (contracts) => filledDatabase(target, contracts),
    close: async () => embedded?.close(),
  };
}

async function filledDatabase(server: DatabaseTarget, contracts: number): Promise<DatabaseTarget> {
  const name = `depotwerk_bench_${contracts}`;
  const target = withDatabase(server, name);
  const migrations = readMigrations(fileURLToPath(new URL('../apps/server/migrations', import.meta.url)));
  const found = await onServer(server, `select 1 from pg_database where datname = '${name}'`);
  if (found.length === 0) {
    // Filled under another name first: an interrupted run leaves nothing that looks complete.
    const unfinished = `${name}_unfinished`;
    await onServer(server, `drop database if exists ${unfinished} with (force)`);
    await onServer(server, `create database ${unfinished}`);
    const fresh = withDatabase(server, unfinished);
    await migrate(fresh, migrations);
    console.log(`filling ${contracts.toLocaleString('de-DE')} contracts …`);
    await fillDemoDatabase(fresh, { size: { contracts, customers: contracts, funds: 1000 }, seed: 1 });
    await onServer(fresh, 'vacuum analyze');
    await onServer(server, `alter database ${unfinished} rename to ${name}`);
  }
  await migrate(target, migrations);
  return target;
}

/** One statement as owner. */
export async function onServer<Row extends pg.QueryResultRow>(
  target: DatabaseTarget,
  statement: string,
): Promise<Row[]> {
  const client = new pg.Client(connectionConfig(target, { role: 'owner', timeouts: unlimited }));
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Environment of the product: one answer in a hundred is checked as in production, nothing is logged. */
export function productEnvironment(target: DatabaseTarget): Record<string, string> {
  const keyFile = join(benchFolder, 'keys.json');
  if (!existsSync(keyFile)) {
    const script = join(root, 'tools/make-keys.ts');
    const made = spawnSync(process.execPath, [script, keyFile], { stdio: 'inherit' });
    if (made.status !== 0) throw new Error('no keys could be made');
  }
  return {
    DATABASE_URL: urlOf(target),
    DEMO: 'on',
    BANK_PORT: '0',
    KEY_FILE: keyFile,
  };
}
