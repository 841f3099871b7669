import pg from 'pg';
import { connectionConfig, type DatabaseTarget, unlimited } from './database/connection.ts';

/** Any number that nobody else uses on this database; not the one of migrations, which run inside. */
const advisoryLock = 7_236_510_443;

/**
 * Runs `work` while no other start does on the same database: two first starts at once would both find it empty and
 * fill it. The lock ends with its connection, however we end.
 */
export async function withStartLock<T>(target: DatabaseTarget, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client(
    connectionConfig(target, { role: 'owner', timeouts: unlimited, applicationName: 'depotwerk-start' }),
  );
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [advisoryLock]);
    return await work();
  } finally {
    await client.end();
  }
}
