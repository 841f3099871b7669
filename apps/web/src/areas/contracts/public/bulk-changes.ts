import type { changeContracts } from '@depotwerk/api/contracts/contract-bulk';
import type { PermissionCode } from '@depotwerk/domain/permissions';
import type * as z from 'zod/mini';
import { mayChange, useSession } from '../../../platform/session.ts';

export type BulkRequest = z.input<(typeof changeContracts)['body']>;
export type BulkChangeKind = BulkRequest['change']['kind'];

/** Most single ones a call takes. */
export const maximumIds = 5000;

/** Beside the right to act on many, each change takes the right to make it on one. */
const permissions: Readonly<Record<BulkChangeKind, PermissionCode>> = {
  group: 'customers.edit',
  tariff: 'contracts.edit',
  checked: 'contracts.check',
  addTag: 'contracts.edit',
  removeTag: 'contracts.edit',
};
const kinds = [
  'group',
  'tariff',
  'addTag',
  'removeTag',
  'checked',
] as const satisfies readonly BulkChangeKind[];

/** What the user may do with many contracts. */
export function useBulkChanges(): readonly BulkChangeKind[] {
  const user = useSession((state) => state.user);
  return kinds.filter((kind) => mayChange(user, permissions[kind]));
}
