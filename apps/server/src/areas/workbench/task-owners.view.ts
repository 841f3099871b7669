import type { CallAnswer } from '@depotwerk/api/call';
import type { listTaskOwners } from '@depotwerk/api/workbench/workbench';
import { taskTypeFacts } from '@depotwerk/domain/workbench/task-types';
import { distinctName } from '../../platform/database/distinct-name.ts';
import type { Scope } from '../../platform/scope.ts';
import type { ReadServices } from '../../platform/services.ts';
import { readTask } from './tasks.view.ts';

/**
 * Active people who may work on the task: the right of its kind in their role, for tasks of a group the right to look in
 * it or above it, for those of customers without a group the right to see such. @throws 404 for a task the caller does not see
 */
export async function listOwnersOf(
  services: ReadServices,
  scope: Scope,
  taskId: string,
  today: string,
): Promise<CallAnswer<typeof listTaskOwners>> {
  const { taskType } = await readTask(services, scope, taskId, today);
  const { permission, of } = taskTypeFacts[taskType];
  const right = of === 'customer' ? 'groupCustomers.view' : 'groupContracts.view';
  return services.database.read(scope, {
    sql: `with recursive above as (
        select g.id, g.parent_group_id from workbench_tasks t join groups g on g.tenant_id = t.tenant_id and g.id = t.group_id
         where t.id = $1
        union select p.id, p.parent_group_id from above b join groups p on p.id = b.parent_group_id)
      select u.id, ${distinctName('u')} as "fullName" from users u
        join workbench_tasks t on t.tenant_id = u.tenant_id and t.id = $1
        join roles r on r.tenant_id = u.tenant_id and r.id = u.role_id and not r.is_inactive and not r.is_client_role
       where not u.is_inactive and u.customer_id is null and u.id <> all (t.not_for)
         and (t.user_id is null or t.user_id = u.id)
         and (select array_agg(p.permission_id) from role_permissions p
           where p.tenant_id = u.tenant_id and p.role_id = u.role_id) @> (array['workbench.view', $2]::text[]
             || case when t.group_id is null and t.user_id is null and not t.is_house
               then array['customers.viewWithoutGroup'] else '{}'::text[] end)
         and (t.group_id is null or exists (select from group_users m where m.tenant_id = u.tenant_id and m.user_id = u.id
           and $3 = any (m.group_rights) and m.group_id in (select id from above)))
       order by fold_text(u.full_name), u.id limit 200`,
    parameters: [taskId, permission, right],
  });
}
