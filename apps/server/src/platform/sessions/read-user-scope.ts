import {
  type GroupRight,
  groupRights,
  type PermissionCode,
  permissionCodes,
} from '@depotwerk/domain/permissions';
import type { Reader } from '../database/database.ts';
import { buildScope, type Scope } from '../scope.ts';

interface UserRow {
  customerId: string | null;
  isClientRole: boolean;
  permissions: string[];
  memberships: { groupId: string; groupRights: string[] }[];
}

const userSql = `
select u.customer_id as "customerId", r.is_client_role as "isClientRole",
  coalesce((select jsonb_agg(p.permission_id) from role_permissions p
    where p.tenant_id = u.tenant_id and p.role_id = u.role_id), '[]') as permissions,
  coalesce((select jsonb_agg(jsonb_build_object('groupId', m.group_id, 'groupRights', m.group_rights))
    from group_users m join groups g on g.tenant_id = m.tenant_id and g.id = m.group_id
    where m.tenant_id = u.tenant_id and m.user_id = u.id and not g.is_inactive), '[]') as memberships
from users u join roles r on r.tenant_id = u.tenant_id and r.id = u.role_id
  join tenants t on t.tenant_id = u.tenant_id
where u.tenant_id = app_tenant_id() and u.id = $1 and not u.is_inactive and not r.is_inactive and not t.is_inactive`;

const groupsSql =
  'select id, parent_group_id as "parentGroupId" from groups where tenant_id = app_tenant_id()';

/** A customer's user without a customer sees nobody: this id belongs to none. */
const nobody = '00000000-0000-0000-0000-000000000000';
const knownPermissions: ReadonlySet<string> = new Set(permissionCodes);
const isPermission = (code: string): code is PermissionCode => knownPermissions.has(code);
const knownRights: ReadonlySet<string> = new Set(groupRights);
const isGroupRight = (right: string): right is GroupRight => knownRights.has(right);

/**
 * What a user may see and do at this moment, without a session: for background work on his behalf. null when the user,
 * his role or tenant is gone or inactive.
 */
export async function readUserScope(reader: Reader, tenantId: string, userId: string): Promise<Scope | null> {
  const [users, groups] = await reader.readMany<[UserRow, { id: string; parentGroupId: string | null }]>(
    { tenantId, userId },
    [
      { sql: userSql, parameters: [userId] },
      { sql: groupsSql, parameters: [] },
    ],
  );
  const user = users[0];
  if (!user) return null;
  return buildScope({
    tenantId,
    userId,
    ownCustomerId: user.isClientRole ? (user.customerId ?? nobody) : null,
    permissions: user.permissions.filter(isPermission),
    groups,
    memberships: user.memberships.map(({ groupId, groupRights: rights }) => ({
      groupId,
      groupRights: rights.filter(isGroupRight),
    })),
  });
}
