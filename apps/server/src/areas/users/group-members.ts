import type { CallInput } from '@depotwerk/api/call';
import type {
  putGroupCustomers as customersCall,
  putGroupUsers as usersCall,
} from '@depotwerk/api/users/groups';
import { firstGroupRights, type GroupRight } from '@depotwerk/domain/permissions';
import { sql, type Transaction } from 'kysely';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { lockVersion, unknownReference, withCurrent } from '../../platform/editing.ts';
import { hasGroupRight } from '../../platform/group-right.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { Verb } from '../../platform/http/verb.ts';
import { canSignIn } from '../../platform/identity-provider/link-opens.ts';
import type { CountCache } from '../../platform/lists/count-cache.ts';
import { managesAllGroups, requireManagedGroup } from '../../platform/own-rights.ts';
import { requirePermission, type Scope, visibilityOf } from '../../platform/scope.ts';
import type { Services } from '../../platform/services.ts';
import { isVisible } from '../../platform/visible-rows.ts';
import { readGroup } from './groups.view.ts';
import { keepCustomersSeen } from './keep-customers-seen.ts';

const bump = (transaction: Transaction<Schema>, groupId: string) =>
  // The trigger counts the version up: who had the list of members open learns of the change.
  sql`update groups set updated_at = now() where id = ${groupId}`.execute(transaction);

/**
 * Puts customers into a group and takes others out, on the conditions of changing the group of each by hand: the caller
 * edits customers where they are and where they go, and none of them is blocked. Who is taken out belongs to no group.
 * @throws 404, 412, 400 for customers the caller does not see, auth.forbidden for those he may not edit, customers.blocked
 */
export const putGroupCustomers: Verb<typeof customersCall, Services, [CountCache]> = async (
  services,
  counts,
  context,
  { params, body },
) => {
  const { scope, actor } = context;
  const { groupId } = params;
  requirePermission(scope, 'userManagement.editGroups');
  requirePermission(scope, 'customers.edit');
  await readGroup(services, scope, groupId);
  requireManagedGroup(scope, groupId);
  const write = () =>
    services.database.transaction(scope, async (transaction) => {
      await lockVersion(transaction, 'groups', groupId, context.ifMatch);
      const { add, remove } =
        'customerIds' in body ? await compared(transaction, scope, groupId, body.customerIds) : body;
      const moved = await requireMovable(transaction, scope, groupId, { add, remove });
      for (const target of [groupId, null]) {
        const ids = moved.filter((customer) => customer.target === target).map(({ id }) => id);
        await sql`update customers set group_id = ${target} where id = any (${ids}::uuid[])`.execute(
          transaction,
        );
      }
      await bump(transaction, groupId);
      for (const customer of moved) {
        await writeAudit(transaction, {
          actor,
          action: 'customers.edit',
          objectType: 'customer',
          objectId: customer.id,
          groupId: customer.target,
          before: { groupId: customer.groupId },
          after: { groupId: customer.target },
          details: { isMoved: true, fields: 'groupId' },
        });
      }
      await writeAudit(transaction, {
        actor,
        action: 'groups.setCustomers',
        objectType: 'group',
        objectId: groupId,
        groupId,
        after: { add, remove },
        details: { added: add.length, removed: remove.length },
      });
    });
  await withCurrent(write, () => readGroup(services, scope, groupId));
  counts.forget(scope.tenantId);
  return readGroup(services, scope, groupId);
};

/** What a full list changes, among the customers of the group the caller sees: those he does not see stay. */
async function compared(
  transaction: Transaction<Schema>,
  scope: Scope,
  groupId: string,
  customerIds: readonly string[],
): Promise<{ add: readonly string[]; remove: string[] }> {
  const { groupIds } = visibilityOf(scope, 'groupCustomers.view');
  const isSeen = groupIds === null || groupIds.includes(groupId);
  if (!isSeen) return { add: customerIds, remove: [] };
  const { rows } = await sql<{ id: string }>`select id from customers where group_id = ${groupId}
    and id <> all (${customerIds}::uuid[]) and deleted_at is null`.execute(transaction);
  return { add: customerIds, remove: rows.map(({ id }) => id) };
}

interface MovedCustomer {
  readonly id: string;
  readonly groupId: string | null;
  /** Where the customer goes; null for no group. */
  readonly target: string | null;
}

/** Locks the customers and answers those that really change their group. */
async function requireMovable(
  transaction: Transaction<Schema>,
  scope: Scope,
  groupId: string,
  { add, remove }: { add: readonly string[]; remove: readonly string[] },
): Promise<MovedCustomer[]> {
  const wanted = new Set([...add, ...remove]);
  const { rows } = await sql<{ id: string; groupId: string | null; isBlocked: boolean }>`
    select id, group_id as "groupId", is_blocked as "isBlocked" from customers where id = any (${[...wanted]}::uuid[])
      and deleted_at is null order by id for update`.execute(transaction);
  const view = visibilityOf(scope, 'groupCustomers.view');
  const seen = rows.filter((customer) => isVisible(view, customer));
  if (seen.length < wanted.size) throw unknownReference('add');
  for (const from of new Set(seen.map((row) => row.groupId))) requireRightToCustomers(scope, from);
  const taken = new Set(remove);
  const moved = seen
    .map((customer) => ({ ...customer, target: taken.has(customer.id) ? null : groupId }))
    // Who is taken out but is in another group stays there.
    .filter(({ groupId: from, target }) => (target === null ? from === groupId : from !== groupId));
  for (const target of new Set(moved.map((customer) => customer.target)))
    requireRightToCustomers(scope, target);
  if (moved.some(({ isBlocked }) => isBlocked)) throw new AppError('customers.blocked');
  return moved;
}

