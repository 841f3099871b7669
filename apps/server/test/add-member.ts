import { randomUUID } from 'node:crypto';
import { type GroupRight, type PermissionCode, permissionCodes } from '@depotwerk/domain/permissions';
import type { contractHouse } from './contract-house.ts';

/**
 * Somebody whose rights stand in the database, too, for what reads them there. Answers the token, which is the id.
 * @param groupId where the rights hold; null = nowhere
 */
export async function addMember(
  { server, run }: Pick<ReturnType<typeof contractHouse>, 'server' | 'run'>,
  groupId: string | null,
  permissions: readonly PermissionCode[] = permissionCodes,
  groupRights: readonly GroupRight[] = ['groupContracts.view', 'groupCustomers.view'],
): Promise<string> {
  const memberships = groupId === null ? [] : [{ groupId, groupRights }];
  const id = await server.caller({ permissions, memberships });
  const role = randomUUID();
  await run(`insert into roles (tenant_id, id, role_name) values ($1, $2, $3)`, role, `Rolle ${role}`);
  await run(
    'insert into role_permissions (tenant_id, role_id, permission_id) select $1, $2, unnest($3::text[])',
    role,
    permissions,
  );
  await run('update users set role_id = $3 where tenant_id = $1 and id = $2', id, role);
  for (const each of memberships)
    await run(
      'insert into group_users (tenant_id, group_id, user_id, group_rights) values ($1, $2, $3, $4)',
      each.groupId,
      id,
      each.groupRights,
    );
  return id;
}
