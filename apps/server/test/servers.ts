import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DatabaseTarget } from '../src/platform/database/connection.ts';
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres/start-embedded-postgres.ts';
import { migrate, readMigrations } from '../src/platform/migrate.ts';
import { folderOfTestData } from './folder-of-test-data.ts';

/** Whether somebody on this machine takes connections there. */
export function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ port, host: '127.0.0.1' });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

/** A PostgreSQL of the test run; gone with its data after `stop`, and when the test run dies. */
export interface TestServer {
  readonly target: DatabaseTarget;
  stop(): Promise<void>;
}

export const migrationsDirectory = fileURLToPath(new URL('../migrations', import.meta.url));

/** What was stored survives no crash of the test run anyway; tests of durability start servers of their own. */
const throwAway = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  shared_buffers: '64MB',
  max_connections: '100',
  wal_level: 'minimal',
  max_wal_senders: '0',
};

/** A port nobody listens on, outside the range of outgoing connections. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    const isFree = await new Promise<boolean>((resolve) => {
      const probe = createServer();
      probe.once('error', () => resolve(false));
      probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
}

/**
 * `embedded`: PostgreSQL 18 over its socket, as `npm start` runs it. `outside`: PostgreSQL 15 over TCP with a
 * password, as a DATABASE_URL would name it. `durable` keeps the settings of a real one.
 */
export async function startTestServer(
  kind: 'embedded' | 'outside',
  durability: 'durable' | 'throw-away' = 'throw-away',
): Promise<TestServer> {
  // What shall survive a crash is not kept in memory.
  const folder = durability === 'durable' ? tmpdir() : folderOfTestData();
  const directory = mkdtempSync(join(folder, 'depotwerk-test-'));
  const settings = durability === 'durable' ? { shared_buffers: '64MB' } : throwAway;
  const noSync = durability === 'durable' ? [] : ['--no-sync'];
  try {
    const server =
      kind === 'embedded'
        ? await startEmbeddedPostgres(directory, { settings })
        : await startOutside(directory, settings, noSync);
    return {
      target: server.target,
      stop: async () => {
        await server.stop();
        rmSync(directory, { recursive: true, force: true });
      },
    };
  } catch (error) {
    rmSync(directory, { recursive: true, force: true });
    throw error;
  }
}

async function startOutside(
  directory: string,
  settings: Readonly<Record<string, string>>,
  noSync: readonly string[],
) {
  const password = randomBytes(16).toString('hex');
  const secrets = mkdtempSync(join(tmpdir(), 'depotwerk-test-'));
  const passwordFile = join(secrets, 'password');
  mkdirSync(secrets, { recursive: true, mode: 0o755 });
  writeFileSync(passwordFile, password, { mode: 0o644 });
  try {
    return await startEmbeddedPostgres(directory, {
      packageName: 'embedded-postgres-15',
      tcp: { port: await freePort(), password, passwordFile },
      initdbArguments: ['--locale=C.UTF-8', ...noSync],
      settings,
    });
  } finally {
    rmSync(secrets, { recursive: true, force: true });
  }
}

/** Migrates the database every test file is cloned from. */
export async function prepareTemplate(target: DatabaseTarget): Promise<void> {
  await migrate(target, readMigrations(migrationsDirectory));
}
