import type { listSessions as listCall } from '@depotwerk/api/auth/account';
import type { CallAnswer } from '@depotwerk/api/call';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import { notFound } from '../../platform/http/app-error.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { SignInServices } from '../../platform/services.ts';
import { endSessions } from '../../platform/sessions/end-sessions.ts';

interface Row {
  id: string;
  deviceName: string;
  clientType: 'web' | 'mobile';
  createdAt: string;
  lastUsedAt: string;
  expiresAt: string;
}

const sessionsSql = `
select id, coalesce(device_name, '') as "deviceName", client_type as "clientType", created_at as "createdAt",
  last_used_at as "lastUsedAt", idle_expires_at as "expiresAt"
from sessions where user_id = $1 and revoked_at is null and idle_expires_at > $2
order by last_used_at desc, id`;

/** The user's living sessions, last used first. */
export async function listSessions(
  services: SignInServices,
  context: SignedInContext,
): Promise<CallAnswer<typeof listCall>> {
  const now = new Date(services.clock()).toISOString();
  const rows = await services.database.read<Row>(context.actor, {
    sql: sessionsSql,
    parameters: [context.actor.userId, now],
  });
  return rows.map((row) => ({ ...row, isCurrent: row.id === context.actor.sessionId }));
}

/** Ends one own session. @throws AppError common.notFound for ended, unknown and foreign ones alike */
export async function endSession(
  services: SignInServices,
  context: SignedInContext,
  sessionId: string,
): Promise<Record<string, never>> {
  const ended = await end(services, context, { sessionId });
  if (ended.length === 0) throw notFound();
  return {};
}

/** Ends all own sessions but this one. */
export async function endOtherSessions(
  services: SignInServices,
  context: SignedInContext,
): Promise<Record<string, never>> {
  await end(services, context, { exceptSessionId: context.actor.sessionId });
  return {};
}

async function end(
  services: SignInServices,
  context: SignedInContext,
  which: { sessionId: string } | { exceptSessionId: string },
): Promise<string[]> {
  const { actor } = context;
  const { tenantId, userId } = actor;
  const ended = await services.database.transaction({ tenantId, userId }, async (transaction) => {
    const ids = await endSessions(
      transaction,
      { tenantId, userId, ...which },
      'userRevoked',
      services.clock(),
    );
    if (ids.length > 0) {
      await writeAudit(transaction, {
        actor,
        action: 'auth.endSessions',
        objectType: 'user',
        objectId: userId,
        details: { count: ids.length, requestId: context.requestId },
      });
    }
    return ids;
  });
  services.sessions.forget(ended);
  return ended;
}
