import { id } from '@depotwerk/api/fields';
import type { Transaction } from 'kysely';
import * as z from 'zod/mini';
import type { Database } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';
import { type ChunkOutcome, defineChunkedJob, type JobHandler, type JobOf } from './job-handler.ts';
import { nothingLeft, readStarter, type Starter } from './job-starter.ts';

/** Objects of one transaction: its log entries hold up other writers of the house only for a moment. */
const usualChunkSize = 500;
const writeTimeout = 60_000;
/** One for all pieces, which follow one another. */
const lane = 'all';

/** What a piece whose starter is gone is left with. */
export const starterGoneText = 'Wer die Änderung gestartet hat, ist nicht mehr aktiv.';

/** What a change of many needs of the product. */
export interface JobParts {
  /** Counts of lists are no longer what they were. */
  readonly forgetCounts: (tenantId: string) => void;
  readonly chunkSize?: number;
}

interface ChangeJob<Payload extends Starter> {
  readonly jobType: string;
  readonly payload: z.ZodMiniType<Payload>;
  readonly laneName: string;
  /** What a piece calls the ids of its objects. */
  readonly idsName: 'contractIds' | 'customerIds';
  /** The objects the work is about, in pieces of about that size. */
  readonly pieces: (
    transaction: Transaction<Schema>,
    job: JobOf<Payload>,
    chunkSize: number,
  ) => AsyncIterable<readonly string[]>;
  /** Does one piece by the rights its starter holds now, and keeps a row for each object. */
  readonly work: (
    transaction: Transaction<Schema>,
    job: JobOf<Payload>,
    ids: string[],
  ) => Promise<ChunkOutcome>;
}

/** Ids in pieces of that size, the last one smaller. */
export function* inPieces(ids: readonly string[], size: number): Generator<readonly string[]> {
  for (let from = 0; from < ids.length; from += size) yield ids.slice(from, from + size);
}

/** A job that changes many objects, or takes that back, in pieces of one transaction each. */
export function defineChangeJob<Payload extends Starter>(
  database: Database,
  { forgetCounts, chunkSize = usualChunkSize }: JobParts,
  { jobType, payload, laneName, idsName, pieces, work }: ChangeJob<Payload>,
): JobHandler {
  return defineChunkedJob<Payload, Record<string, string[]>>({
    jobType,
    payload,
    chunkPayload: z.record(z.string(), z.array(id)),
    concurrency: 1,
    async plan(transaction, job, planning) {
      await planning.addLane(lane, laneName);
      let count = 0;
      for await (const ids of pieces(transaction, job, chunkSize)) {
        await planning.addChunks([
          { lane, chunkKey: String(count), payload: { [idsName]: [...ids] }, size: ids.length },
        ]);
        count += 1;
      }
      if (count > 0) return;
      const isStarterGone = (await readStarter(transaction, job)) === null;
      await planning.addProblem(isStarterGone ? { ...nothingLeft, message: starterGoneText } : nothingLeft);
    },
    // A system job that asks for its starter's permission anew (`work`); no audit entry: each change writes its own.
    runChunk: (run) =>
      database.transaction(
        run.job.context,
        async (transaction) => {
          const outcome = await work(transaction, run.job, run.chunk.payload[idsName] ?? []);
          await run.complete(transaction, outcome);
        },
        { statementTimeout: writeTimeout },
      ),
    async finish(_transaction, job) {
      forgetCounts(job.tenantId);
    },
  });
}
