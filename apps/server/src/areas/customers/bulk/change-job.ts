import { customerBulkRequest } from '@depotwerk/api/customers/customer-bulk';
import { bulkReasonTexts } from '@depotwerk/domain/contracts/bulk-reasons';
import type { Transaction } from 'kysely';
import * as z from 'zod/mini';
import { storeRows } from '../../../platform/customers/change-rows.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import { readerIn } from '../../../platform/database/transaction-reader.ts';
import { attempt } from '../../../platform/jobs/attempt.ts';
import {
  defineChangeJob,
  inPieces,
  type JobParts,
  starterGoneText,
} from '../../../platform/jobs/change-job.ts';
import type { ChunkOutcome, JobHandler, JobOf } from '../../../platform/jobs/job-handler.ts';
import { readStarter, starterShape } from '../../../platform/jobs/job-starter.ts';
import { readStarterScope } from '../../../platform/sessions/starter-scope.ts';
import { selectedIds } from '../selected-ids.view.ts';
import { applyChange } from './apply-change.ts';
import { changeJobType } from './change-job-types.ts';
import { workOut } from './customer-outcome.view.ts';
import { requireBulk } from './require-bulk.ts';

const payload = z.object({ ...customerBulkRequest.shape, ...starterShape });
type Payload = z.output<typeof payload>;

/**
 * A change of any number of customers, in pieces of one transaction each. Every customer is judged when his turn comes, by the rules
 * of one change and the rights its starter holds then; what became of each stands in the rows of the job.
 */
export function createCustomerChangeJob(database: Database, parts: JobParts): JobHandler {
  return defineChangeJob<Payload>(database, parts, {
    jobType: changeJobType,
    payload,
    laneName: 'Kunden',
    idsName: 'customerIds',
    async *pieces(transaction, job, chunkSize) {
      const scope = await readStarterScope(readerIn(transaction), job);
      if (scope === null) return;
      for await (const ids of selectedIds(transaction, scope, job.payload.selection))
        yield* inPieces(ids, chunkSize);
    },
    work: changePiece,
  });
}

async function changePiece(
  transaction: Transaction<Schema>,
  job: JobOf<Payload>,
  customerIds: string[],
): Promise<ChunkOutcome> {
  const { change } = job.payload;
  const refused = (message: string) =>
    storeRows(
      transaction,
      job.id,
      customerIds.map((customerId) => ({ customerId, result: 'skipped', message })),
    );
  const acting = await readStarter(transaction, job);
  if (acting === null) return refused(starterGoneText);
  const worked = await attempt(async () => {
    requireBulk(acting.scope);
    const request = { selection: { customerIds }, change };
    return workOut({ database: readerIn(transaction) }, acting.scope, request, true);
  });
  if (worked === null) {
    return refused(
      'Gruppe oder Schlagwort lassen sich nicht mehr wählen, oder das Recht zu dieser Änderung fehlt inzwischen.',
    );
  }
  // Before anything changes: the rows keep the group each was in.
  const outcome = await storeRows(transaction, job.id, [
    ...worked.changing.map((customer) => ({
      customerId: customer.id,
      result: 'changed' as const,
      message: null,
    })),
    ...worked.outcome.skipped.map(({ customerId, reason }) =>
      reason === 'unchanged'
        ? { customerId, result: reason, message: null }
        : {
            customerId,
            result: 'skipped' as const,
            message: `Nicht geändert: ${bulkReasonTexts[reason]}.`,
          },
    ),
  ]);
  if (worked.changing.length > 0) await applyChange(transaction, acting, worked.changing, change);
  return outcome;
}
