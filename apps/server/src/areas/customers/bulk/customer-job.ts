import { id } from '@depotwerk/api/fields';
import type { Transaction } from 'kysely';
import * as z from 'zod/mini';
import type { Database } from '../../../platform/database/database.ts';
import type { Schema } from '../../../platform/database/schema.ts';
import {
  type ChunkOutcome,
  defineChunkedJob,
  type JobHandler,
  type JobOf,
} from '../../../platform/jobs/job-handler.ts';

/** Customers of one transaction: its log entries hold up other writers of the house only for a moment. */
const usualChunkSize = 500;
const writeTimeout = 60_000;
/** One for all pieces, which follow one another. */
const lane = 'all';

const chunkPayload = z.object({ customerIds: z.array(id) });

export interface JobParts {
  /** Counts of lists are no longer what they were. */
  readonly forgetCounts: (tenantId: string) => void;
  readonly chunkSize?: number;
}

/** A job that does something with many customers, in pieces of one transaction each. */
export function defineCustomerJob<Payload>(
  database: Database,
  { forgetCounts, chunkSize = usualChunkSize }: JobParts,
  spec: {
    readonly jobType: string;
    readonly payload: z.ZodMiniType<Payload>;
    /** Whom the work is about. */
    readonly read: (
      transaction: Transaction<Schema>,
      job: JobOf<Payload>,
    ) => AsyncIterable<readonly string[]>;
    /** Does one piece and keeps a row for each. */
    readonly work: (
      transaction: Transaction<Schema>,
      job: JobOf<Payload>,
      customerIds: string[],
    ) => Promise<ChunkOutcome>;
  },
): JobHandler {
  return defineChunkedJob<Payload, z.output<typeof chunkPayload>>({
    jobType: spec.jobType,
    payload: spec.payload,
    chunkPayload,
    concurrency: 1,
    async plan(transaction, job, planning) {
      await planning.addLane(lane, 'Kunden');
      let count = 0;
      for await (const ids of spec.read(transaction, job)) {
        for (let from = 0; from < ids.length; from += chunkSize) {
          const customerIds = ids.slice(from, from + chunkSize);
          await planning.addChunks([
            { lane, chunkKey: String(count), payload: { customerIds }, size: customerIds.length },
          ]);
          count += 1;
        }
      }
    },
    // A system job that asks for its starter's permission anew (`requireBulk`); no audit entry: each change writes its own.
    runChunk: (run) =>
      database.transaction(
        run.job.context,
        async (transaction) => {
          const outcome = await spec.work(transaction, run.job, run.chunk.payload.customerIds);
          await run.complete(transaction, outcome);
        },
        { statementTimeout: writeTimeout },
      ),
    async finish(_transaction, job) {
      forgetCounts(job.tenantId);
    },
  });
}
