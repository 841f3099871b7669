import type { CallAnswer } from '@depotwerk/api/call';
import type { listNotePeople } from '@depotwerk/api/notes/notes';
import type { GroupRight, PermissionCode } from '@depotwerk/domain/permissions';
import { taskTypeFacts } from '@depotwerk/domain/workbench/task-types';
import { distinctName } from '../../platform/database/distinct-name.ts';
import type { Scope } from '../../platform/scope.ts';
import type { ReadServices } from '../../platform/services.ts';
import type { Noted } from './notes.view.ts';

type Person = CallAnswer<typeof listNotePeople>[number];

/** More than a house has people for one group; a list to choose from. */
const mostPeople = 500;

/**
 * Active people who see what is noted, by name: they read the note with the rights asked for here. Without the caller, who
 * needs neither be told nor asked.
 * @param among only these; null = all
 */
export function readNotePeople(
  { database }: ReadServices,
  scope: Scope,
  { groupId, contractId }: Noted,
  among: readonly string[] | null,
): Promise<Person[]> {
  const isOfContract = contractId !== null;
  const permissions: PermissionCode[] = ['customers.view'];
  if (isOfContract) permissions.push('contracts.view');
  if (groupId === null) permissions.push('customers.viewWithoutGroup');
  const rights: GroupRight[] = isOfContract
    ? ['groupCustomers.view', 'groupContracts.view']
    : ['groupCustomers.view'];
  return database.read<Person>(scope, {
    sql: `with recursive above as (
        select g.id, g.parent_group_id from groups g where g.id = $1::uuid
        union select p.id, p.parent_group_id from above b join groups p on p.id = b.parent_group_id)
      select u.id, ${distinctName('u')} as "fullName", h.held @> $5::text[] as "mayFollowUp" from users u
        join roles r on r.tenant_id = u.tenant_id and r.id = u.role_id and not r.is_inactive and not r.is_client_role
        cross join lateral (select coalesce(array_agg(p.permission_id), '{}') as held from role_permissions p
          where p.tenant_id = u.tenant_id and p.role_id = u.role_id) h
       where not u.is_inactive and u.customer_id is null and u.id <> $4 and h.held @> $2::text[]
         and ($1::uuid is null or not exists (select from unnest($3::text[]) needed where not exists (
           select from group_users m where m.tenant_id = u.tenant_id and m.user_id = u.id
              and needed = any (m.group_rights) and m.group_id in (select id from above))))
         and ($6::uuid[] is null or u.id = any ($6::uuid[]))
       order by fold_text(u.full_name), u.id limit ${mostPeople}`,
    parameters: [groupId, permissions, rights, scope.userId, followUpPermissions, among],
  });
}

/** What somebody needs to find a follow-up in the work list. */
const followUpPermissions: readonly PermissionCode[] = ['workbench.view', taskTypeFacts.followUp.permission];
