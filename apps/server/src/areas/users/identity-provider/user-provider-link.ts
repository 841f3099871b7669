import type { CallAnswer } from '@depotwerk/api/call';
import type { getUserProviderLink as call } from '@depotwerk/api/users/identity-provider';
import { sql } from 'kysely';
import { writeAudit } from '../../../platform/audit/write-audit.ts';
import { AppError, notFound } from '../../../platform/http/app-error.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import { opensSql } from '../../../platform/identity-provider/link-opens.ts';
import { removeProviderLink } from '../../../platform/identity-provider/remove-provider-link.ts';
import { comesBackSql } from '../../../platform/identity-provider/role-before.ts';
import { keepingAnAdministrator } from '../../../platform/own-rights.ts';
import { readOne } from '../../../platform/read-one.ts';
import { requirePermission } from '../../../platform/scope.ts';
import type { SignInServices } from '../../../platform/services.ts';
import { keepCustomersSeen } from '../keep-customers-seen.ts';
import { requireManagedSignIn } from '../managed-user.ts';
import { readUser } from '../users.view.ts';

const allowedMilliseconds = 7 * 86_400_000;

interface Stored extends Omit<CallAnswer<typeof call>, 'givenRole'> {
  readonly isRoleGiven: boolean | null;
  readonly nameBefore: string | null;
  readonly comesBack: boolean;
}

/** Whether a person is linked with the provider of the house, and what becomes of a role it gave. @throws 404 */
export async function readUserProviderLink(
  services: SignInServices,
  { scope }: SignedInContext,
  userId: string,
): Promise<CallAnswer<typeof call>> {
  await readUser(services, scope, userId);
  const row = await readOne<Stored>(services.database, scope, {
    sql: `select (select p.button_text from identity_providers p where p.is_active) as "buttonText",
        case when ${opensSql} then l.created_at end as "linkedAt", case when ${opensSql} then l.last_used_at end as "lastUsedAt",
        case when u.identity_link_allowed_until > $2::timestamptz then u.identity_link_allowed_until end as "allowedUntil",
        l.given_role_id is not null and l.given_role_id = u.role_id as "isRoleGiven", r.role_name as "nameBefore",
        coalesce(${comesBackSql}, false) as "comesBack"
      from users u left join identity_links l on l.user_id = u.id
        left join roles r on r.id = l.role_before_id and r.id <> u.role_id
      where u.id = $1`,
    parameters: [userId, new Date(services.clock()).toISOString()],
  });
  const { isRoleGiven, nameBefore, comesBack, ...link } = row;
  return isRoleGiven === true ? { ...link, givenRole: { nameBefore, comesBack } } : link;
}

/** Lets the next sign-in with the verified address link the account. @throws 404, users.aboveOwnRights, auth.forbidden */
export async function allowUserProviderLink(
  services: SignInServices,
  { scope, actor }: SignedInContext,
  userId: string,
): Promise<void> {
  requirePermission(scope, 'userManagement.editUsers');
  if (userId === actor.userId) throw new AppError('users.ownSignIn');
  const until = new Date(services.clock() + allowedMilliseconds).toISOString();
  await services.database.transaction(scope, async (transaction) => {
    await requireManagedSignIn(transaction, scope, userId);
    const { rows } = await sql`select 1 from identity_providers where is_active`.execute(transaction);
    if (rows.length === 0) throw new AppError('auth.providerUnavailable');
    await sql`update users set identity_link_allowed_until = ${until} where id = ${userId}`.execute(
      transaction,
    );
    await writeAudit(transaction, {
      actor,
      action: 'users.allowProviderLink',
      objectType: 'user',
      objectId: userId,
    });
  });
}

/**
 * Unlinks a person, or takes back what was allowed.
 * @throws 404, users.aboveOwnRights, auth.forbidden, roles.lastAdministrator, groups.customersUnseen
 */
export async function removeUserProviderLink(
  services: SignInServices,
  { scope, actor }: SignedInContext,
  userId: string,
): Promise<void> {
  requirePermission(scope, 'userManagement.editUsers');
  const ended = await services.database.transaction(scope, async (transaction) => {
    // It may be the only way somebody signs in by, and she the last who manages people or sees the customers of a group.
    const removed = await keepingAnAdministrator(transaction, () =>
      keepCustomersSeen(transaction, scope, async () => {
        await requireManagedSignIn(transaction, scope, userId);
        return removeProviderLink(transaction, userId, services.clock());
      }),
    );
    if (!removed.wasLinked && !removed.wasAllowed) throw notFound();
    await writeAudit(transaction, {
      actor,
      action: 'users.unlinkProvider',
      objectType: 'user',
      objectId: userId,
    });
    return removed.endedSessionIds;
  });
  services.sessions.forget(ended);
}
