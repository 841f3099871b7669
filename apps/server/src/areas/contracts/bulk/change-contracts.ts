import type { CallInput } from '@depotwerk/api/call';
import type { changeContracts as changeCall, previewContractChange } from '@depotwerk/api/contract-bulk';
import type { PermissionCode } from '@depotwerk/domain/permissions';
import { readerIn } from '../../../platform/database/transaction-reader.ts';
import { refusing } from '../../../platform/editing.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import { runOnce } from '../../../platform/idempotency.ts';
import { requirePermission, type Scope } from '../../../platform/scope.ts';
import type { Services } from '../../../platform/services.ts';
import { contractRefusals } from '../save-contract.ts';
import { changeTag, giveTariff, markChecked, moveCustomers } from './apply-change.ts';
import { type BulkOutcome, type BulkRequest, workOut } from './bulk-outcome.view.ts';

/** Beside the right to act on many, each change takes the right to make it on one. */
const permissions: Readonly<Record<BulkRequest['change']['kind'], PermissionCode>> = {
  group: 'customers.edit',
  tariff: 'contracts.edit',
  checked: 'contracts.check',
  addTag: 'contracts.edit',
  removeTag: 'contracts.edit',
};

/**
 * What a change of many contracts would do.
 * @throws 403, 400 for a group or tariff that cannot be chosen, or more contracts than go at once
 */
export async function previewChange(
  services: Services,
  { scope }: SignedInContext,
  { body }: CallInput<typeof previewContractChange>,
): Promise<BulkOutcome> {
  requirePermissions(scope, body);
  const { outcome } = await workOut(services, scope, body, false);
  return outcome;
}

/**
 * Makes the change a preview told of, all of it or nothing; a repetition gets the first answer.
 * @throws as the preview; 412 when something else would come out by now than was confirmed
 */
export async function changeContracts(
  services: Services,
  context: SignedInContext,
  { body }: CallInput<typeof changeCall>,
): Promise<BulkOutcome> {
  requirePermissions(context.scope, body);
  return runOnce(services.database, context, 'changeContracts', body, (transaction) =>
    refusing(contractRefusals, async () => {
      const reading = { database: readerIn(transaction) };
      const { outcome, changing, target } = await workOut(reading, context.scope, body, true);
      if (outcome.fingerprint !== body.fingerprint) throw new AppError('common.versionConflict');
      if (changing.length === 0) return outcome;
      if (target.kind === 'group') await moveCustomers(transaction, context, changing, target.groupId);
      else if (target.kind === 'tariff') await giveTariff(transaction, context, changing, target.tariff);
      else if (target.kind === 'checked')
        await markChecked(transaction, context, changing, new Date(services.clock()).toISOString());
      else await changeTag(transaction, context, changing, target);
      return outcome;
    }),
  );
}

function requirePermissions(scope: Scope, { change }: BulkRequest): void {
  requirePermission(scope, 'contracts.bulk');
  requirePermission(scope, permissions[change.kind]);
}
