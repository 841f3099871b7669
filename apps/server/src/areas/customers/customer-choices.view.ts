import type { CallAnswer } from '@depotwerk/api/call';
import type { getCustomerChoices } from '@depotwerk/api/customers/customers';
import { hasGroupRight } from '../../platform/group-right.ts';
import type { Scope } from '../../platform/scope.ts';
import type { ReadServices } from '../../platform/services.ts';
import { groupChoices } from '../contracts/public.ts';

/** Groups into which the caller may put customers; inactive ones take no new ones. */
export async function readCustomerChoices(
  services: ReadServices,
  scope: Scope,
): Promise<CallAnswer<typeof getCustomerChoices>> {
  const groups = await services.database.read<{
    id: string;
    groupName: string;
    parentGroupId: string | null;
  }>(scope, {
    sql: `select id, group_name as "groupName", parent_group_id as "parentGroupId" from groups where not is_inactive order by fold_text(group_name), id`,
    parameters: [],
  });
  return {
    groups: groupChoices(groups.filter(({ id }) => hasGroupRight(scope, 'groupCustomers.edit', id))),
    mayBeWithoutGroup: hasGroupRight(scope, 'groupCustomers.edit', null),
  };
}
