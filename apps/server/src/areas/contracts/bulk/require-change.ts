import type { PermissionCode } from '@depotwerk/domain/permissions';
import { requirePermission, type Scope } from '../../../platform/scope.ts';
import type { BulkRequest } from './bulk-outcome.view.ts';

/** Beside the right to act on many, each change takes the right to make it on one. */
const permissions: Readonly<Record<BulkRequest['change']['kind'], PermissionCode>> = {
  group: 'customers.edit',
  tariff: 'contracts.edit',
  checked: 'contracts.check',
  addTag: 'contracts.edit',
  removeTag: 'contracts.edit',
};

/** @throws 403 without the right to act on many, or to make this change on one */
export function requireChange(scope: Scope, { kind }: BulkRequest['change']): void {
  requirePermission(scope, 'contracts.bulk');
  requirePermission(scope, permissions[kind]);
}
