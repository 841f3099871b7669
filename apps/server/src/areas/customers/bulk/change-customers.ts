import type { CallInput } from '@depotwerk/api/call';
import type { changeCustomers as changeCall, previewCustomerChange } from '@depotwerk/api/customer-bulk';
import type { Transaction } from 'kysely';
import { formerGroups, moveCustomers } from '../../../platform/customers/move-customers.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { readerIn } from '../../../platform/database/transaction-reader.ts';
import { keepRows } from '../../../platform/deletions/keep-deletion.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import { runOnce } from '../../../platform/idempotency.ts';
import { requirePermission, type Scope } from '../../../platform/scope.ts';
import type { Services } from '../../../platform/services.ts';
import { changeTags } from '../../../platform/tags/change-tags.ts';
import {
  type CustomerBulkOutcome,
  type CustomerBulkRequest,
  type SelectedCustomer,
  workOut,
} from './customer-outcome.view.ts';

/** Beside the right to act on many it takes the right to change one. */
function requireBulk(scope: Scope): void {
  requirePermission(scope, 'contracts.bulk');
  requirePermission(scope, 'customers.edit');
}

/**
 * What a change of many customers would do.
 * @throws 403, 400 for a group or tag that cannot be chosen, or more customers than go at once
 */
export async function previewChange(
  services: Services,
  { scope }: SignedInContext,
  { body }: CallInput<typeof previewCustomerChange>,
): Promise<CustomerBulkOutcome> {
  requireBulk(scope);
  const { outcome } = await workOut(services, scope, body, false);
  return outcome;
}

/**
 * Makes the change a preview told of, all of it or nothing; a repetition gets the first answer.
 * @throws as the preview; 412 when something else would come out by now than was confirmed
 */
export async function changeCustomers(
  services: Services,
  context: SignedInContext,
  { body }: CallInput<typeof changeCall>,
): Promise<CustomerBulkOutcome> {
  requireBulk(context.scope);
  return runOnce(services.database, context, 'changeCustomers', body, async (transaction) => {
    const reading = { database: readerIn(transaction) };
    const { outcome, changing } = await workOut(reading, context.scope, body, true);
    if (outcome.fingerprint !== body.fingerprint) throw new AppError('common.versionConflict');
    if (changing.length === 0) return outcome;
    return { ...outcome, keptId: await apply(transaction, context, changing, body.change) };
  });
}

async function apply(
  transaction: Transaction<Schema>,
  { actor, scope }: SignedInContext,
  customers: readonly SelectedCustomer[],
  change: CustomerBulkRequest['change'],
): Promise<string> {
  if (change.kind === 'group') {
    const groupsBefore = new Map(customers.map(({ id, groupId }) => [id, groupId]));
    await moveCustomers(transaction, actor, groupsBefore, change.groupId);
    const { kind, objectId, parts } = formerGroups(groupsBefore, change.groupId);
    return keepRows(transaction, { kind, objectId, userId: scope.userId }, parts);
  }
  const { given, gone } = await changeTags(transaction, actor, 'customer', customers, {
    addedIds: change.kind === 'addTag' ? [change.tagId] : [],
    removedIds: change.kind === 'removeTag' ? [change.tagId] : [],
  });
  const kept = { objectId: change.tagId, userId: scope.userId };
  return change.kind === 'addTag'
    ? keepRows(transaction, { kind: 'customerTagsGiven', ...kept }, given)
    : keepRows(transaction, { kind: 'customerTags', ...kept }, gone);
}
