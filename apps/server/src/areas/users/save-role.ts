import type {
  createRole as createCall,
  deleteRole as deleteCall,
  putRolePermissions as permissionsCall,
  putRole as putCall,
} from '@depotwerk/api/users/roles';
import { checkRole, loggedRoleFields } from '@depotwerk/domain/users/check-role';
import { sql, type Transaction } from 'kysely';
import { changedFields } from '../../platform/audit/changed-fields.ts';
import { writeAudit } from '../../platform/audit/write-audit.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { keepDeletion } from '../../platform/deletions/keep-deletion.ts';
import {
  lockVersion,
  refuseIssues,
  refusing,
  taken,
  unknownReference,
  withCurrent,
} from '../../platform/editing.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Verb } from '../../platform/http/verb.ts';
import { answerOnce } from '../../platform/idempotency.ts';
import {
  keepingAnAdministrator,
  permissionsOfRole,
  requireWithinOwnRights,
} from '../../platform/own-rights.ts';
import { requirePermission } from '../../platform/scope.ts';
import { keepCustomersSeen } from './keep-customers-seen.ts';
import { readRole, readRolePermissions } from './roles.view.ts';

const refusals = { roles_name: () => taken('masterData.nameExists', 'roleName', 'nameExists') };

/** Adds a role, empty or as a copy of another one. @throws 400, 409 for a name that exists, users.aboveOwnRights */
export const createRole: Verb<typeof createCall> = async (services, context, { body }) => {
  const { scope, actor } = context;
  requirePermission(scope, 'userManagement.editRoles');
  refuseIssues(checkRole(body));
  return answerOnce(
    services.database,
    context,
    'createRole',
    body,
    (transaction) =>
      refusing(refusals, async () => {
        const copied = body.copiedRoleId ?? null;
        const source =
          copied === null
            ? null
            : await sql<{
                isClientRole: boolean;
              }>`select is_client_role as "isClientRole" from roles where id = ${copied}`.execute(
                transaction,
              );
        if (source?.rows.length === 0) throw unknownReference('copiedRoleId');
        const permissions = copied === null ? [] : await permissionsOfRole(transaction, copied);
        requireWithinOwnRights(scope, permissions);
        const written = crypto.randomUUID();
        await sql`insert into roles (tenant_id, id, role_name, is_inactive, is_client_role)
        values (${scope.tenantId}, ${written}, ${body.roleName}, ${body.isInactive},
          ${source?.rows[0]?.isClientRole ?? false})`.execute(transaction);
        await setPermissions(transaction, scope.tenantId, written, permissions);
        await writeAudit(transaction, {
          actor,
          action: 'roles.create',
          objectType: 'role',
          objectId: written,
          after: { ...body, permissions },
          details: { copiedRoleId: copied },
        });
        return { id: written };
      }),
    (reading, { id }) => readRole(reading, scope, id),
  );
};

/** Renames or (in)activates a role. @throws 404, 412, users.aboveOwnRights, users.ownSignIn for making the own role inactive, roles.lastAdministrator, groups.customersUnseen, else as createRole */
export const putRole: Verb<typeof putCall> = async (services, context, { params, body }) => {
  const { scope, actor } = context;
  requirePermission(scope, 'userManagement.editRoles');
  const before = await readRole(services, scope, params.id);
  refuseIssues(checkRole(body));
  const write = () =>
    services.database.transaction(scope, (transaction) =>
      refusing(refusals, () =>
        keepingAnAdministrator(transaction, () =>
          keepCustomersSeen(transaction, scope, async () => {
            requireWithinOwnRights(scope, await permissionsOfRole(transaction, params.id));
            await lockVersion(transaction, 'roles', params.id, context.ifMatch);
            if (body.isInactive && !before.isInactive)
              await refuseOwnRole(transaction, actor.userId, params.id);
            const row = { table: 'roles', id: params.id, fields: loggedRoleFields } as const;
            const fields = await changedFields(transaction, row, () =>
              sql`update roles set role_name = ${body.roleName}, is_inactive = ${body.isInactive}
            where id = ${params.id}`.execute(transaction),
            );
            await writeAudit(transaction, {
              actor,
              action: 'roles.edit',
              objectType: 'role',
              objectId: params.id,
              before,
              after: body,
              details: { isInactive: body.isInactive, fields },
            });
          }),
        ),
      ),
    );
  await withCurrent(write, () => readRole(services, scope, params.id));
  return readRole(services, scope, params.id);
};

