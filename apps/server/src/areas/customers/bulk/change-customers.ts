import type { CallInput } from '@depotwerk/api/call';
import type { changeCustomers as changeCall, previewCustomerChange } from '@depotwerk/api/customer-bulk';
import { readerIn } from '../../../platform/database/transaction-reader.ts';
import { keepRows } from '../../../platform/deletions/keep-deletion.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import { runOnce } from '../../../platform/idempotency.ts';
import type { Services } from '../../../platform/services.ts';
import { applyChange } from './apply-change.ts';
import { type CustomerBulkOutcome, workOut } from './customer-outcome.view.ts';
import { requireBulk } from './require-bulk.ts';

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
    const { kind, objectId, parts } = await applyChange(transaction, context, changing, body.change);
    const { userId } = context.scope;
    return { ...outcome, keptId: await keepRows(transaction, { kind, objectId, userId }, parts) };
  });
}
