import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../platform/database/schema.ts';
import { AppError, notFound } from '../../platform/http/app-error.ts';
import { canSignIn } from '../../platform/identity-provider/link-opens.ts';
import { managesAllGroups, permissionsOfRole, requireWithinOwnRights } from '../../platform/own-rights.ts';
import { type Scope, visibilityOf } from '../../platform/scope.ts';

export interface ManagedUser {
  readonly userName: string;
  readonly fullName: string;
  readonly phoneNumber: string | null;
  readonly roleId: string;
  readonly isInactive: boolean;
  readonly hasPassword: boolean;
  /** With a password, or through the provider. */
  readonly canSignIn: boolean;
  /** The customer whose access this is. */
  readonly customerId: string | null;
}

interface Row extends ManagedUser {
  isClientRole: boolean;
  customerGroupId: string | null;
  groupIds: string[];
}

/**
 * A person the caller may change: one whose role is no more than his own, and, unless he administers all, one of the
 * groups he manages (or of none yet). Locks the row. How somebody signs in asks for more: `requireManagedSignIn`.
 * @throws 404, users.aboveOwnRights, auth.forbidden
 */
export async function requireManagedUser(
  transaction: Transaction<Schema>,
  scope: Scope,
  userId: string,
): Promise<ManagedUser> {
  return lockUser(transaction, scope, userId, (user, isManaged) =>
    user.groupIds.length === 0 ? true : user.groupIds.some(isManaged),
  );
}

/**
 * The same for name, phone number, role, inactivity, second factor, lock and invitation: who rules them can become that
 * person, so every one of the person's groups must be the caller's, a client's that of the customer. People without a
 * group belong to administrators once they can sign in.
 * @throws 404, users.aboveOwnRights, auth.forbidden
 */
export async function requireManagedSignIn(
  transaction: Transaction<Schema>,
  scope: Scope,
  userId: string,
): Promise<ManagedUser> {
  return lockUser(transaction, scope, userId, (user, isManaged) => {
    const groupIds =
      user.isClientRole && user.customerGroupId !== null
        ? [...user.groupIds, user.customerGroupId]
        : user.groupIds;
    return groupIds.length === 0 ? !user.canSignIn : groupIds.every(isManaged);
  });
}

async function lockUser(
  transaction: Transaction<Schema>,
  scope: Scope,
  userId: string,
  isHis: (user: Row, isManaged: (groupId: string) => boolean) => boolean,
): Promise<ManagedUser> {
  const { rows } = await sql<Row>`
    select u.user_name as "userName", u.full_name as "fullName", u.phone_number as "phoneNumber",
      u.role_id as "roleId", u.is_inactive as "isInactive", u.password_hash is not null as "hasPassword",
      ${sql.raw(canSignIn('u'))} as "canSignIn",
      u.customer_id as "customerId", r.is_client_role as "isClientRole",
      (select c.group_id from customers c where c.tenant_id = u.tenant_id and c.id = u.customer_id) as "customerGroupId",
      array(select m.group_id from group_users m where m.tenant_id = u.tenant_id and m.user_id = u.id) as "groupIds"
    from users u join roles r on r.tenant_id = u.tenant_id and r.id = u.role_id
    where u.id = ${userId} for update of u`.execute(transaction);
  const user = rows[0];
  if (!user) throw notFound();
  requireWithinOwnRights(scope, await permissionsOfRole(transaction, user.roleId));
  if (managesAllGroups(scope)) return user;
  const { groupIds } = visibilityOf(scope, 'groupUsers.manage');
  const isManaged = (groupId: string) => groupIds === null || groupIds.includes(groupId);
  if (!isHis(user, isManaged)) throw new AppError('auth.forbidden');
  return user;
}
