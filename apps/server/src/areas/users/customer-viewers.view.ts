import type { CustomerViewer } from '@depotwerk/api/users/effective-rights';
import type { RightsGroup } from '@depotwerk/domain/users/explain-rights';
import { customerActions, explainRights } from '@depotwerk/domain/users/explain-rights';
import { notFound } from '../../platform/http/app-error.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { canSignIn } from '../../platform/identity-provider/link-opens.ts';
import type { Page } from '../../platform/lists/paging.ts';
import { containsFolded, type ListSource, readList } from '../../platform/lists/read-list.ts';
import { searchOf } from '../../platform/lists/search-text.ts';
import type { Services } from '../../platform/services.ts';
import { recordingCustomerRead } from '../customers/public.ts';
import { requireSeen, targetQuery, toSource } from './effective-rights.view.ts';
import {
  byId,
  groupsAbove,
  type HolderRow,
  holderSelection,
  holderTables,
  lacksSecondFactor,
  toHolder,
} from './rights-holder.view.ts';

interface Filter {
  readonly customerId: string;
  readonly groupId: string | null;
  readonly groupIds: readonly string[];
  readonly search?: string | undefined;
}

const [view] = customerActions;
const hasPermission = (permission: string) =>
  `exists (select from role_permissions p where p.tenant_id = u.tenant_id and p.role_id = u.role_id
    and p.permission_id = '${permission}')`;

/**
 * People who see a customer: the same decision as `explainRights`, turned round so that it can be paged, of those who can sign in at
 * all. Whoever has an open invitation sees nothing yet.
 */
const source: ListSource<HolderRow, 'fullName', Filter> = {
  selection: holderSelection,
  from: holderTables,
  conditions: ({ customerId, groupId, groupIds, search: text }, parameters) => {
    const conditions = [
      'not u.is_inactive',
      canSignIn('u'),
      'not r.is_inactive',
      `not ${lacksSecondFactor}`,
      hasPermission(view.permission),
    ];
    const inGroup =
      groupId === null
        ? hasPermission('customers.viewWithoutGroup')
        : `exists (select from group_users m join groups g on g.tenant_id = m.tenant_id and g.id = m.group_id
            where m.tenant_id = u.tenant_id and m.user_id = u.id and not g.is_inactive
              and m.group_id = any (${parameters.add(groupIds)}::uuid[]) and '${view.look}' = any (m.group_rights))`;
    conditions.push(
      `case when r.is_client_role then coalesce(u.customer_id = ${parameters.add(customerId)}::uuid, false) else ${inGroup} end`,
    );
    const search = searchOf(text);
    if (search !== null) conditions.push(containsFolded('u.search_text', search, parameters));
    return conditions;
  },
  sortColumns: { fullName: { sql: 'fold_text(u.full_name)', isNullable: false } },
  id: 'u.id',
};

/**
 * Who can see a customer, and why; the read is recorded.
 * @throws 404 when the caller does not see the customer himself
 */
export async function listCustomerViewerPage(
  services: Services,
  context: SignedInContext,
  customerId: string,
  query: { search?: string | undefined },
  page: Page,
): Promise<{ items: CustomerViewer[]; total: number }> {
  const { scope } = context;
  requireSeen(scope, 'customers.view');
  const { sql, parameters } = targetQuery(scope, { customerId });
  const reader = recordingCustomerRead(services, context, customerId, 'viewers');
  const [[target], groups] = await reader.database.readMany<
    [{ customerId: string; groupId: string | null }, RightsGroup]
  >(scope, [{ sql, parameters }, groupsAbove(`(select found."groupId" from (${sql}) found)`, parameters)]);
  if (!target) throw notFound();
  const known = byId(groups);
  const { rows, total } = await readList(services, scope, source, {
    filter: { ...query, ...target, groupIds: [...known.keys()] },
    sort: [{ key: 'fullName', isDescending: false }],
    page,
  });
  return {
    total,
    items: rows.map((row) => ({
      id: row.id,
      fullName: row.fullName,
      userName: row.userName,
      roleId: row.roleId,
      roleName: row.roleName,
      sources: explainRights(view, toHolder(row), known, target).sources.map(toSource),
    })),
  };
}