/** Whoever may make groups has no rights in them by that: a refusal says where they are given. */
function requireRightToCustomers(scope: Scope, groupId: string | null): void {
  if (!hasGroupRight(scope, 'groupCustomers.edit', groupId)) throw new AppError('groups.noRightToCustomers');
}

interface Membership {
  readonly userId: string;
  readonly groupRights: readonly GroupRight[];
}

/**
 * Sets what people may do in a group. Somebody who does not administer all groups gives only rights he has there.
 * @throws 404, 412, 400 for unknown people, groups.customersUnseen, users.aboveOwnRights, auth.forbidden for people only administrators take in
 */
export const putGroupUsers: Verb<typeof usersCall> = async (services, context, { params, body }) => {
  const { scope } = context;
  const { groupId } = params;
  requirePermission(scope, 'userManagement.editGroups');
  await readGroup(services, scope, groupId);
  requireManagedGroup(scope, groupId);
  const set: readonly Membership[] = 'set' in body ? body.set : body;
  requireOwnRights(scope, groupId, set);
  const write = () =>
    services.database.transaction(scope, (transaction) =>
      keepCustomersSeen(transaction, scope, async () => {
        await lockVersion(transaction, 'groups', groupId, context.ifMatch);
        await writeMembers(transaction, context, groupId, body);
      }),
    );
  await withCurrent(write, () => readGroup(services, scope, groupId));
  return readGroup(services, scope, groupId);
};

/**
 * Adds somebody who is not in a group yet, with the rights everybody starts with there, as far as the caller has them, in
 * the caller's transaction.
 * @throws auth.forbidden for a group the caller does not manage
 */
export async function addMember(
  transaction: Transaction<Schema>,
  context: SignedInContext,
  groupId: string,
  userId: string,
): Promise<void> {
  const { scope } = context;
  requirePermission(scope, 'userManagement.editGroups');
  requireManagedGroup(scope, groupId);
  const groupRights = firstGroupRights.filter((right) => mayGive(scope, groupId, right));
  await writeMembers(transaction, context, groupId, { set: [{ userId, groupRights }], remove: [] });
}

async function writeMembers(
  transaction: Transaction<Schema>,
  { scope, actor }: SignedInContext,
  groupId: string,
  body: CallInput<typeof usersCall>['body'],
): Promise<void> {
  const set: readonly Membership[] = 'set' in body ? body.set : body;
  await requireUsers(transaction, set);
  if (!managesAllGroups(scope)) await refuseNobodysPeople(transaction, set);
  const removed =
    'set' in body
      ? await sql`delete from group_users where group_id = ${groupId} and user_id = any (${body.remove}::uuid[])
              and user_id <> all (${set.map(({ userId }) => userId)}::uuid[])`.execute(transaction)
      : await sql`delete from group_users where group_id = ${groupId}
              and user_id <> all (${set.map(({ userId }) => userId)}::uuid[])`.execute(transaction);
  await sql`insert into group_users as m (tenant_id, group_id, user_id, group_rights)
        select ${scope.tenantId}, ${groupId}, (e ->> 'userId')::uuid,
          array(select distinct jsonb_array_elements_text(e -> 'groupRights') order by 1)
        from jsonb_array_elements(${JSON.stringify([...new Map(set.map((entry) => [entry.userId, entry])).values()])}::jsonb) e
        on conflict (tenant_id, group_id, user_id) do update set group_rights = excluded.group_rights`.execute(
    transaction,
  );
  await bump(transaction, groupId);
  await writeAudit(transaction, {
    actor,
    action: 'groups.setUsers',
    objectType: 'group',
    objectId: groupId,
    groupId,
    after: body,
    details: { set: set.length, removed: Number(removed.numAffectedRows ?? 0) },
  });
}

/** Nobody gives a right in a group he does not have there, unless he administers all groups. */
const mayGive = (scope: Scope, groupId: string, right: GroupRight): boolean =>
  managesAllGroups(scope) ||
  scope.rightsInAllGroups.has(right) ||
  scope.groupsByRight.get(right)?.has(groupId) === true;

function requireOwnRights(scope: Scope, groupId: string, set: readonly Membership[]): void {
  if (!set.every(({ groupRights }) => groupRights.every((right) => mayGive(scope, groupId, right))))
    throw new AppError('users.aboveOwnRights');
}

async function requireUsers(transaction: Transaction<Schema>, set: readonly Membership[]): Promise<void> {
  const ids = [...new Set(set.map(({ userId }) => userId))];
  const { rows } = await sql`select 1 from users where id = any (${ids}::uuid[])`.execute(transaction);
  if (rows.length < ids.length) throw unknownReference('set');
}

/** Somebody who can sign in and is without a group belongs to administrators: in a group of the caller's, he would be the caller's. */
async function refuseNobodysPeople(
  transaction: Transaction<Schema>,
  set: readonly Membership[],
): Promise<void> {
  const { rows } =
    await sql`select 1 from users u where u.id = any (${set.map(({ userId }) => userId)}::uuid[])
    and ${sql.raw(canSignIn('u'))}
    and not exists (select from group_users m where m.tenant_id = u.tenant_id and m.user_id = u.id) limit 1`.execute(
      transaction,
    );
  if (rows.length > 0) throw new AppError('auth.forbidden');
}
