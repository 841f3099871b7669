import { sql } from 'kysely';
import { writeAudit } from '../../../platform/audit/write-audit.ts';
import { inEveryTenant } from '../../../platform/database/every-tenant.ts';
import { hasSecondFactor } from '../../../platform/sessions/second-factor-state.ts';
import type { TraderServices } from '../trader-services.ts';
import { sessionOnlyMs } from './store-password.ts';
import { mayUsePasswords } from './trader-issuer.view.ts';

/**
 * Deletes bank passwords whose days are over, and those of people who may not use them any more, in every tenant; answers how many. Those of users who have no second
 * factor (any more) are kept for a session's time only from here on. A system job.
 */
export async function purgeBankPasswords(services: Pick<TraderServices, 'database'>): Promise<number> {
  const purged = await inEveryTenant(services.database, async (transaction) => {
    await sql`update trader_credentials c set is_session_only = true,
        expires_at = least(c.expires_at, now() + ${sessionOnlyMs / 1000} * interval '1 second')
       from users u
      where c.tenant_id = app_tenant_id() and u.tenant_id = c.tenant_id and u.id = c.user_id
        and c.password_envelope is not null and not c.is_session_only and not ${sql.raw(hasSecondFactor)}`.execute(
      transaction,
    );
    const { rows } = await sql<{ id: string; issuerId: number }>`
      update trader_credentials c set password_envelope = null, status = 'none', logged_in_until = null, expires_at = null
        from users u
       where c.tenant_id = app_tenant_id() and u.tenant_id = c.tenant_id and u.id = c.user_id
         and (c.expires_at <= now() or c.password_envelope is not null and not ${sql.raw(mayUsePasswords)})
      returning c.id, c.issuer_id as "issuerId"`.execute(transaction);
    for (const { id, issuerId } of rows) {
      await writeAudit(transaction, {
        actor: { kind: 'system' },
        action: 'traderCredentials.expire',
        objectType: 'traderCredentials',
        objectId: id,
        details: { issuerId },
      });
    }
    return rows;
  });
  return purged.length;
}
