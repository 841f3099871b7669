import { writeAudit } from '../../platform/audit/write-audit.ts';
import { tryOpen } from '../../platform/secrets/envelope.ts';
import type { SignInServices } from '../../platform/services.ts';
import { endSessions } from '../../platform/sessions/end-sessions.ts';
import { endViewings } from '../../platform/sessions/viewing.ts';
import { isGenuine, parseRefreshToken } from '../../platform/tokens/refresh-token.ts';

export interface FoundSession {
  readonly tenantId: string;
  readonly userId: string;
  readonly sessionId: string;
}

/** Ends one session as its user does by signing out; nothing happens when it has ended before. */
export async function endOne(services: SignInServices, session: FoundSession): Promise<void> {
  await services.database.transaction(session, async (transaction) => {
    const { tenantId, userId, sessionId } = session;
    const ended = await endSessions(transaction, { tenantId, userId, sessionId }, 'logout', services.clock());
    if (ended.length === 0) return;
    await endViewings(transaction, { sessionId }, 'logout', services.clock());
    await writeAudit(transaction, {
      actor: { kind: 'user', tenantId, userId, sessionId, userName: '', fullName: '' },
      action: 'auth.logout',
      objectType: 'session',
      objectId: sessionId,
    });
  });
  services.sessions.forget([session.sessionId]);
}

/** The session of a refresh cookie, alive or not. Any genuine token of the session names it, also an old one. */
export async function findCookieSession(
  services: SignInServices,
  token: string | undefined,
): Promise<FoundSession | null> {
  const { database, keys } = services;
  const parts = token === undefined ? null : parseRefreshToken(token);
  if (!parts) return null;
  const { sessionId } = parts;
  const [found] = await database.read<{ tenantId: string; userId: string }>(
    { tenantId: null, userId: null },
    {
      sql: 'select tenant_id as "tenantId", user_id as "userId" from find_session($1)',
      parameters: [sessionId],
    },
  );
  if (!found) return null;
  const [row] = await database.read<{ keyEnvelope: unknown }>(found, {
    sql: `select mac_key_envelope as "keyEnvelope" from sessions where id = $1 and client_type = 'web'`,
    parameters: [sessionId],
  });
  if (!row) return null;
  const key = tryOpen(
    keys.keyEncryption,
    { table: 'sessions', row: sessionId, user: found.userId },
    row.keyEnvelope,
  );
  return key && isGenuine(key, { sessionId, clientType: 'web' }, parts) ? { ...found, sessionId } : null;
}
