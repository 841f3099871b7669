import type { Parameters } from '../../platform/database/parameters.ts';
import type { Visibility } from '../../platform/scope.ts';
import { visibleRows } from '../../platform/visible-rows.ts';

/** Whether a customer holds `contracts c`, first or beside somebody; an array, so that both ways go by an index. */
export const isHeldBy = (customerId: string): string =>
  `(c.customer_id = ${customerId} or c.id = any (array(select h.contract_id from contract_holders h
     where h.tenant_id = app_tenant_id() and h.customer_id = ${customerId})))`;

/** Which contracts a caller sees, as conditions on `contracts c`: a customer those she holds. */
export function visibilityConditions(visibility: Visibility, parameters: Parameters): string[] {
  const { ownCustomerId } = visibility;
  if (ownCustomerId !== null) return ['c.deleted_at is null', isHeldBy(parameters.add(ownCustomerId))];
  return visibleRows(visibility, parameters, {
    customerId: 'c.customer_id',
    groupId: 'c.group_id',
    deletedAt: 'c.deleted_at',
  });
}
