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

type DroppableDatabase = TestDatabase & { drop: () => Promise<void> };

/** A test file's own database, empty at first. */
export interface OwnTestDatabase extends TestDatabase {
  /** Replaces it by a copy of another database of the server. */
  becomeCopyOf(template: string): Promise<void>;
}

let counter = 0;

/** Work on the server itself (creating and dropping databases), on a connection of its own. */
export async function onServer<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = await connectOwner(inject('databaseTarget'));
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A connection as owner of the tables. */
export async function connectOwner(target: DatabaseTarget): Promise<pg.Client> {
  const client = new pg.Client(connectionConfig(target, { role: 'owner', timeouts: unlimited }));
  await client.connect();
  return client;
}

/** The statement that copies a database file by file: written through the log, as is usual, it takes two to four times as long. */
export function copyOf(name: string, template: string): string {
  return `create database ${name} template ${template} strategy file_copy`;
}

/** A database of its own, equal to the template (default: the newest schema, no rows); `drop` when done. */
export async function createTestDatabase(template = templateDatabase): Promise<DroppableDatabase> {
  counter += 1;
  const name = `test_${process.pid}_${Date.now()}_${counter}`;
  await onServer((server) => server.query(copyOf(name, template)));
  const target = withDatabase(inject('databaseTarget'), name);
  const owner = await connectOwner(target);
  // Two seconds, as the product has it, are sometimes too few for a busy machine to begin a connection.
  const database = new Database(target, { poolSize: 5, connectionTimeout: 20_000 });
  return {
    database,
    target,
    owner,
    drop: async () => {
      await database.close();
      await owner.end();
      await onServer((server) => server.query(`drop database if exists ${name} with (force)`));
    },
  };
}

/**
 * Gives a test file its own database for as long as it runs. Call at the top of the file or of a describe
 * and read the members inside the tests.
 */
export function useTestDatabase(): OwnTestDatabase {
  let current: DroppableDatabase | undefined;
  beforeAll(async () => {
    current = await createTestDatabase();
  }, 30_000);
  afterAll(async () => {
    await current?.drop();
    current = undefined;
  });
  const get = (): DroppableDatabase => {
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
    becomeCopyOf: async (template) => {
      await get().drop();
      current = await createTestDatabase(template);
    },
  };
}
