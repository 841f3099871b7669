import { randomBytes } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { type KeyEncryptionKeys, seal } from '../secrets/envelope.ts';
import { type ClientType, refreshTokenOf } from '../tokens/refresh-token.ts';
import { idleEnd, maxSessionsPerUser, sessionLifetimes } from './session-lifetimes.ts';

export interface NewSession {
  readonly tenantId: string;
  readonly userId: string;
  readonly clientType: ClientType;
  readonly deviceName: string | null;
  readonly deviceId: string | null;
  readonly userAgent: string;
  readonly clientAddress: string;
  /** True when a second factor was shown just now. */
  readonly hasShownSecondFactor: boolean;
}

export interface OpenedSession {
  readonly sessionId: string;
  readonly refreshToken: string;
  /** Seconds until the session ends without use. */
  readonly refreshExpiresIn: number;
  /** The oldest sessions, ended because the user had too many. */
  readonly endedSessionIds: readonly string[];
}

/**
 * Opens a session with its own 256-bit key; the user's oldest ones beyond ten end. The caller holds the
 * lock of the user's row, so that sign-ins at once cannot exceed the ten.
 * @param now milliseconds since the epoch
 */
export async function openSession(
  transaction: Transaction<Schema>,
  keys: KeyEncryptionKeys,
  session: NewSession,
  now: number,
): Promise<OpenedSession> {
  const sessionId = crypto.randomUUID();
  const { tenantId, userId, clientType } = session;
  const key = randomBytes(32);
  const absoluteEnd = now + sessionLifetimes[clientType].absolute;
  const idle = idleEnd(clientType, now, absoluteEnd);
  const at = new Date(now).toISOString();
  const ended = await sql<{ id: string }>`
    update sessions set revoked_at = ${at}, revoked_reason = 'tooManySessions'
     where tenant_id = ${tenantId} and id in (
       select id from sessions
        where tenant_id = ${tenantId} and user_id = ${userId} and revoked_at is null and idle_expires_at > ${at}
        order by created_at desc, id offset ${maxSessionsPerUser - 1})
     returning id`.execute(transaction);
  await transaction
    .insertInto('sessions')
    .values({
      tenant_id: tenantId,
      id: sessionId,
      user_id: userId,
      client_type: clientType,
      mac_key_envelope: JSON.stringify(seal(keys, { table: 'sessions', row: sessionId, user: userId }, key)),
      rotated_at: at,
      created_at: at,
      last_used_at: at,
      idle_expires_at: new Date(idle).toISOString(),
      absolute_expires_at: new Date(absoluteEnd).toISOString(),
      second_factor_at: session.hasShownSecondFactor ? at : null,
      device_id: session.deviceId,
      device_name: session.deviceName,
      user_agent: session.userAgent,
      ip_address: session.clientAddress,
    })
    .execute();
  return {
    sessionId,
    refreshToken: refreshTokenOf(key, { sessionId, clientType }, 0),
    refreshExpiresIn: Math.floor((idle - now) / 1000),
    endedSessionIds: ended.rows.map((row) => row.id),
  };
}
