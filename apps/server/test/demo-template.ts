import { inject } from 'vitest';
import { type DemoSize, fillDemo } from '../../demo/src/fill-demo.ts';
import { withDatabase } from '../src/platform/database/connection.ts';
import { connectOwner, copyOf, onServer } from './database.ts';
import { templateDatabase } from './global-setup.ts';

/** Few sizes, so that many files share one filled world. */
export const demoSizes = {
  small: { contracts: 120, customers: 80, funds: 400 },
  medium: { contracts: 400, customers: 240, funds: 400 },
  large: { contracts: 500, customers: 300, funds: 1070 },
} as const satisfies Record<string, DemoSize>;

/**
 * Name of a database of the test run with the demo world, to make copies of. Whoever needs it first fills it, the
 * others wait for that; it goes with the server.
 */
export function demoTemplate(size: DemoSize, anchorDate: string): Promise<string> {
  const name = ['demo', size.contracts, size.customers, size.funds, anchorDate.replaceAll('-', '')].join('_');
  return onServer(async (server) => {
    await server.query('select pg_advisory_lock(hashtext($1))', [name]);
    const { rowCount } = await server.query('select from pg_database where datname = $1', [name]);
    if (rowCount === 1) return name;
    const unfinished = `${name}_${process.pid}_${Date.now()}`;
    await server.query(copyOf(unfinished, templateDatabase));
    const client = await connectOwner(withDatabase(inject('databaseTarget'), unfinished));
    try {
      await fillDemo({ client, size, anchorDate });
    } finally {
      await client.end();
    }
    await server.query(`alter database ${unfinished} rename to ${name}`);
    return name;
  });
}
