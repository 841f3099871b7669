import type { PermissionCategory, Role } from '@depotwerk/api/users/roles';
import { type GroupRight, groupRights, type PermissionCode } from '@depotwerk/domain/permissions';
import { readOne } from '../../platform/read-one.ts';
import type { Scope } from '../../platform/scope.ts';
import type { ReadServices } from '../../platform/services.ts';

const members = `r.id, r.role_name as "roleName", r.is_inactive as "isInactive", r.is_client_role as "isClientRole",
  r.row_version as "rowVersion", coalesce(u.number, 0)::int as "userCount",
  (select count(*)::int from role_permissions p where p.tenant_id = r.tenant_id and p.role_id = r.id) as "permissionCount"`;
const from =
  'roles r left join (select role_id, sum(user_count) as number from user_statistics group by role_id) u on u.role_id = r.id';

/** All roles by name. */
export function readRoles(services: ReadServices, scope: Scope): Promise<Role[]> {
  return services.database.read<Role>(scope, {
    sql: `select ${members} from ${from} order by fold_text(r.role_name), r.id`,
    parameters: [],
  });
}

/** One role. @throws 404 */
export async function readRole(services: ReadServices, scope: Scope, id: string): Promise<Role> {
  return readOne<Role>(services.database, scope, {
    sql: `select ${members} from ${from} where r.id = $1`,
    parameters: [id],
  });
}

/** Permissions of a role with the role's version. @throws 404 */
export async function readRolePermissions(
  services: ReadServices,
  scope: Scope,
  id: string,
): Promise<{ permissionIds: PermissionCode[]; version: number }> {
  return readOne<{ permissionIds: PermissionCode[]; version: number }>(services.database, scope, {
    sql: `select r.row_version as version, array(select p.permission_id from role_permissions p
        join permissions n on n.id = p.permission_id
        where p.tenant_id = r.tenant_id and p.role_id = r.id order by n.sort_order) as "permissionIds"
      from roles r where r.id = $1`,
    parameters: [id],
  });
}

/** Every permission by category, in the order of the product. */
export async function readPermissions(services: ReadServices, scope: Scope): Promise<PermissionCategory[]> {
  const rows = await services.database.read<{
    category: string;
    categoryName: string;
    id: string;
    name: string;
  }>(scope, {
    sql: `select category, category_name as "categoryName", id, permission_name as name from permissions order by sort_order`,
    parameters: [],
  });
  return [...Map.groupBy(rows, ({ category }) => category)].map(([category, permissions]) => ({
    category,
    categoryName: permissions[0]?.categoryName ?? category,
    permissions: permissions.map(({ id, name }) => ({ id, name })),
  }));
}

const groupRightCategories: Readonly<Record<string, string>> = {
  groupCustomers: 'Kunden',
  groupContracts: 'Verträge',
  groupReports: 'Berichte',
  groupDocuments: 'Dokumente',
  groupUsers: 'Benutzer',
};

interface GroupRightCategory {
  category: string;
  categoryName: string;
  permissions: { id: GroupRight; name: string }[];
}

/** The rights inside a group, by what they are about. */
export async function readGroupPermissions(
  services: ReadServices,
  scope: Scope,
): Promise<GroupRightCategory[]> {
  const rows = await services.database.read<{ id: string; name: string }>(scope, {
    sql: 'select id, permission_name as name from group_permissions order by sort_order',
    parameters: [],
  });
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  const known = groupRights.map((id) => ({
    id,
    name: names.get(id) ?? id,
    category: id.split('.')[0] ?? id,
  }));
  return [...Map.groupBy(known, ({ category }) => category)].map(([category, permissions]) => ({
    category,
    categoryName: groupRightCategories[category] ?? category,
    permissions: permissions.map(({ id, name }) => ({ id, name })),
  }));
}
