import type {
  changeContracts as changeCall,
  previewContractChange,
} from '@depotwerk/api/contracts/contract-bulk';
import { readerIn } from '../../../platform/database/transaction-reader.ts';
import { keepRows } from '../../../platform/deletions/keep-deletion.ts';
import { refusing } from '../../../platform/editing.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Verb } from '../../../platform/http/verb.ts';
import { runOnce } from '../../../platform/idempotency.ts';
import { contractRefusals } from '../save-contract.ts';
import { applyChange } from './apply-change.ts';
import { workOut } from './bulk-outcome.view.ts';
import { requireChange } from './require-change.ts';

/**
 * What a change of many contracts would do.
 * @throws 403, 400 for a group or tariff that cannot be chosen, or more contracts than go at once
 */
export const previewChange: Verb<typeof previewContractChange> = async (services, { scope }, { body }) => {
  requireChange(scope, body.change);
  const { outcome } = await workOut(services, scope, body, false);
  return outcome;
};

/**
 * Makes the change a preview told of, all of it or nothing; a repetition gets the first answer.
 * @throws as the preview; 412 when something else would come out by now than was confirmed
 */
export const changeContracts: Verb<typeof changeCall> = async (services, context, { body }) => {
  requireChange(context.scope, body.change);
  return runOnce(services.database, context, 'changeContracts', body, (transaction) =>
    refusing(contractRefusals, async () => {
      const reading = { database: readerIn(transaction) };
      const { outcome, changing, target } = await workOut(reading, context.scope, body, true);
      if (outcome.fingerprint !== body.fingerprint) throw new AppError('common.versionConflict');
      const now = new Date(services.clock()).toISOString();
      const undoable = await applyChange(transaction, context, { changing, target }, now);
      if (undoable === null) return outcome;
      const { kind, objectId, parts } = undoable;
      const { userId } = context.scope;
      return { ...outcome, keptId: await keepRows(transaction, { kind, objectId, userId }, parts) };
    }),
  );
};
