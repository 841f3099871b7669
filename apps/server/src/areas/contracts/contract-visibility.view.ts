import type { Parameters } from '../../platform/database/parameters.ts';
import type { Visibility } from '../../platform/scope.ts';

/** Which contracts a caller sees, as conditions on `contracts c`: the one place for every contract query. */
export function visibilityConditions(visibility: Visibility, parameters: Parameters): string[] {
  const conditions = ['c.deleted_at is null'];
  if (visibility.ownCustomerId !== null) {
    conditions.push(`c.customer_id = ${parameters.add(visibility.ownCustomerId)}`);
    return conditions;
  }
  if (visibility.groupIds === null) {
    if (!visibility.includesWithoutGroup) conditions.push('c.group_id is not null');
    return conditions;
  }
  const inGroups = `c.group_id = any (${parameters.add(visibility.groupIds)}::uuid[])`;
  conditions.push(visibility.includesWithoutGroup ? `(${inGroups} or c.group_id is null)` : inGroups);
  return conditions;
}
