import type { Parameters } from './database/parameters.ts';
import type { Visibility } from './scope.ts';

/** SQL expressions of a row: the customer it belongs to, its group, and when it was deleted. */
interface OwnedColumns {
  readonly customerId: string;
  readonly groupId: string;
  readonly deletedAt: string;
}

/**
 * Which rows a visibility opens, as SQL conditions: own-customer users see what is theirs, everybody else the groups the
 * right holds in; deleted rows nobody. The one body of this rule; `isVisible` says the same of a row that was read.
 */
export function visibleRows(
  visibility: Visibility,
  parameters: Parameters,
  { customerId, groupId, deletedAt }: OwnedColumns,
): string[] {
  const present = `${deletedAt} is null`;
  const { ownCustomerId, groupIds, includesWithoutGroup } = visibility;
  if (ownCustomerId !== null) return [present, `${customerId} = ${parameters.add(ownCustomerId)}`];
  if (groupIds === null) return includesWithoutGroup ? [present] : [present, `${groupId} is not null`];
  const inGroups = `${groupId} = any (${parameters.add(groupIds)}::uuid[])`;
  return [present, includesWithoutGroup ? `(${inGroups} or ${groupId} is null)` : inGroups];
}

/** Whether a visibility opens a customer that is not deleted. */
export function isVisible(
  { ownCustomerId, groupIds, includesWithoutGroup }: Visibility,
  customer: { readonly id: string; readonly groupId: string | null },
): boolean {
  if (ownCustomerId !== null) return customer.id === ownCustomerId;
  if (customer.groupId === null) return includesWithoutGroup;
  return groupIds === null || groupIds.includes(customer.groupId);
}
