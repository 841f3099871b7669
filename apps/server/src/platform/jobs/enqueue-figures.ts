import type { Transaction } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { enqueueJob } from './enqueue-job.ts';

export const figureJobType = 'fundFigures';

/** Seconds a computation waits for more changes of the same kind. */
const usualDelay = 10;

/**
 * Asks for new key figures, ranks and covariances of the tenant, in the transaction that changed prices, funds or peer
 * groups. Several changes make one computation: it starts a moment later and reads what is there then. Here because
 * several areas ask for it; the work itself is in `areas/funds/figures`.
 */
export async function enqueueFigures(
  transaction: Transaction<Schema>,
  createdBy: string | null,
  delay = usualDelay,
): Promise<void> {
  await enqueueJob(transaction, {
    jobType: figureJobType,
    payload: {},
    createdBy,
    uniqueKey: figureJobType,
    delay,
  });
}
