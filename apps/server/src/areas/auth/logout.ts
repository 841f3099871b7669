import type { logout as call } from '@depotwerk/api/auth';
import type { CallAnswer } from '@depotwerk/api/call';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import type { RequestContext } from '../../platform/http/request-context.ts';
import { Reply } from '../../platform/http/route.ts';
import { open } from '../../platform/secrets/envelope.ts';
import type { SignInServices } from '../../platform/services.ts';
import { endSessions } from '../../platform/sessions/end-sessions.ts';
import { isGenuine, parseRefreshToken } from '../../platform/tokens/refresh-token.ts';
import { endedSessionCookies, refreshCookie } from '../../platform/tokens/session-cookies.ts';

interface Found {
  readonly tenantId: string;
  readonly userId: string;
  readonly sessionId: string;
}

/** Ends the session of the access token and that of the refresh cookie; always 204, whatever was sent. */
export async function logout(
  services: SignInServices,
  context: RequestContext,
): Promise<Reply<CallAnswer<typeof call>>> {
  const { actor } = context;
  if (actor.kind === 'user') await endOne(services, actor);
  const cookie = context.cookies.get(refreshCookie);
  const ofCookie = cookie === undefined ? null : await findGenuine(services, cookie);
  if (ofCookie && !(actor.kind === 'user' && actor.sessionId === ofCookie.sessionId)) {
    await endOne(services, ofCookie);
  }
  return Reply.json({}, { 'clear-site-data': '"storage"' }, endedSessionCookies());
}

async function endOne(services: SignInServices, session: Found): Promise<void> {
  await services.database.transaction(session, async (transaction) => {
    const { tenantId, userId, sessionId } = session;
    const ended = await endSessions(transaction, { tenantId, userId, sessionId }, 'logout', services.clock());
    if (ended.length === 0) return;
    await writeAudit(transaction, {
      actor: { kind: 'user', tenantId, userId, sessionId, userName: '', fullName: '' },
      action: 'auth.logout',
      objectType: 'session',
      objectId: sessionId,
    });
  });
  services.sessions.forget([session.sessionId]);
}

/** Any genuine token of the session is enough to end it, also an old one. */
async function findGenuine(services: SignInServices, token: string): Promise<Found | null> {
  const { database, keys } = services;
  const parts = parseRefreshToken(token);
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
  const key = open(
    keys.keyEncryption,
    { table: 'sessions', row: sessionId, user: found.userId },
    row.keyEnvelope,
  );
  return isGenuine(key, { sessionId, clientType: 'web' }, parts) ? { ...found, sessionId } : null;
}
