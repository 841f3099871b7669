import type { PermissionCode } from '@depotwerk/domain/permissions';
import { sql, type Transaction } from 'kysely';
import type { Schema } from './database/schema.ts';
import { requireGroupRight } from './group-right.ts';
import { AppError } from './http/app-error.ts';
import { canSignInNow } from './identity-provider/link-opens.ts';
import { requirePermission, type Scope } from './scope.ts';

/**
 * Nobody gives away or takes over more than he has: a role may be given, changed, or its people managed, only by
 * somebody who holds every permission it carries. Otherwise a link or a role would be a way up.
 * @throws AppError users.aboveOwnRights
 */
export function requireWithinOwnRights(scope: Scope, permissions: readonly string[]): void {
  const own: ReadonlySet<string> = scope.permissions;
  if (!permissions.every((permission) => own.has(permission))) throw new AppError('users.aboveOwnRights');
}

/** Permissions a role carries; empty for a role that does not exist. */
export async function permissionsOfRole(transaction: Transaction<Schema>, roleId: string): Promise<string[]> {
  const { rows } = await sql<{ permissionId: string }>`
    select permission_id as "permissionId" from role_permissions where role_id = ${roleId}`.execute(
    transaction,
  );
  return rows.map(({ permissionId }) => permissionId);
}

/** Whether somebody may change groups as a whole, not only those he manages. */
export const managesAllGroups = (scope: Scope): boolean => scope.permissions.has('admin.access');

/**
 * Everybody's sign-in and reset goes through the provider, the mail server and the SMS interface of a house: they are set
 * by those who manage all of its people, never by those who manage a group. @throws auth.forbidden
 */
export function requireWholeHouse(scope: Scope, ...permissions: readonly PermissionCode[]): void {
  for (const permission of permissions) requirePermission(scope, permission);
  if (!managesAllGroups(scope)) throw new AppError('auth.forbidden');
}

/** Groups are changed by administrators, and by those who manage the users of the group. @throws auth.forbidden */
export function requireManagedGroup(scope: Scope, groupId: string | null): void {
  if (managesAllGroups(scope)) return;
  if (groupId === null) throw new AppError('auth.forbidden');
  requireGroupRight(scope, 'groupUsers.manage', groupId);
}

/**
 * Refuses what would leave nobody who can manage people and roles: an active user who can sign in, with a password or
 * through the provider, and whose active role has these permissions. Call it before and after the write; the lock makes two such changes at once wait.
 */
export async function keepingAnAdministrator<Result>(
  transaction: Transaction<Schema>,
  work: () => Promise<Result>,
): Promise<Result> {
  await lockPeople(transaction);
  const had = await hasAdministrator(transaction);
  const result = await work();
  if (had && !(await hasAdministrator(transaction))) throw new AppError('roles.lastAdministrator');
  return result;
}

/**
 * Lets changes after which nobody might administer the house, or see its customers, wait for each other. Taken before any row of people,
 * roles or groups is locked, as otherwise two of them would wait for each other without end.
 */
export async function lockPeople(transaction: Transaction<Schema>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('lastAdministrator' || app_tenant_id()::text, 0))`.execute(
    transaction,
  );
}

async function hasAdministrator(transaction: Transaction<Schema>): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from users u join roles r on r.tenant_id = u.tenant_id and r.id = u.role_id
      where not u.is_inactive and not r.is_inactive and ${sql.raw(canSignInNow('u'))}
        and (select count(*) from role_permissions p where p.tenant_id = r.tenant_id and p.role_id = r.id
          and p.permission_id in ('userManagement.editUsers', 'userManagement.editRoles', 'admin.access')) = 3) as found`.execute(
    transaction,
  );
  return rows[0]?.found ?? false;
}
