import type { SavedView, ViewScreen } from '@depotwerk/api/saved-views/saved-views';
import type { Reader } from '../../platform/database/database.ts';
import { distinctName } from '../../platform/database/distinct-name.ts';
import { readOne } from '../../platform/read-one.ts';
import type { Scope } from '../../platform/scope.ts';

const members = `v.id, v.screen_key as "screenKey", v.saved_view_name as "savedViewName", v.columns, coalesce(v.widths, '{}') as widths,
  v.filters, v.sort, v.density, v.group_id as "groupId", g.group_name as "groupName", v.group_id is not null as "isShared",
  exists (select from saved_view_defaults d
    where d.tenant_id = v.tenant_id and d.user_id = $1 and d.view_id = v.id) as "isDefault",
  v.user_id = $1 as "isOwn", v.user_id = $1 or u.is_inactive and $4 and v.group_id = any ($2) as "mayDelete", ${distinctName('u')} as "ownerName", v.row_version as "rowVersion"`;
const from = `saved_views v join users u on u.tenant_id = v.tenant_id and u.id = v.user_id
  left join groups g on g.tenant_id = v.tenant_id and g.id = v.group_id`;
/** Shared with a group the caller's rights reach, or with one above such a group. */
const isVisible = `(v.user_id = $1 or v.group_id in (with recursive above as (
    select g.id, g.parent_group_id from groups g where g.id = any($2)
    union select g.id, g.parent_group_id from groups g join above a on a.parent_group_id = g.id)
  select id from above))`;

/** Groups somebody sees and may share with. */
export const reachedGroups = ({ groupsByRight }: Scope): string[] => [
  ...new Set([
    ...(groupsByRight.get('groupCustomers.view') ?? []),
    ...(groupsByRight.get('groupContracts.view') ?? []),
  ]),
];

const mayShare = ({ permissions }: Scope): boolean => permissions.has('savedViews.share');

/** Views of a list, or of all, the caller sees, own ones first. Customers have no lists and so no views. */
export async function listViews(
  reader: Reader,
  scope: Scope,
  screenKey: ViewScreen | undefined,
): Promise<SavedView[]> {
  if (scope.ownCustomerId !== null) return [];
  return reader.read<SavedView>(scope, {
    sql: `select ${members} from ${from} where ($3::text is null or v.screen_key = $3) and ${isVisible}
      order by v.user_id = $1 desc, fold_text(v.saved_view_name), v.id`,
    parameters: [scope.userId, reachedGroups(scope), screenKey ?? null, mayShare(scope)],
  });
}

/** One view the caller sees. @throws 404 */
export async function readView(reader: Reader, scope: Scope, id: string): Promise<SavedView> {
  return readOne<SavedView>(reader, scope, {
    sql: `select ${members} from ${from} where v.id = $3 and ${isVisible}`,
    parameters: [scope.userId, reachedGroups(scope), id, mayShare(scope)],
  });
}
