import type { Group, GroupUser, PlacedGroup, TreeGroup } from '@depotwerk/api/users/groups';
import { foldText } from '@depotwerk/domain/fold-text';
import { Parameters } from '../../platform/database/parameters.ts';
import {
  type GroupMembers,
  type MemberFilter,
  readGroupMembers,
} from '../../platform/lists/group-members.ts';
import type { Page } from '../../platform/lists/paging.ts';
import { searchOf } from '../../platform/lists/search-text.ts';
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

/** So many hits of a text are counted exactly. */
const mostCounted = 1000;

/** A text as places of the tree keep names; null where nothing is searched, undefined where it can find nothing. */
function foldedSearch(search: string | undefined): string | null | undefined {
  const text = searchOf(search);
  return text === null ? null : foldText(text) || undefined;
}

interface GroupPage<Placed> {
  readonly items: Placed[];
  readonly total: number;
  readonly isTotalExact: boolean;
}
const nothingFound: GroupPage<never> = { items: [], total: 0, isTotalExact: true };

/** A page of the tree, whatever the size of the house: hits with what stands above them. */
export async function readTreePage(
  services: ReadServices,
  scope: Scope,
  filter: { readonly search?: string | undefined; readonly isInactive?: boolean | undefined },
  { size, offset }: Pick<Page, 'size' | 'offset'>,
): Promise<GroupPage<TreeGroup>> {
  const folded = foldedSearch(filter.search);
  if (folded === undefined) return nothingFound;
  const [found] = await services.database.read<{ ids: string[]; total: number; isExact: boolean }>(scope, {
    sql: 'select ids, total, is_exact as "isExact" from groups_in_tree($1, $2, $3, $4, $5)',
    parameters: [folded, filter.isInactive ?? null, mostCounted, size, offset],
  });
  return {
    items: await readPlaced(services, scope, found?.ids ?? []),
    total: found?.total ?? 0,
    isTotalExact: found?.isExact ?? true,
  };
}

/** A page of the active groups a group may hang below. */
export async function readPossibleParents(
  services: ReadServices,
  scope: Scope,
  filter: { readonly search?: string | undefined; readonly groupId?: string | undefined },
  { size, offset }: Pick<Page, 'size' | 'offset'>,
): Promise<GroupPage<PlacedGroup>> {
  const folded = foldedSearch(filter.search);
  if (folded === undefined) return nothingFound;
  const [found] = await services.database.read<{ ids: string[]; total: number }>(scope, {
    sql: 'select ids, total from possible_parents($1, $2, $3, $4, $5)',
    parameters: [folded, filter.groupId ?? null, mostCounted, size, offset],
  });
  const total = found?.total ?? 0;
  return {
    items: await readPlaced<PlacedGroup>(services, scope, found?.ids ?? [], namesAbove),
    total,
    isTotalExact: total <= mostCounted,
  };
}

const namesAbove = `, array(select a.group_name
    from unnest(p.above) member join group_places b on b.tenant_id = p.tenant_id and b.place = member
      join groups a on a.tenant_id = p.tenant_id and a.id = b.group_id order by member) as "namesAbove"`;

/** Groups by id in the order of the tree; of few, each is counted by itself. */
function readPlaced<Placed extends TreeGroup>(
  services: ReadServices,
  scope: Scope,
  ids: readonly string[],
  further = '',
): Promise<Placed[]> {
  return services.database.read<Placed>(scope, {
    sql: `select ${members}, cardinality(p.above) as level${further}
      from group_places p join groups g on g.tenant_id = p.tenant_id and g.id = p.group_id
        left join lateral (select sum(customer_count) as number from customer_statistics s
          where s.tenant_id = p.tenant_id and s.group_id = p.group_id) c on true
        left join lateral (select sum(user_count) as number from group_user_statistics s
          where s.tenant_id = p.tenant_id and s.group_id = p.group_id) u on true
     where p.group_id = any ($1::uuid[]) order by p.place`,
    parameters: [ids],
  });
}

/** One group. @throws 404 */
export async function readGroup(services: ReadServices, scope: Scope, id: string): Promise<Group> {
  return readOne<Group>(services.database, scope, {
    sql: `select ${members}, (select a.group_name from groups a where a.tenant_id = g.tenant_id and a.id = g.parent_group_id)
        as "parentGroupName" from ${from} where g.id = $1`,
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
