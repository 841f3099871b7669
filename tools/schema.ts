import { writeFile } from 'node:fs/promises';
import { relative } from 'node:path';
import pg from 'pg';
import { connectionConfig, unlimited } from '../apps/server/src/platform/database/connection.ts';
import { dumpSchema } from '../apps/server/test/schema-dump.ts';
import { schemaTypes } from '../apps/server/test/schema-types.ts';
import { prepareTemplate, startTestServer } from '../apps/server/test/servers.ts';
import { root } from './runtime.mjs';

/**
 * `npm run schema`, after every change of a migration: runs all migrations on a throw-away database and writes what
 * follows from them, the row types (schema.ts) and the expected dump (schema.expected.txt). A test notices when
 * somebody forgot it.
 */
const server = await startTestServer('embedded');
try {
  await prepareTemplate(server.target);
  const client = new pg.Client(connectionConfig(server.target, { role: 'owner', timeouts: unlimited }));
  await client.connect();
  try {
    await write('../apps/server/src/platform/database/schema.ts', await schemaTypes(client));
    await write('../apps/server/migrations/schema.expected.txt', await dumpSchema(client));
  } finally {
    await client.end();
  }
} finally {
  await server.stop();
}

async function write(path: string, text: string): Promise<void> {
  const target = new URL(path, import.meta.url);
  await writeFile(target, text);
  console.log(relative(root, target.pathname));
}
