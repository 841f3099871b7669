import type { Parameters } from '../../platform/database/parameters.ts';
import { searchOf } from '../../platform/lists/search-text.ts';
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

/** Most hits of a text search that a list sorts and filters further. */
const searchHitLimit = 1_000_000;

/**
 * What a text search leaves of `contracts c`, as conditions: by the index of texts, which a LIKE below row level security
 * does not reach. None for an empty text.
 */
export function searchConditions(
  text: string | undefined,
  visibility: Visibility,
  parameters: Parameters,
): string[] {
  const search = searchOf(text);
  if (search === null) return [];
  const groups = visibility.ownCustomerId === null ? visibility.groupIds : null;
  const withoutGroup = visibility.ownCustomerId !== null || visibility.includesWithoutGroup;
  return [
    `c.id in (select id from search_contract_ids(${parameters.add(search)}, ${parameters.add(groups)}::uuid[], ` +
      `${parameters.add(withoutGroup)}, ${searchHitLimit}))`,
  ];
}
