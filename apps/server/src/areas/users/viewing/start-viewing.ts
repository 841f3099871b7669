import type { CallAnswer } from '@depotwerk/api/call';
import type { startViewing as call } from '@depotwerk/api/users/viewing';
import { sql } from 'kysely';
import { writeAudit } from '../../../platform/audit/write-audit.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import { requirePermission } from '../../../platform/scope.ts';
import type { SignInServices } from '../../../platform/services.ts';
import { endViewings, viewingMilliseconds } from '../../../platform/sessions/viewing.ts';
import { readUser } from '../users.view.ts';

/**
 * Looks at the product as somebody of the own house, within this session: what both may see, and nothing is changed.
 * @throws 404, users.ownSignIn for oneself, users.notViewable for somebody who cannot sign in
 */
export async function startViewing(
  services: SignInServices,
  { scope, actor }: SignedInContext,
  userId: string,
): Promise<CallAnswer<typeof call>> {
  requirePermission(scope, 'userManagement.viewAs');
  if (userId === actor.userId) throw new AppError('users.ownSignIn');
  const person = await readUser(services, scope, userId);
  const { sessionId, tenantId } = actor;
  const now = services.clock();
  const startedAt = new Date(now).toISOString();
  const endsAt = new Date(now + viewingMilliseconds).toISOString();
  await services.database.transaction(scope, async (transaction) => {
    const { rows } = await sql<{ isLive: boolean }>`
      select not u.is_inactive and not r.is_inactive as "isLive" from users u
        join roles r on r.tenant_id = u.tenant_id and r.id = u.role_id
      where u.id = ${userId} for share of u`.execute(transaction);
    if (!rows[0]?.isLive) throw new AppError('users.notViewable');
    // A session that ended in between, or another window that began as well.
    await sql`select 1 from sessions where id = ${sessionId} for update`.execute(transaction);
    await endViewings(transaction, { sessionId }, 'ended', now);
    await sql`insert into viewings (tenant_id, session_id, user_id, viewed_user_id, started_at, ends_at)
      values (${tenantId}, ${sessionId}, ${actor.userId}, ${userId}, ${startedAt}, ${endsAt})`.execute(
      transaction,
    );
    await writeAudit(transaction, {
      actor,
      action: 'users.startViewing',
      objectType: 'user',
      objectId: userId,
      details: { endsAt },
    });
  });
  services.sessions.forget([sessionId]);
  return { userId, fullName: person.fullName, endsAt };
}

/** Ends looking at the product as somebody else, where this session does. */
export async function endViewing(services: SignInServices, { actor }: SignedInContext): Promise<void> {
  const { sessionId, tenantId, userId } = actor;
  await services.database.transaction({ tenantId, userId }, (transaction) =>
    endViewings(transaction, { sessionId }, 'ended', services.clock()),
  );
  services.sessions.forget([sessionId]);
}
