import type { Parameters } from '../../../platform/database/parameters.ts';
import { type Scope, visibilityOf } from '../../../platform/scope.ts';

/**
 * Which depots without a contract `d` a caller sees: those his own bank access has shown him, and those opened for a
 * customer `u` (left-joined by d.customer_id) he sees. The one place for every such query (S13).
 */
export function unlinkedDepotConditions(scope: Scope, parameters: Parameters): string[] {
  const conditions = [`d.tenant_id = app_tenant_id()`, `d.state <> 'linked'`];
  if (scope.ownCustomerId !== null) return [...conditions, 'false'];
  const shown = `exists (select from trader_depot_readers r where r.tenant_id = d.tenant_id
    and r.trader_depot_id = d.id and r.user_id = ${parameters.add(scope.userId)})`;
  conditions.push(
    `(${shown} or (u.id is not null and ${customerConditions(scope, parameters).join(' and ')}))`,
  );
  return conditions;
}

/** Which customers `u` a caller sees. */
export function customerConditions(scope: Scope, parameters: Parameters): string[] {
  const { groupIds, includesWithoutGroup, ownCustomerId } = visibilityOf(scope, 'groupCustomers.view');
  const conditions = ['u.deleted_at is null'];
  if (ownCustomerId !== null) return [...conditions, `u.id = ${parameters.add(ownCustomerId)}`];
  if (groupIds === null) {
    if (!includesWithoutGroup) conditions.push('u.group_id is not null');
    return conditions;
  }
  const inGroups = `u.group_id = any (${parameters.add(groupIds)}::uuid[])`;
  conditions.push(includesWithoutGroup ? `(${inGroups} or u.group_id is null)` : inGroups);
  return conditions;
}
