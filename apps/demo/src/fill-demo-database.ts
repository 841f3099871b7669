import { connectionConfig, type DatabaseTarget, unlimited } from '@depotwerk/server/public';
import pg from 'pg';
import { type DemoSize, type FillDemoOptions, fillDemo } from './fill-demo.ts';

/** Fills the migrated, empty database of the target with the demo world; see `fillDemo`. */
export async function fillDemoDatabase(
  target: DatabaseTarget,
  options: Omit<FillDemoOptions, 'client'> = {},
): Promise<{ readonly anchorDate: string; readonly size: DemoSize }> {
  const client = new pg.Client(
    connectionConfig(target, { role: 'owner', timeouts: unlimited, applicationName: 'depotwerk-demo' }),
  );
  await client.connect();
  try {
    return await fillDemo({ ...options, client });
  } finally {
    await client.end();
  }
}
