import pg from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import {
  connectionConfig,
  type DatabaseTarget,
  unlimited,
  withDatabase,
} from '../src/platform/database/connection.ts';
import { Database } from '../src/platform/database/database.ts';
import { templateDatabase } from './global-setup.ts';

export interface TestDatabase {
  /** As the application has it: role `depotwerk_app`, row level security. */
  readonly database: Database;
  readonly target: DatabaseTarget;
  /** As the owner of the tables, for what a test must arrange or look at past all rules. */
  readonly owner: pg.Client;
}

let counter = 0;

/** Runs one statement on the server itself (creating and dropping databases). */
async function onServer(statement: string): Promise<void> {
  const server = inject('databaseTarget');
  const client = new pg.Client(connectionConfig(server, { role: 'owner', timeouts: unlimited }));
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** A database of its own with the newest schema and no rows; `drop` when done. */
export async function createTestDatabase(): Promise<TestDatabase & { drop: () => Promise<void> }> {
  counter += 1;
  const name = `test_${process.pid}_${Date.now()}_${counter}`;
  await onServer(`create database ${name} template ${templateDatabase}`);
  const target = withDatabase(inject('databaseTarget'), name);
  const owner = new pg.Client(connectionConfig(target, { role: 'owner', timeouts: unlimited }));
  await owner.connect();
  const database = new Database(target, { poolSize: 5 });
  return {
    database,
    target,
    owner,
    drop: async () => {
      await database.close();
      await owner.end();
      await onServer(`drop database if exists ${name} with (force)`);
    },
  };
}

/**
 * Gives a test file its own database for as long as it runs. Call at the top of the file or of a describe
 * and read the members inside the tests.
 */
export function useTestDatabase(): TestDatabase {
  let current: (TestDatabase & { drop: () => Promise<void> }) | undefined;
  beforeAll(async () => {
    current = await createTestDatabase();
  }, 30_000);
  afterAll(async () => {
    await current?.drop();
    current = undefined;
  });
  const get = (): TestDatabase => {
    if (!current) throw new Error('The test database exists inside of tests only.');
    return current;
  };
  return {
    get database() {
      return get().database;
    },
    get target() {
      return get().target;
    },
    get owner() {
      return get().owner;
    },
  };
}
