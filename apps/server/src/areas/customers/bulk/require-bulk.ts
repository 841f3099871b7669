import { requirePermission, type Scope } from '../../../platform/scope.ts';

/** Beside the right to act on many it takes the right to change one. @throws 403 */
export function requireBulk(scope: Scope): void {
  requirePermission(scope, 'contracts.bulk');
  requirePermission(scope, 'customers.edit');
}
