import type { GroupRight } from '@depotwerk/domain/permissions';
import { refuseIssues, unknownReference } from './editing.ts';
import { AppError } from './http/app-error.ts';
import type { Scope } from './scope.ts';

/**
 * Second half of every permission on an object: the role's permission holds only together with the right in the
 * object's group. Objects without group belong to those who may see them; own-customer users change nothing.
 */
export function requireGroupRight(scope: Scope, right: GroupRight, groupId: string | null): void {
  if (!hasGroupRight(scope, right, groupId)) throw new AppError('auth.forbidden');
}

/** The same as a question. */
export function hasGroupRight(scope: Scope, right: GroupRight, groupId: string | null): boolean {
  if (scope.ownCustomerId !== null) return false;
  return groupId === null
    ? scope.permissions.has('customers.viewWithoutGroup')
    : scope.rightsInAllGroups.has(right) || scope.groupsByRight.get(right)?.has(groupId) === true;
}

/** Whether customers may be put into a group. Foreign groups answer like missing ones. @throws 400, 403 */
export function requireTargetGroup(scope: Scope, groupId: string | null): void {
  if (groupId !== null && !scope.groupsByRight.get('groupCustomers.view')?.has(groupId)) {
    throw unknownReference('groupId');
  }
  // A form that says which field it is helps more than a refusal as a whole.
  if (groupId === null && !hasGroupRight(scope, 'groupCustomers.edit', null)) {
    refuseIssues([{ path: 'groupId', code: 'required' }]);
  }
  requireGroupRight(scope, 'groupCustomers.edit', groupId);
}
