import type {
  createGroup as createCall,
  deleteGroup as deleteCall,
  putGroup as putCall,
} from '@depotwerk/api/users/groups';
import { groupRights } from '@depotwerk/domain/permissions';
import { checkGroup, loggedGroupFields } from '@depotwerk/domain/users/check-group';
import { sql, type Transaction } from 'kysely';
import { changedFields } from '../../platform/audit/changed-fields.ts';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { keepDeletion } from '../../platform/deletions/keep-deletion.ts';
import { refuseIssues, refusing, refusingUse, taken, unknownReference } from '../../platform/editing.ts';
import { hasGroupRight } from '../../platform/group-right.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Verb } from '../../platform/http/verb.ts';
import { answerOnce } from '../../platform/idempotency.ts';
import { managesAllGroups, requireManagedGroup } from '../../platform/own-rights.ts';
import { requirePermission, type Scope } from '../../platform/scope.ts';
import { writeVersioned } from '../../platform/versioned-write.ts';
import { readGroup } from './groups.view.ts';
import { keepCustomersSeen } from './keep-customers-seen.ts';

const cycle = () =>
  new AppError('groups.cycle', { validation: [{ path: 'parentGroupId', code: 'groupCycle' }] });
const refusals = {
  groups_name: () => taken('masterData.nameExists', 'groupName', 'nameExists'),
  groups_no_cycle: cycle,
};

/** Moving a group below another hands that one's rights down to it: nobody may give himself some that way. */
function requireNoNewRights(scope: Scope, groupId: string, parentGroupId: string | null): void {
  if (managesAllGroups(scope) || parentGroupId === null) return;
  const gains = groupRights.some(
    (right) => hasGroupRight(scope, right, parentGroupId) && !hasGroupRight(scope, right, groupId),
  );
  if (gains) throw new AppError('users.aboveOwnRights');
}

async function requireParent(transaction: Transaction<Schema>, parentGroupId: string | null): Promise<void> {
  if (parentGroupId === null) return;
  const { rows } = await sql`select 1 from groups where id = ${parentGroupId} for share`.execute(transaction);
  if (rows.length === 0) throw unknownReference('parentGroupId');
}

/** Adds a group. @throws 400 with the fields that are wrong, 409 for a name its parent already has, 403 */
export const createGroup: Verb<typeof createCall> = async (services, context, { body }) => {
  const { scope, actor } = context;
  requirePermission(scope, 'userManagement.editGroups');
  refuseIssues(checkGroup(body));
  requireManagedGroup(scope, body.parentGroupId);
  return answerOnce(
    services.database,
    context,
    'createGroup',
    body,
    (transaction) =>
      refusing(refusals, async () => {
        await requireParent(transaction, body.parentGroupId);
        const written = crypto.randomUUID();
        await sql`insert into groups (tenant_id, id, group_name, group_description, is_inactive, parent_group_id)
        values (${scope.tenantId}, ${written}, ${body.groupName}, ${body.groupDescription}, ${body.isInactive},
          ${body.parentGroupId})`.execute(transaction);
        await writeAudit(transaction, {
          actor,
          action: 'groups.create',
          objectType: 'group',
          objectId: written,
          groupId: written,
          after: body,
        });
        return { id: written };
      }),
    (reading, { id }) => readGroup(reading, scope, id),
  );
};

/**
 * Changes or moves a group. @throws 404, 412 with the stored version, groups.cycle, groups.customersUnseen, else as
 * createGroup
 */
export const putGroup: Verb<typeof putCall> = async (services, context, { params, body }) => {
  const { scope } = context;
  requirePermission(scope, 'userManagement.editGroups');
  const before = await readGroup(services, scope, params.id);
  requireManagedGroup(scope, params.id);
  refuseIssues(checkGroup(body));
  if (body.parentGroupId === params.id) throw cycle();
  // Somewhere else in the tree other people get rights in it: both ends must be the caller's.
  if (body.parentGroupId !== before.parentGroupId) {
    requireManagedGroup(scope, body.parentGroupId);
    requireNoNewRights(scope, params.id, body.parentGroupId);
  }
  const row = {
    table: 'groups',
    id: params.id,
    refusals,
    // Inactive, or elsewhere in the tree, other people see its customers.
    within: (transaction: Transaction<Schema>, write: () => Promise<void>) =>
      keepCustomersSeen(transaction, scope, write),
    readCurrent: () => readGroup(services, scope, params.id),
  } as const;
  await writeVersioned(services, context, row, async (transaction) => {
    await requireParent(transaction, body.parentGroupId);
    const changed = { table: 'groups', id: params.id, fields: loggedGroupFields } as const;
    const write = () =>
      sql`update groups set group_name = ${body.groupName}, group_description = ${body.groupDescription},
            is_inactive = ${body.isInactive}, parent_group_id = ${body.parentGroupId}
          where id = ${params.id}`.execute(transaction);
    const fields = await changedFields(transaction, changed, write);
    return {
      action: 'groups.edit',
      objectType: 'group',
      objectId: params.id,
      groupId: params.id,
      before,
      after: body,
      details: { parentGroupId: body.parentGroupId, isInactive: body.isInactive, fields },
    };
  });
  return readGroup(services, scope, params.id);
};

/** Deletes a group. @throws 404, 412, groups.hasChildren, groups.hasCustomers, masterData.inUse */
export const deleteGroup: Verb<typeof deleteCall> = async (services, context, { params }) => {
  const { scope } = context;
  requirePermission(scope, 'userManagement.editGroups');
  const before = await readGroup(services, scope, params.id);
  requireManagedGroup(scope, params.id);
  const row = {
    table: 'groups',
    id: params.id,
    readCurrent: () => readGroup(services, scope, params.id),
  } as const;
  await writeVersioned(services, context, row, async (transaction) => {
    await requireEmpty(transaction, params.id);
    const deletion = { kind: 'group', objectId: params.id, userId: scope.userId } as const;
    await keepDeletion(transaction, deletion, { table: 'groups', id: params.id });
    await refusingUse(() => sql`delete from groups where id = ${params.id}`.execute(transaction));
    return {
      action: 'groups.delete',
      objectType: 'group',
      objectId: params.id,
      before,
    };
  });
};

async function requireEmpty(transaction: Transaction<Schema>, groupId: string): Promise<void> {
  const { rows } = await sql<{ hasChildren: boolean; hasCustomers: boolean }>`
    select exists (select from groups where parent_group_id = ${groupId}) as "hasChildren",
      exists (select from customers where group_id = ${groupId}) as "hasCustomers"`.execute(transaction);
  if (rows[0]?.hasChildren) throw new AppError('groups.hasChildren');
  if (rows[0]?.hasCustomers) throw new AppError('groups.hasCustomers');
}
