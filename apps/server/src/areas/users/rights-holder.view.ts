import type { RightsGroup, RightsHolder } from '@depotwerk/domain/users/explain-rights';
import { pathToGroup } from '@depotwerk/domain/users/explain-rights';
import type { ReadQuery } from '../../platform/database/database.ts';
import { canSignIn } from '../../platform/identity-provider/link-opens.ts';
import { hasSecondFactor, needsSecondFactor } from '../../platform/sessions/second-factor-state.ts';

export interface HolderRow {
  id: string;
  fullName: string;
  userName: string;
  roleId: string;
  roleName: string;
  customerId: string | null;
  isInactive: boolean;
  isRoleInactive: boolean;
  isClientRole: boolean;
  lacksSecondFactor: boolean;
  canSignIn: boolean;
  permissions: string[];
  memberships: { groupId: string; groupRights: string[] }[];
}

/** SQL over `holderTables`: no permission holds before the second factor is set up. */
export const lacksSecondFactor = `(${needsSecondFactor} and not ${hasSecondFactor})`;

export const holderTables = `users u join roles r on r.tenant_id = u.tenant_id and r.id = u.role_id
  join tenants t on t.tenant_id = u.tenant_id`;

/** Everything stored that bears on the rights of `users u`, also what has no effect at the moment. */
export const holderSelection = `u.id, u.full_name as "fullName", u.user_name as "userName", u.role_id as "roleId",
  r.role_name as "roleName", u.customer_id as "customerId", u.is_inactive as "isInactive",
  r.is_inactive as "isRoleInactive", r.is_client_role as "isClientRole", ${lacksSecondFactor} as "lacksSecondFactor",
  ${canSignIn('u')} as "canSignIn",
  coalesce((select jsonb_agg(p.permission_id) from role_permissions p
    where p.tenant_id = u.tenant_id and p.role_id = u.role_id), '[]') as permissions,
  coalesce((select jsonb_agg(jsonb_build_object('groupId', m.group_id, 'groupRights', m.group_rights))
    from group_users m where m.tenant_id = u.tenant_id and m.user_id = u.id), '[]') as memberships`;

/** A row as the rule takes it. */
export const toHolder = (row: HolderRow): RightsHolder => ({ ...row, permissions: new Set(row.permissions) });

/** A group, given as SQL, and all above it; nothing when it is null. */
export const groupsAbove = (group: string, parameters: unknown[]): ReadQuery<RightsGroup> => ({
  sql: `with recursive above as (
      select id, parent_group_id from groups where id = ${group}
      union select g.id, g.parent_group_id from groups g join above a on g.id = a.parent_group_id)
    select g.id, g.group_name as "groupName", g.parent_group_id as "parentGroupId", g.is_inactive as "isInactive"
      from groups g join above a on a.id = g.id`,
  parameters,
});

export const byId = (groups: readonly RightsGroup[]): Map<string, RightsGroup> =>
  new Map(groups.map((group) => [group.id, group]));

/** A group of a path as it is answered. */
export const toPathGroup = ({ id, groupName, isInactive }: RightsGroup) => ({ id, groupName, isInactive });

/** From the top down to the group. */
export const groupPath = (groups: ReadonlyMap<string, RightsGroup>, groupId: string | null) =>
  pathToGroup(groups, groupId).map(toPathGroup);