/** Whoever has an inactive role is signed out and cannot take that back. */
async function refuseOwnRole(
  transaction: Transaction<Schema>,
  userId: string,
  roleId: string,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from users where id = ${userId} and role_id = ${roleId}`.execute(transaction);
  if (rows.length > 0) throw new AppError('users.ownSignIn');
}

/** Sets what a role permits. @throws 404, 412, users.aboveOwnRights, roles.lastAdministrator, groups.customersUnseen */
export const putRolePermissions: Verb<typeof permissionsCall> = async (
  services,
  context,
  { params, body },
) => {
  const { scope, actor } = context;
  requirePermission(scope, 'userManagement.editRoles');
  const { permissionIds: before } = await readRolePermissions(services, scope, params.id);
  const wanted = [...new Set(body.permissionIds)];
  const write = () =>
    services.database.transaction(scope, (transaction) =>
      keepingAnAdministrator(transaction, () =>
        keepCustomersSeen(transaction, scope, async () => {
          await lockVersion(transaction, 'roles', params.id, context.ifMatch);
          // What it carries now counts as well: nobody weakens a role above his own.
          requireWithinOwnRights(scope, [...wanted, ...(await permissionsOfRole(transaction, params.id))]);
          await sql`delete from role_permissions where role_id = ${params.id} and permission_id <> all (${wanted}::text[])`.execute(
            transaction,
          );
          await setPermissions(transaction, scope.tenantId, params.id, wanted);
          await sql`update roles set updated_at = now() where id = ${params.id}`.execute(transaction);
          await writeAudit(transaction, {
            actor,
            action: 'roles.setPermissions',
            objectType: 'role',
            objectId: params.id,
            before,
            after: wanted,
            details: {
              added: wanted.filter((id) => !before.includes(id)).join(' '),
              removed: before.filter((id) => !wanted.includes(id)).join(' '),
            },
          });
        }),
      ),
    );
  await withCurrent(write, () => readRole(services, scope, params.id));
  return readRole(services, scope, params.id);
};

async function setPermissions(
  transaction: Transaction<Schema>,
  tenantId: string,
  roleId: string,
  permissions: readonly string[],
): Promise<void> {
  await sql`insert into role_permissions (tenant_id, role_id, permission_id)
    select ${tenantId}, ${roleId}, unnest(${permissions}::text[]) on conflict do nothing`.execute(
    transaction,
  );
}

/** Deletes a role nobody has. @throws 404, 412, roles.inUse, users.aboveOwnRights */
export const deleteRole: Verb<typeof deleteCall> = async (services, context, { params }) => {
  const { scope, actor } = context;
  requirePermission(scope, 'userManagement.editRoles');
  const before = await readRole(services, scope, params.id);
  const write = () =>
    services.database.transaction(scope, async (transaction) => {
      requireWithinOwnRights(scope, await permissionsOfRole(transaction, params.id));
      await lockVersion(transaction, 'roles', params.id, context.ifMatch);
      const { rows } = await sql`select 1 from users where role_id = ${params.id} limit 1`.execute(
        transaction,
      );
      if (rows.length > 0) throw new AppError('roles.inUse');
      const deletion = { kind: 'role', objectId: params.id, userId: scope.userId } as const;
      await keepDeletion(transaction, deletion, { table: 'roles', id: params.id });
      await sql`delete from roles where id = ${params.id}`.execute(transaction);
      await writeAudit(transaction, {
        actor,
        action: 'roles.delete',
        objectType: 'role',
        objectId: params.id,
        before,
      });
    });
  await withCurrent(write, () => readRole(services, scope, params.id));
};
