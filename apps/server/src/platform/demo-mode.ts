import pg from 'pg';
import type { Config } from './config.ts';
import { connectionConfig, type DatabaseTarget, unlimited } from './database/connection.ts';
import type { Database } from './database/database.ts';
import { isLoopback } from './loopback.ts';
import { OperatorError } from './operator-error.ts';

/** Key of `installation_settings` that the demo generator writes when it is done. */
export const demoSettingKey = 'demo';

export interface DemoMode {
  /** The demo accounts may sign in and the outbox is shown. */
  readonly isOn: boolean;
  /** The database is empty and to be filled first. */
  readonly mustFill: boolean;
}

/** Whether an empty database is to be filled, before there is one to look at (first embedded start). */
export function fillsEmptyDatabase(config: Config): boolean {
  if (config.demo !== 'auto') return config.demo === 'on';
  return config.databaseUrl === null && isLoopback(config.host) && !config.isProduction;
}

/**
 * Whether a database of any release holds the demo world and nothing else: every tenant came with the generator's one
 * transaction. Asked of the embedded server, whose owner sees all rows.
 */
export async function holdsOnlyDemo(target: DatabaseTarget): Promise<boolean> {
  const client = new pg.Client(connectionConfig(target, { role: 'owner', timeouts: unlimited }));
  await client.connect();
  try {
    const { rows } = await client.query<{ holds_only_demo: boolean }>(
      `select exists (select from installation_settings s where s.setting_key = $1
         and not exists (select from tenants t where t.created_at <> s.updated_at)) as holds_only_demo`,
      [demoSettingKey],
    );
    return rows[0]?.holds_only_demo ?? false;
  } finally {
    await client.end();
  }
}

/**
 * The demo is on only where it was asked for, or on an embedded database that is empty or already
 * holds the demo world, on loopback. Throws `OperatorError` when DEMO=on meets real data.
 */
export async function decideDemoMode(config: Config, database: Database): Promise<DemoMode> {
  if (config.demo === 'off') return { isOn: false, mustFill: false };
  const [state] = await database.read<{ is_demo: boolean; is_empty: boolean }>(
    { tenantId: null, userId: null },
    {
      sql: `select exists (select from installation_settings where setting_key = $1) as is_demo,
        not exists (select from list_tenants()) and not has_any_user() as is_empty`,
      parameters: [demoSettingKey],
    },
  );
  const isDemo = state?.is_demo ?? false;
  const isEmpty = state?.is_empty ?? false;
  if (config.demo === 'on' && !isDemo && !isEmpty) {
    throw new OperatorError(
      'DEMO=on needs an empty database or one with the demo world, and this one has other data.',
    );
  }
  const isOn = fillsEmptyDatabase(config) && (isDemo || isEmpty);
  return { isOn, mustFill: isOn && isEmpty && !isDemo };
}
