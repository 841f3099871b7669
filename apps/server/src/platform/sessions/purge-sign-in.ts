import { sql } from 'kysely';
import type { Database } from '../database/database.ts';
import { forEveryTenant } from '../database/every-tenant.ts';
import type { SignInServices } from '../services.ts';
import { endOverdueViewings } from './viewing.ts';

const day = 86_400_000;

/** Days after their end that rows are kept (asvs 14.2.7); the audit log tells what happened before. */
const retention = [
  { table: 'sessions', column: 'absolute_expires_at', days: 30 },
  { table: 'activation_tokens', column: 'expires_at', days: 30 },
  { table: 'second_factor_challenges', column: 'expires_at', days: 1 },
  { table: 'sms_codes', column: 'expires_at', days: 1 },
  { table: 'devices', column: 'expires_at', days: 1 },
  { table: 'sms_outbox', column: 'created_at', days: 30 },
  { table: 'mail_outbox', column: 'created_at', days: 30 },
  { table: 'jobs', column: 'finished_at', days: 30 },
  { table: 'notifications', column: 'happened_at', days: 90 },
  { table: 'webhook_deliveries', column: 'created_at', days: 30 },
  { table: 'viewings', column: 'ended_at', days: 30 },
  { table: 'drafts', column: 'expires_at', days: 1 },
] as const;

/** Deletes what signing in, jobs and drafts no longer need, in every active tenant, and old counters of the throttle. */
export async function purgeSignIn(
  services: Pick<SignInServices, 'database' | 'throttle' | 'clock'>,
): Promise<void> {
  await services.throttle.purge();
  await forEveryTenant(services.database, async (tenantId) => {
    await endOverdueViewings(services.database, tenantId, services.clock());
    await purgeTenant(services.database, tenantId, services.clock());
    return 1;
  });
}

async function purgeTenant(database: Database, tenantId: string, now: number): Promise<void> {
  for (const { table, column, days } of retention) {
    const before = new Date(now - days * day).toISOString();
    await database.transaction({ tenantId, userId: null }, async (transaction) => {
      await sql`delete from ${sql.table(table)}
        where tenant_id = ${tenantId} and ${sql.ref(column)} < ${before}::timestamptz`.execute(transaction);
    });
  }
}

const hour = 3_600_000;

/** Purges every hour until stopped; a failure is logged and tried again an hour later. */
export function schedulePurge(services: SignInServices): { stop(): void } {
  const timer = setInterval(() => services.background.run('purgeSignIn', () => purgeSignIn(services)), hour);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
