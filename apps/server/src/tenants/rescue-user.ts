import { sql } from 'kysely';
import { removeSecondFactors } from '../areas/users/remove-second-factors.ts';
import { writeAudit } from '../platform/audit/write-audit.ts';
import type { Database } from '../platform/database/database.ts';
import { createActivation } from '../platform/tokens/activation-token.ts';

/**
 * Lets somebody in again who has lost password or every second factor when nobody in the house can help: the factors go, and
 * a one-time link (24 h) sets a new password. Two entries of the log say so, by the system. Whoever runs this owns the database.
 * @returns the guid of the link; null for nobody who is active and has a password
 */
export async function rescueUser(
  database: Database,
  tenantId: string,
  userName: string,
  now: number,
): Promise<string | null> {
  return database.transaction({ tenantId, userId: null }, async (transaction) => {
    const { rows } = await sql<{ id: string }>`select id from users
      where tenant_id = ${tenantId} and lower(user_name) = lower(${userName})
        and not is_inactive and password_hash is not null for update`.execute(transaction);
    const [user] = rows;
    if (!user) return null;
    const userId = user.id;
    await removeSecondFactors(transaction, { tenantId, userId }, now);
    const guid = await createActivation(transaction, { tenantId, userId }, 'resetPassword', now);
    const entry = { actor: { kind: 'system' }, objectType: 'user', objectId: userId } as const;
    await writeAudit(transaction, { ...entry, action: 'users.resetSecondFactor' });
    await writeAudit(transaction, { ...entry, action: 'users.resetPassword', details: { isMailed: false } });
    return guid;
  });
}
