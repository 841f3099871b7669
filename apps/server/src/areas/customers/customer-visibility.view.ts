import type { Parameters } from '../../platform/database/parameters.ts';
import type { Visibility } from '../../platform/scope.ts';
import { visibleRows } from '../../platform/visible-rows.ts';

/** Which customers a caller sees, as conditions on `customers u`. */
export const customerVisibility = (visibility: Visibility, parameters: Parameters): string[] =>
  visibleRows(visibility, parameters, {
    customerId: 'u.id',
    groupId: 'u.group_id',
    deletedAt: 'u.deleted_at',
  });
