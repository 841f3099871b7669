import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../platform/database/schema.ts';
import { endSessions, forgetDevices } from '../../platform/sessions/end-sessions.ts';
import { useUpActivations } from '../../platform/tokens/activation-token.ts';

/**
 * Takes every second factor of a person who lost them away: app, confirmed number, recovery codes and passkeys. Sessions,
 * known devices and open links end with them, because whoever found the device may hold those too. The caller has the right to.
 * @returns the sessions that ended, to be forgotten once the transaction has committed
 */
export async function removeSecondFactors(
  transaction: Transaction<Schema>,
  user: { readonly tenantId: string; readonly userId: string },
  now: number,
): Promise<string[]> {
  const { tenantId, userId } = user;
  await sql`update users set totp_secret_envelope = null, totp_confirmed_at = null, totp_pending_envelope = null,
      totp_pending_at = null, phone_validated_at = null
    where tenant_id = ${tenantId} and id = ${userId}`.execute(transaction);
  await sql`delete from token_providers where user_id = ${userId}`.execute(transaction);
  await sql`delete from recovery_codes where user_id = ${userId}`.execute(transaction);
  await sql`delete from passkeys where user_id = ${userId}`.execute(transaction);
  await useUpActivations(transaction, user, now);
  const ids = await endSessions(transaction, user, 'factorChanged', now);
  await forgetDevices(transaction, user, now);
  return ids;
}
