import type { Transaction } from 'kysely';
import type { Schema, SessionsTable } from '../database/schema.ts';

export type EndReason = NonNullable<SessionsTable['revoked_reason']>;

interface Which {
  readonly tenantId: string;
  readonly userId: string;
  /** This one only. */
  readonly sessionId?: string;
  /** All but this one. */
  readonly exceptSessionId?: string;
}

/**
 * Ends sessions of a user; the row locks are those a refresh takes, so the two never cross. Answers the ids,
 * for `SessionStates.forget` after the commit.
 */
export async function endSessions(
  transaction: Transaction<Schema>,
  which: Which,
  reason: EndReason,
  now: number,
): Promise<string[]> {
  let update = transaction
    .updateTable('sessions')
    .set({ revoked_at: new Date(now).toISOString(), revoked_reason: reason })
    .where('tenant_id', '=', which.tenantId)
    .where('user_id', '=', which.userId)
    .where('revoked_at', 'is', null);
  if (which.sessionId !== undefined) update = update.where('id', '=', which.sessionId);
  if (which.exceptSessionId !== undefined) update = update.where('id', '!=', which.exceptSessionId);
  const rows = await update.returning('id').execute();
  return rows.map((row) => row.id);
}

/** Remembered devices and tokens for other systems die with a password or factor change. */
export async function forgetDevices(
  transaction: Transaction<Schema>,
  user: { tenantId: string; userId: string },
  now: number,
): Promise<void> {
  await transaction
    .updateTable('devices')
    .set({ revoked_at: new Date(now).toISOString() })
    .where('tenant_id', '=', user.tenantId)
    .where('user_id', '=', user.userId)
    .where('revoked_at', 'is', null)
    .execute();
  await transaction
    .updateTable('api_tokens')
    .set({ revoked_at: new Date(now).toISOString() })
    .where('tenant_id', '=', user.tenantId)
    .where('user_id', '=', user.userId)
    .where('revoked_at', 'is', null)
    .execute();
}
