import type { Parameters } from '../../platform/database/parameters.ts';
import type { Visibility } from '../../platform/scope.ts';
import { visibleRows } from '../../platform/visible-rows.ts';

/** Which contracts a caller sees, as conditions on `contracts c`. */
export const visibilityConditions = (visibility: Visibility, parameters: Parameters): string[] =>
  visibleRows(visibility, parameters, {
    customerId: 'c.customer_id',
    groupId: 'c.group_id',
    deletedAt: 'c.deleted_at',
  });
