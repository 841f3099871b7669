import { sql } from 'kysely';
import { writeAudit } from '../../../platform/audit/write-audit.ts';
import { inEveryTenant } from '../../../platform/database/every-tenant.ts';
import type { TraderServices } from '../trader-services.ts';

/** Deletes bank passwords whose days are over (G-33), in every tenant; answers how many. A system job. */
export async function purgeBankPasswords(services: Pick<TraderServices, 'database'>): Promise<number> {
  const purged = await inEveryTenant(services.database, async (transaction) => {
    const { rows } = await sql<{ id: string; issuerId: number }>`
      update trader_credentials set password_envelope = null, status = 'none', logged_in_until = null, expires_at = null
       where tenant_id = app_tenant_id() and expires_at <= now() returning id, issuer_id as "issuerId"`.execute(
      transaction,
    );
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
