import { sql, type Transaction } from 'kysely';
import { writeAudit } from '../audit/write-audit.ts';
import type { Database } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';
import { sendMail } from '../mail/send-mail.ts';
import { type KeyEncryptionKeys, tryOpen } from '../secrets/envelope.ts';
import {
  type ClientType,
  decideRotation,
  isGenuine,
  parseRefreshToken,
  type RefreshTokenParts,
  refreshTokenOf,
} from '../tokens/refresh-token.ts';
import { endSessions } from './end-sessions.ts';
import { idleEnd } from './session-lifetimes.ts';

export type Rotation =
  | {
      readonly kind: 'rotated';
      readonly sessionId: string;
      readonly userId: string;
      readonly refreshToken: string;
      /** Seconds until the session ends without use. */
      readonly refreshExpiresIn: number;
    }
  | { readonly kind: 'invalid' }
  | { readonly kind: 'reused'; readonly sessionId: string };

interface SessionRow {
  userId: string;
  userName: string;
  fullName: string;
  clientType: ClientType;
  keyEnvelope: unknown;
  counter: number;
  rotatedAt: string;
  idleExpiresAt: string;
  absoluteExpiresAt: string;
  isRevoked: boolean;
  isUserLive: boolean;
}

const invalid: Rotation = { kind: 'invalid' };

/**
 * Exchanges a refresh token in one transaction under the lock of its session row: ten tabs at once get
 * one and the same successor; a token used twice ends the session, writes an audit entry and tells the user.
 * What is unknown, malformed or of the other transport only answers `invalid`.
 * @param now milliseconds since the epoch
 */
export async function rotateSession(
  database: Database,
  keys: KeyEncryptionKeys,
  presented: { token: string; transport: ClientType },
  now: number,
): Promise<Rotation> {
  const parts = parseRefreshToken(presented.token);
  if (!parts) return invalid;
  const [found] = await database.read<{ tenantId: string; userId: string }>(
    { tenantId: null, userId: null },
    {
      sql: 'select tenant_id as "tenantId", user_id as "userId" from find_session($1)',
      parameters: [parts.sessionId],
    },
  );
  if (!found) return invalid;
  return database.transaction(found, (transaction) =>
    rotateLocked(transaction, keys, { ...found, parts, transport: presented.transport }, now),
  );
}

async function rotateLocked(
  transaction: Transaction<Schema>,
  keys: KeyEncryptionKeys,
  input: { tenantId: string; userId: string; parts: RefreshTokenParts; transport: ClientType },
  now: number,
): Promise<Rotation> {
  const { tenantId, parts } = input;
  const { sessionId } = parts;
  const row = await lockSession(transaction, tenantId, sessionId);
  if (!row || row.isRevoked || row.clientType !== input.transport) return invalid;
  const session = { sessionId, clientType: row.clientType };
  const key = tryOpen(keys, { table: 'sessions', row: sessionId, user: row.userId }, row.keyEnvelope);
  if (!key || !isGenuine(key, session, parts)) return invalid;
  const which = { tenantId, userId: row.userId, sessionId };
  const absoluteEnd = Date.parse(row.absoluteExpiresAt);
  if (now >= Math.min(Date.parse(row.idleExpiresAt), absoluteEnd)) {
    await endSessions(transaction, which, 'expired', now);
    return invalid;
  }
  if (!row.isUserLive) {
    await endSessions(transaction, which, 'userInactive', now);
    return invalid;
  }
  const decision = decideRotation(
    parts.counter,
    { counter: row.counter, rotatedAt: Date.parse(row.rotatedAt) },
    now,
  );
  if (decision === 'reuse') {
    await revokeReused(transaction, keys, { ...which, ...row }, now);
    return { kind: 'reused', sessionId };
  }
  const counter = decision === 'rotate' ? row.counter + 1 : row.counter;
  const idle =
    decision === 'rotate' ? idleEnd(row.clientType, now, absoluteEnd) : Date.parse(row.idleExpiresAt);
  if (decision === 'rotate') {
    const at = new Date(now).toISOString();
    await sql`update sessions set counter = ${counter}, rotated_at = ${at}, last_used_at = ${at},
      idle_expires_at = ${new Date(idle).toISOString()}
      where tenant_id = ${tenantId} and id = ${sessionId}`.execute(transaction);
  }
  return {
    kind: 'rotated',
    sessionId,
    userId: row.userId,
    refreshToken: refreshTokenOf(key, session, counter),
    refreshExpiresIn: Math.floor((idle - now) / 1000),
  };
}

async function lockSession(
  transaction: Transaction<Schema>,
  tenantId: string,
  sessionId: string,
): Promise<SessionRow | undefined> {
  const { rows } = await sql<SessionRow>`
    select s.user_id as "userId", u.user_name as "userName", u.full_name as "fullName",
      s.client_type as "clientType", s.mac_key_envelope as "keyEnvelope", s.counter, s.rotated_at as "rotatedAt",
      s.idle_expires_at as "idleExpiresAt", s.absolute_expires_at as "absoluteExpiresAt",
      s.revoked_at is not null as "isRevoked",
      not u.is_inactive and not r.is_inactive and not t.is_inactive as "isUserLive"
    from sessions s
      join users u on u.tenant_id = s.tenant_id and u.id = s.user_id
      join roles r on r.tenant_id = u.tenant_id and r.id = u.role_id
      join tenants t on t.tenant_id = u.tenant_id
    where s.tenant_id = ${tenantId} and s.id = ${sessionId}
    for update of s`.execute(transaction);
  return rows[0];
}

async function revokeReused(
  transaction: Transaction<Schema>,
  keys: KeyEncryptionKeys,
  session: { tenantId: string; userId: string; sessionId: string; userName: string; fullName: string },
  now: number,
): Promise<void> {
  await endSessions(transaction, session, 'reuse', now);
  await sendMail(transaction, keys, {
    tenantId: session.tenantId,
    userId: session.userId,
    recipient: session.userName,
    subject: 'Eine Ihrer Sitzungen wurde beendet',
    body:
      'Guten Tag,\n\nein Sitzungsschlüssel Ihres Benutzerkontos wurde zweimal verwendet. Die betroffene Sitzung wurde ' +
      'vorsorglich beendet. Ihre anderen Sitzungen sind davon nicht berührt.\n\nBitte melden Sie sich neu an. ' +
      'Wenn Ihnen der Vorgang nicht bekannt ist, ändern Sie bitte Ihr Passwort.',
  });
  await writeAudit(transaction, {
    actor: { kind: 'user', ...session },
    action: 'auth.refreshTokenReuse',
    objectType: 'session',
    objectId: session.sessionId,
    result: 'refused',
  });
}
