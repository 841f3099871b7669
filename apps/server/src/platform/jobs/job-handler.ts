import type { Transaction } from 'kysely';
import type * as z from 'zod/mini';
import type { DbContext } from '../database/database.ts';
import type { Schema } from '../database/schema.ts';

/** A row a job could not handle as it stands; shown to people, never dropped. */
export interface JobProblem {
  /** Error code, e.g. `funds.unknownIsin`. */
  readonly code: string;
  /** German sentence. */
  readonly message: string;
  readonly contractId?: string | null;
  readonly externalKey?: string | null;
}

/** What became of a chunk; default: nothing changed, nothing failed. */
export interface ChunkOutcome {
  /** Pieces of the chunk that changed something. */
  readonly changed?: number;
  /** Pieces that could not be handled. */
  readonly failed?: number;
  readonly problems?: readonly JobProblem[];
}

/** A chunk to be planned. */
export interface NewChunk<ChunkPayload> {
  readonly lane: string;
  /** Unique within the job: adding it again does nothing. */
  readonly chunkKey: string;
  readonly payload: ChunkPayload;
  /** Pieces of work in it (default 1), for the progress. */
  readonly size?: number;
}

/** The job a handler works for. */
export interface JobOf<Payload> {
  readonly id: string;
  readonly tenantId: string;
  /** Who asked for it; null = the machine. */
  readonly createdBy: string | null;
  readonly payload: Payload;
  /** Tenant and user for reads and transactions. */
  readonly context: DbContext;
}

/** Lanes and chunks, added within the transaction at hand. */
export interface Planning<ChunkPayload> {
  addLane(lane: string, laneName: string): Promise<void>;
  /** Adds chunks to lanes that exist; keys the job knows already are left alone. Answers how many are new. */
  addChunks(chunks: readonly NewChunk<ChunkPayload>[]): Promise<number>;
}

/** What a job is planned with. */
export interface JobPlanning<ChunkPayload> extends Planning<ChunkPayload> {
  /** Notes why there is less to do than was asked for: a job without a chunk is done at once, and else nobody knew why. */
  addProblem(problem: JobProblem): Promise<void>;
}

/** One chunk being worked on. */
export interface ChunkRun<Payload, ChunkPayload> extends Planning<ChunkPayload> {
  readonly job: JobOf<Payload>;
  readonly chunk: {
    readonly id: number;
    readonly lane: string;
    readonly chunkKey: string;
    readonly payload: ChunkPayload;
    readonly size: number;
    /** 1 for the first try. */
    readonly attempt: number;
    readonly isLastAttempt: boolean;
  };
  /** Aborted when the lease was lost or the process ends. */
  readonly signal: AbortSignal;
  /** `addLane` and `addChunks` write into this transaction; call inside of it. */
  within(transaction: Transaction<Schema>): Planning<ChunkPayload>;
  /**
   * Marks the chunk as done in the transaction that holds its effects: both are committed, or neither.
   * @throws LeaseLost when another process took the chunk over; the transaction must then fail
   */
  complete(transaction: Transaction<Schema>, outcome?: ChunkOutcome): Promise<void>;
  /**
   * Gives up the chunk and everything of its lane that nobody works on; the other lanes go on.
   * Takes the place of `complete`.
   */
  failLane(transaction: Transaction<Schema>, code: string, message: string): Promise<void>;
  /** Whether a chunk of the lane was done within the last minute: the lane as a whole is alive. */
  isLaneAlive(transaction: Transaction<Schema>): Promise<boolean>;
}

/** How a chunk run by its handler looks to the worker, which knows no payload types. */
export type AnyChunkRun = Omit<ChunkRun<unknown, unknown>, 'addLane' | 'addChunks'>;

/** A job as the worker runs it; made by {@link defineChunkedJob}. */
export interface JobHandler {
  readonly jobType: string;
  /** Chunks of one lane at once in one process. */
  readonly concurrency: number;
  /** Tries of a chunk before it is given up. */
  readonly maximumAttempts: number;
  /** Seconds before try `attempt + 1`. */
  readonly backOff: (attempt: number) => number;
  plan(transaction: Transaction<Schema>, job: JobOf<unknown>, planning: JobPlanning<unknown>): Promise<void>;
  runChunk(run: AnyChunkRun): Promise<void>;
  finish(transaction: Transaction<Schema>, job: JobOf<unknown>): Promise<void>;
  /** Milliseconds for a statement of `finish`; left out: as for those of people. */
  readonly finishTimeout?: number;
}

