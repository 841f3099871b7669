import type { CallAnswer } from '@depotwerk/api/call';
import type { listGroupCustomers } from '@depotwerk/api/users/groups';
import { Parameters } from '../../platform/database/parameters.ts';
import {
  type GroupMembers,
  type MemberFilter,
  readGroupMembers,
} from '../../platform/lists/group-members.ts';
import { type Scope, visibilityOf } from '../../platform/scope.ts';
import type { ReadServices } from '../../platform/services.ts';
import { type CustomerRow, customerJoins, customerSelection, toCustomer } from './customer-item.ts';
import { customerVisibility } from './customer-visibility.view.ts';

/** Customers directly in a group, as far as the caller sees them. @throws 404 when there is no such group */
export async function readGroupCustomers(
  services: ReadServices,
  scope: Scope,
  filter: MemberFilter,
  page: { size: number; offset: number },
): Promise<GroupMembers<CallAnswer<typeof listGroupCustomers>[number]>> {
  const parameters = new Parameters();
  const found = await readGroupMembers<CustomerRow>(services, scope, filter, {
    selection: customerSelection,
    from: `customers u ${customerJoins}`,
    groupColumn: 'u.group_id',
    order: 'u.sort_name, u.id',
    conditions: customerVisibility(visibilityOf(scope, 'groupCustomers.view'), parameters),
    parameters,
    page,
  });
  return { ...found, items: found.items.map(toCustomer) };
}
