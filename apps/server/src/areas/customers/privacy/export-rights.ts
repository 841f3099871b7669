import type { GroupRight, PermissionCode } from '@depotwerk/domain/permissions';
import { hasGroupRight } from '../../../platform/group-right.ts';
import type { Scope } from '../../../platform/scope.ts';

const permissions: readonly PermissionCode[] = [
  'customers.export',
  'contracts.view',
  'documents.view',
  'consultations.view',
];
const rights: readonly GroupRight[] = ['groupCustomers.view', 'groupContracts.view', 'groupDocuments.view'];

/** The archive holds everything of a customer, so it is for those only who may see each part of it on screen. */
export const mayExportAll = (scope: Scope, groupId: string | null): boolean =>
  permissions.every((permission) => scope.permissions.has(permission)) &&
  rights.every((right) => hasGroupRight(scope, right, groupId));
