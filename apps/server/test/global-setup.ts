import pg from 'pg';
import type { TestProject } from 'vitest/node';
import {
  connectionConfig,
  type DatabaseTarget,
  unlimited,
  withDatabase,
} from '../src/platform/database/connection.ts';
import { prepareTemplate, startTestServer } from './servers.ts';

declare module 'vitest' {
  interface ProvidedContext {
    databaseTarget: DatabaseTarget;
  }
}

/** Migrated once; each test file works on a copy. */
export const templateDatabase = 'depotwerk_template';

/** Starts the server of a test project, fills the template, and returns what ends it again. */
export async function setUpServer(
  project: TestProject,
  kind: 'embedded' | 'outside',
): Promise<() => Promise<void>> {
  const server = await startTestServer(kind);
  try {
    const owner = new pg.Client(connectionConfig(server.target, { role: 'owner', timeouts: unlimited }));
    await owner.connect();
    await owner.query(`create database ${templateDatabase}`);
    await owner.end();
    await prepareTemplate(withDatabase(server.target, templateDatabase));
  } catch (error) {
    await server.stop();
    throw error;
  }
  project.provide('databaseTarget', server.target);
  return () => server.stop();
}
