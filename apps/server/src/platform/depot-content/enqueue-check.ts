import type { Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { enqueueJob } from '../jobs/enqueue-job.ts';

/** Lets contracts be checked anew after their data changed; which ones was decided with the caller's rights already. */
export async function enqueueCheck(
  transaction: Transaction<Schema>,
  contractIds: readonly string[],
  createdBy: string | null,
): Promise<void> {
  if (contractIds.length === 0) return;
  await enqueueJob(transaction, {
    jobType: 'checkContracts',
    payload: {
      contractIds,
      visibility: { groupIds: null, includesWithoutGroup: true, ownCustomerId: null },
    },
    createdBy,
  });
}
