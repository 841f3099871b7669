import type { GivenRights } from '@depotwerk/domain/identity-provider/decide-sign-in';
import { sql, type Transaction } from 'kysely';
import type { Schema } from '../../../platform/database/schema.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { comesBackSql } from '../../../platform/identity-provider/role-before.ts';
import { keepingAnAdministrator } from '../../../platform/own-rights.ts';

interface Person {
  readonly tenantId: string;
  readonly userId: string;
  readonly linkId: string;
}

interface GivenRole {
  readonly roleId: string;
  readonly givenRoleId: string | null;
  /** What he had by hand when the claims gave another role. */
  readonly roleBeforeId: string | null;
  /** The same, null where there is no such role any more or where it does not come back by itself. */
  readonly roleLeft: string | null;
  /** Its name, whether it comes back or not. */
  readonly nameBefore: string | null;
  readonly wished: string | null;
}

/** What a sign-in changed. */
export interface RightsChange {
  readonly isChanged: boolean;
  /** Name of the role he had by hand that did not come back, because it is more than what the claims left him. */
  readonly roleNotReturned: string | null;
}

/**
 * Gives role and groups as the claims say, and takes back what the provider itself gave and says no more; what an
 * administrator gave by hand stays. Nobody's sign-in takes away the last administrator, and none makes somebody one again.
 * @param defaultRoleId what is left of a role that was taken back from somebody who had none by hand, or one that is more
 * @throws AppError auth.providerNoRole, roles.lastAdministrator
 */
export function giveRights(
  transaction: Transaction<Schema>,
  person: Person,
  given: GivenRights,
  defaultRoleId: string | null,
): Promise<RightsChange> {
  return keepingAnAdministrator(transaction, async () => {
    const role = await giveRole(transaction, person, given.roleId, defaultRoleId);
    const areGroupsChanged = await giveGroups(transaction, person, given.groups);
    return { ...role, isChanged: role.isChanged || areGroupsChanged };
  });
}

async function giveRole(
  transaction: Transaction<Schema>,
  { userId, linkId }: Person,
  wished: string | null,
  defaultRoleId: string | null,
): Promise<RightsChange> {
  const { rows } = await sql<GivenRole>`
    select u.role_id as "roleId", l.given_role_id as "givenRoleId", l.role_before_id as "roleBeforeId",
      (select r.id from roles r where r.id = l.role_before_id and ${sql.raw(comesBackSql)}) as "roleLeft",
      (select r.role_name from roles r where r.id = l.role_before_id) as "nameBefore",
      -- The access of a customer keeps its role, whatever the provider says.
      (select r.id from roles r where r.id = ${wished}::uuid and not r.is_inactive and u.customer_id is null) as wished
    from users u join identity_links l on l.tenant_id = u.tenant_id and l.id = ${linkId}
    where u.id = ${userId} for update of u, l`.execute(transaction);
  const stored = rows[0];
  if (!stored) throw new AppError('auth.providerNoRole');
  // A role set by hand since is no longer the provider's.
  const isGiven = stored.givenRoleId !== null && stored.givenRoleId === stored.roleId;
  const roleId = stored.wished ?? (isGiven ? (stored.roleLeft ?? defaultRoleId) : stored.roleId);
  if (roleId === null) throw new AppError('auth.providerNoRole');
  const byHand = isGiven ? stored.roleBeforeId : stored.roleId;
  const roleBeforeId = stored.wished === null ? null : byHand;
  await sql`update identity_links set given_role_id = ${stored.wished}, role_before_id = ${roleBeforeId}
    where id = ${linkId}`.execute(transaction);
  if (roleId === stored.roleId) return { isChanged: false, roleNotReturned: null };
  await sql`update users set role_id = ${roleId} where id = ${userId}`.execute(transaction);
  const isWithheld = stored.wished === null && isGiven && stored.roleLeft === null;
  return { isChanged: true, roleNotReturned: isWithheld ? stored.nameBefore : null };
}

async function giveGroups(
  transaction: Transaction<Schema>,
  { tenantId, userId }: Person,
  groups: GivenRights['groups'],
): Promise<boolean> {
  const wished = [...groups].map(([groupId, groupRights]) => ({ groupId, groupRights }));
  const taken = await sql`delete from group_users where user_id = ${userId} and is_from_provider
    and group_id <> all(${wished.map(({ groupId }) => groupId)}::uuid[]) returning 1`.execute(transaction);
  // Rights somebody set by hand are his own affair.
  const set = await sql`
    insert into group_users (tenant_id, group_id, user_id, group_rights, is_from_provider)
    select ${tenantId}::uuid, g.id, ${userId}::uuid, rights.group_rights, true
      from jsonb_to_recordset(${JSON.stringify(wished)}::jsonb) as x ("groupId" uuid, "groupRights" jsonb)
        join groups g on g.id = x."groupId" and not g.is_inactive
        cross join lateral (select array(select jsonb_array_elements_text(x."groupRights")) as group_rights) as rights
    on conflict (tenant_id, group_id, user_id) do update set group_rights = excluded.group_rights
      where group_users.is_from_provider and group_users.group_rights is distinct from excluded.group_rights
    returning 1`.execute(transaction);
  return taken.rows.length + set.rows.length > 0;
}
