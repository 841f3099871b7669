import type { Group, GroupUser, TreeGroup } from '@depotwerk/api/users/groups';
import { inTreeOrder } from '@depotwerk/domain/users/group-tree';
import { Parameters } from '../../platform/database/parameters.ts';
import {
  type GroupMembers,
  type MemberFilter,
  readGroupMembers,
} from '../../platform/lists/group-members.ts';
import { readOne } from '../../platform/read-one.ts';
import type { Scope } from '../../platform/scope.ts';
import type { ReadServices } from '../../platform/services.ts';

const members = `g.id, g.group_name as "groupName", g.group_description as "groupDescription", g.is_inactive as "isInactive",
  g.parent_group_id as "parentGroupId", g.row_version as "rowVersion",
  coalesce(c.number, 0)::int as "customerCount", coalesce(u.number, 0)::int as "userCount"`;

/** Counts of all groups at once: one look at the aggregates instead of one for each group. */
const from = `groups g
  left join (select group_id, sum(customer_count) as number from customer_statistics group by group_id) c on c.group_id = g.id
  left join (select group_id, sum(user_count) as number from group_user_statistics group by group_id) u on u.group_id = g.id`;

/** All groups by name. */
export function readGroups(
  services: ReadServices,
  scope: Scope,
  includesInactive: boolean,
): Promise<Group[]> {
  return services.database.read<Group>(scope, {
    sql: `select ${members} from ${from} where $1 or not g.is_inactive order by g.sort_name, g.id`,
    parameters: [includesInactive],
  });
}

/** All groups in the order of the tree. */
export async function readGroupTree(services: ReadServices, scope: Scope): Promise<TreeGroup[]> {
  return inTreeOrder(await readGroups(services, scope, true));
}

/** One group. @throws 404 */
export async function readGroup(services: ReadServices, scope: Scope, id: string): Promise<Group> {
  return readOne<Group>(services.database, scope, {
    sql: `select ${members} from ${from} where g.id = $1`,
    parameters: [id],
  });
}

/** People with rights in one group. @throws 404 when there is no such group */
export async function readGroupUsers(
  services: ReadServices,
  scope: Scope,
  filter: MemberFilter,
  page: { size: number; offset: number },
): Promise<GroupMembers<GroupUser>> {
  return readGroupMembers(services, scope, filter, {
    selection: `u.id as "userId", u.user_name as "userName", u.full_name as "fullName", r.role_name as "roleName",
      u.is_inactive as "isInactive", m.group_rights as "groupRights"`,
    from: `group_users m join users u on u.tenant_id = m.tenant_id and u.id = m.user_id
      join roles r on r.tenant_id = u.tenant_id and r.id = u.role_id`,
    groupColumn: 'm.group_id',
    order: 'u.sort_name, u.id',
    conditions: [],
    parameters: new Parameters(),
    page,
  });
}
