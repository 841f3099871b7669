import type { Transaction } from 'kysely';
import { formerGroups, moveCustomers } from '../../../platform/customers/move-customers.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import type { KeptPart } from '../../../platform/deletions/keep-deletion.ts';
import type { ActingFor } from '../../../platform/jobs/job-starter.ts';
import { changeTags } from '../../../platform/tags/change-tags.ts';
import type { CustomerBulkRequest, SelectedCustomer } from './customer-outcome.view.ts';

/** What somebody can take back for a moment. */
interface Undoable {
  readonly kind: 'customerGroups' | 'customerTags' | 'customerTagsGiven';
  readonly objectId: string | number;
  readonly parts: readonly KeptPart[];
}

/** Makes a change that was worked out, and answers what it was. */
export async function applyChange(
  transaction: Transaction<Schema>,
  { actor }: Pick<ActingFor, 'actor'>,
  customers: readonly SelectedCustomer[],
  change: CustomerBulkRequest['change'],
): Promise<Undoable> {
  if (change.kind === 'group') {
    const groupsBefore = new Map(customers.map(({ id, groupId }) => [id, groupId]));
    await moveCustomers(transaction, actor, groupsBefore, change.groupId);
    return formerGroups(groupsBefore, change.groupId);
  }
  const { given, gone } = await changeTags(transaction, actor, 'customer', customers, {
    addedIds: change.kind === 'addTag' ? [change.tagId] : [],
    removedIds: change.kind === 'removeTag' ? [change.tagId] : [],
  });
  return change.kind === 'addTag'
    ? { kind: 'customerTagsGiven', objectId: change.tagId, parts: given }
    : { kind: 'customerTags', objectId: change.tagId, parts: gone };
}
