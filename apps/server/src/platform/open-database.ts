import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { Config } from './config.ts';
import { prepareDataDirectory } from './data-directory.ts';
import { connectionConfig, type DatabaseTarget, unlimited, withDatabase } from './database/connection.ts';
import { faultOfServer } from './database/fault-of-server.ts';
import { holdsOnlyDemo } from './demo-mode.ts';
import {
  applicationDatabase,
  applicationTarget,
  type EmbeddedEvent,
  startEmbeddedPostgres,
} from './embedded-postgres/start-embedded-postgres.ts';
import { DataDirectoryInUse, lockDataDirectory } from './instance-lock/instance-lock.ts';
import { FormerDatabase, type Migration, migrate, readMigrations } from './migrate.ts';

export interface OpenDatabase {
  readonly target: DatabaseTarget;
  /** Stops the embedded server when this process started it. */
  readonly close: () => Promise<void>;
  /** Where the server answers whose embedded database was joined. */
  readonly joinedPort?: number | null;
}

export interface OpenOptions {
  /** Tools may work beside a running server on its embedded database; a second server may not. */
  readonly mayJoin: boolean;
  readonly onEvent?: (event: EmbeddedEvent) => void;
  readonly onMigration?: (migration: Migration) => void;
  /** Fills a database that was just made and migrated; it becomes visible under its name only when done. */
  readonly fill?: (target: DatabaseTarget) => Promise<void>;
  /**
   * An embedded database of an older release that holds nothing but the demo world is made anew; this hears of it
   * before. Without it, and with anything else inside, such a database is refused.
   */
  readonly onFormerDemo?: () => void;
}

/** The application's database is made under this name and renamed when complete. */
const unfinishedName = 'depotwerk_unfinished';

/** In sources and in the build the folder is the same number of levels away. */
function migrationsDirectory(): string {
  const isBuilt = !import.meta.url.endsWith('.ts');
  return fileURLToPath(new URL(isBuilt ? '../migrations' : '../../migrations', import.meta.url));
}

/**
 * The migrated database that the configuration names: an outside one, or the embedded server started (or, for
 * tools, joined) on the data folder. Throws `OperatorError` with the reason why there is none.
 */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDirectory'> &
    Partial<Pick<Config, 'databaseAppUrl' | 'databaseDirectUrl' | 'port'>>,
  options: OpenOptions,
): Promise<OpenDatabase> {
  const migrations = readMigrations(migrationsDirectory());
  if (config.databaseUrl !== null) {
    const { databaseAppUrl, databaseDirectUrl } = config;
    const target: DatabaseTarget = {
      kind: 'url',
      url: config.databaseUrl,
      ...(databaseAppUrl && { applicationUrl: databaseAppUrl }),
      ...(databaseDirectUrl && { directUrl: databaseDirectUrl }),
    };
    await migrate(target, migrations, options.onMigration);
    return { target, close: async () => {} };
  }
  const dataDirectory = prepareDataDirectory(config.dataDirectory);
  try {
    const lock = await lockDataDirectory(dataDirectory, options.mayJoin ? null : (config.port ?? null));
    try {
      const server = await startEmbeddedPostgres(
        dataDirectory,
        options.onEvent ? { onEvent: options.onEvent } : {},
      );
      const close = async (): Promise<void> => {
        await server.stop();
        lock.release();
      };
      try {
        const target = await prepareEmbedded(server.target, migrations, options);
        return { target, close };
      } catch (error) {
        await close();
        throw faultOfServer(`in ${dataDirectory}`, error) ?? error;
      }
    } catch (error) {
      lock.release();
      throw error;
    }
  } catch (error) {
    if (!(error instanceof DataDirectoryInUse) || !options.mayJoin) throw error;
    const target = applicationTarget(dataDirectory);
    return { target, close: async () => {}, joinedPort: error.port };
  }
}

/**
 * Migrates the application's database on an embedded server, or makes it: unfinished ones of a killed first start are
 * thrown away. Throws `FormerDatabase` for one of an older release that holds more than the demo world.
 */
export async function prepareEmbedded(
  server: DatabaseTarget,
  migrations: readonly Migration[],
  options: OpenOptions,
): Promise<DatabaseTarget> {
  const target = withDatabase(server, applicationDatabase);
  const admin = new pg.Client(connectionConfig(server, { role: 'owner', timeouts: unlimited }));
  await admin.connect();
  try {
    const found = await admin.query('select from pg_database where datname = $1', [applicationDatabase]);
    if (found.rowCount !== 0) {
      const isCurrent = await bringUpToDate(target, migrations, options);
      if (isCurrent) return target;
    }
    const unfinished = withDatabase(server, unfinishedName);
    await admin.query(`drop database if exists ${unfinishedName} with (force)`);
    await admin.query(`create database ${unfinishedName}`);
    await migrate(unfinished, migrations, options.onMigration);
    await options.fill?.(unfinished);
    await admin.query(`drop database if exists ${applicationDatabase} with (force)`);
    await admin.query(`alter database ${unfinishedName} rename to ${applicationDatabase}`);
    return target;
  } finally {
    await admin.end();
  }
}

/** False when it is the demo world of an older release, to be made anew. Throws `FormerDatabase` for anything else of it. */
async function bringUpToDate(
  target: DatabaseTarget,
  migrations: readonly Migration[],
  options: OpenOptions,
): Promise<boolean> {
  try {
    await migrate(target, migrations, options.onMigration);
    return true;
  } catch (error) {
    const { onFormerDemo } = options;
    if (!(error instanceof FormerDatabase) || !onFormerDemo || !(await holdsOnlyDemo(target))) throw error;
    onFormerDemo();
    return false;
  }
}
