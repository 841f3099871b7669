import type { Database } from '../database/database.ts';
import type { ClaimedChunk, WaitingWork } from './claim-work.ts';
import { type JobHandler, LeaseLost } from './job-handler.ts';
import { planningIn } from './plan-chunks.ts';
import { completeChunk, failChunk, failLane, isLaneAlive } from './settle-work.ts';

interface ChunkAtWork {
  readonly database: Database;
  readonly logger: { readonly error: (values: object, message: string) => void };
  readonly worker: string;
  readonly handler: JobHandler;
  readonly work: WaitingWork;
  readonly chunk: ClaimedChunk;
  readonly signal: AbortSignal;
}

/** Runs one claimed chunk; a failure puts it back for later, or gives it up after the last try. */
export async function runChunk(given: ChunkAtWork): Promise<void> {
  const { database, handler, work, chunk, worker, signal, logger } = given;
  const { tenantId, jobId } = work;
  const context = { tenantId, userId: chunk.createdBy };
  const held = { jobId, id: chunk.id, lane: chunk.lane, size: chunk.size, attempt: chunk.attempt, worker };
  const isLastAttempt = chunk.attempt >= handler.maximumAttempts;
  // The transaction may be rolled back after it settled the chunk; only its handler's end tells.
  let isSettled = false;
  try {
    // A chunk that ended its process time and again is not tried for ever.
    if (chunk.attempt > handler.maximumAttempts) throw new Error('The process ended in every attempt.');
    await handler.runChunk({
      job: { id: jobId, tenantId, createdBy: chunk.createdBy, payload: chunk.jobPayload, context },
      chunk: { ...chunk, isLastAttempt },
      signal,
      within: (transaction) => planningIn(transaction, jobId),
      async complete(transaction, outcome = {}) {
        await completeChunk(transaction, held, outcome);
        isSettled = true;
      },
      async failLane(transaction, code, message) {
        await failLane(transaction, held, code, message);
        isSettled = true;
      },
      isLaneAlive: (transaction) => isLaneAlive(transaction, held),
    });
    if (!isSettled) throw new Error(`The handler of ${handler.jobType} did not complete its chunk.`);
  } catch (error) {
    if (error instanceof LeaseLost) return;
    logger.error(
      { worker, jobId, jobType: work.jobType, chunk: chunk.id, attempt: chunk.attempt, err: error },
      'jobs.chunkFailed',
    );
    const retryIn = isLastAttempt ? null : handler.backOff(chunk.attempt);
    await database.transaction(context, (transaction) => failChunk(transaction, held, error, retryIn));
  }
}
