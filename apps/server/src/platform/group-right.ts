import type { GroupRight } from '@depotwerk/domain/permissions';
import { AppError } from './http/app-error.ts';
import type { Scope } from './scope.ts';

/**
 * Second half of every permission on an object: the role's permission holds only together with the right in the
 * object's group (G-54). Objects without group belong to those who may see them; own-customer users change nothing.
 */
export function requireGroupRight(scope: Scope, right: GroupRight, groupId: string | null): void {
  const isHeld =
    scope.ownCustomerId === null &&
    (groupId === null
      ? scope.permissions.has('customers.viewWithoutGroup')
      : scope.rightsInAllGroups.has(right) || scope.groupsByRight.get(right)?.has(groupId) === true);
  if (!isHeld) throw new AppError('auth.forbidden');
}
