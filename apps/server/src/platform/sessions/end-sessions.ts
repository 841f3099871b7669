import { sql, type Transaction } from 'kysely';
import type { Schema, SessionsTable } from '../database/schema.ts';
import { AppError } from '../http/app-error.ts';

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

/**
 * Locks the session that acts, before it makes anything that opens the account later on: whatever ends it comes before or after.
 * Without it a thief's passkey or token, asked for in the moment the owner changes his password, would outlive the change.
 * @throws 401 once it has ended
 */
export async function holdSession(
  transaction: Transaction<Schema>,
  { tenantId, sessionId }: { readonly tenantId: string; readonly sessionId: string },
): Promise<void> {
  const { rows } = await sql`select 1 from sessions where tenant_id = ${tenantId} and id = ${sessionId}
    and revoked_at is null for share`.execute(transaction);
  if (rows.length === 0) throw new AppError('auth.unauthenticated');
}