interface ChunkedJob<Payload, ChunkPayload> {
  readonly jobType: string;
  readonly payload: z.ZodMiniType<Payload>;
  readonly chunkPayload: z.ZodMiniType<ChunkPayload>;
  readonly concurrency: number;
  /** Default 10. */
  readonly maximumAttempts?: number;
  /** Default 2, 4, 8 … at most 300 seconds, with jitter. */
  readonly backOff?: (attempt: number) => number;
  plan(
    transaction: Transaction<Schema>,
    job: JobOf<Payload>,
    planning: JobPlanning<ChunkPayload>,
  ): Promise<void>;
  runChunk(run: Omit<ChunkRun<Payload, ChunkPayload>, 'addLane' | 'addChunks'>): Promise<void>;
  finish?(transaction: Transaction<Schema>, job: JobOf<Payload>): Promise<void>;
  readonly finishTimeout?: number;
}

/** 2, 4, 8 … 300 seconds, each up to a quarter longer, so that what failed together does not come back together. */
export function usualBackOff(attempt: number): number {
  return Math.min(300, 2 ** attempt) * (1 + Math.random() / 4);
}

/**
 * A job over many things, shared by all processes. How to write one:
 *
 * 1. `plan` runs once, in one transaction: it adds at least one lane and chunks of work. A lane is what goes at a
 *    pace of its own (one bank); most jobs have one lane. A chunk is what one process does in one go, best 0.2 to 5 s:
 *    e.g. 500 contracts named by `{ afterId, untilId }`. No effect outside of the database.
 * 2. `runChunk` reads and computes, then writes everything and calls `run.complete(transaction, outcome)` in the same
 *    transaction. When the process dies or loses its lease in between, nothing of the chunk is stored and another
 *    process does it again: its effects happen exactly once. It throws to be tried again later. It may be called for
 *    one chunk by two processes at the same time; only one of them can complete.
 *    `run.within(transaction).addChunks(…)` adds work that was only found now.
 * 3. `finish` runs once, in the transaction that sets the job to done.
 *
 * ```ts
 * export const checkContracts = defineChunkedJob({
 *   jobType: 'checkContracts', payload: z.object({ … }), chunkPayload: z.object({ ids: z.array(id) }), concurrency: 1,
 *   async plan(transaction, job, planning) {
 *     await planning.addLane('all', 'Verträge');
 *     await planning.addChunks(ranges.map((ids, n) => ({ lane: 'all', chunkKey: `${n}`, payload: { ids }, size: ids.length })));
 *   },
 *   async runChunk(run) {
 *     const results = check(await read(run.job.context, run.chunk.payload.ids));
 *     await database.transaction(run.job.context, async (transaction) => {
 *       await store(transaction, results);
 *       await run.complete(transaction, { changed: results.length });
 *     });
 *   },
 * });
 * ```
 * Register the handler in `jobHandlers` of application.ts; start it with `enqueueJob` inside the command's transaction.
 */
export function defineChunkedJob<Payload, ChunkPayload>(job: ChunkedJob<Payload, ChunkPayload>): JobHandler {
  const parseJob = (given: JobOf<unknown>): JobOf<Payload> => ({
    ...given,
    payload: job.payload.parse(given.payload),
  });
  return {
    jobType: job.jobType,
    concurrency: job.concurrency,
    maximumAttempts: job.maximumAttempts ?? 10,
    backOff: job.backOff ?? usualBackOff,
    plan: (transaction, given, planning) => job.plan(transaction, parseJob(given), planning),
    runChunk: (run) =>
      job.runChunk({
        ...run,
        job: parseJob(run.job),
        chunk: { ...run.chunk, payload: job.chunkPayload.parse(run.chunk.payload) },
      }),
    async finish(transaction, given) {
      await job.finish?.(transaction, parseJob(given));
    },
    ...(job.finishTimeout !== undefined && { finishTimeout: job.finishTimeout }),
  };
}

/** Somebody else holds the lease by now: what was done is rolled back, and done by the other. */
export class LeaseLost extends Error {
  constructor() {
    super('The lease of the chunk was lost.');
    this.name = 'LeaseLost';
  }
}
