import type {
  changeCustomers as changeCall,
  previewCustomerChange,
} from '@depotwerk/api/customers/customer-bulk';
import { readerIn } from '../../../platform/database/transaction-reader.ts';
import { keepRows } from '../../../platform/deletions/keep-deletion.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Verb } from '../../../platform/http/verb.ts';
import { runOnce } from '../../../platform/idempotency.ts';
import { applyChange } from './apply-change.ts';
import { workOut } from './customer-outcome.view.ts';
import { requireBulk } from './require-bulk.ts';

/**
 * What a change of many customers would do.
 * @throws 403, 400 for a group or tag that cannot be chosen, or more customers than go at once
 */
export const previewChange: Verb<typeof previewCustomerChange> = async (services, { scope }, { body }) => {
  requireBulk(scope);
  const { outcome } = await workOut(services, scope, body, false);
  return outcome;
};

/**
 * Makes the change a preview told of, all of it or nothing; a repetition gets the first answer.
 * @throws as the preview; 412 when something else would come out by now than was confirmed
 */
export const changeCustomers: Verb<typeof changeCall> = async (services, context, { body }) => {
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
};
